import type { ApiResponse } from '../../server/site-interface.ts'
import type { Translate } from '../messages/translate.ts'

export type { ApiClient, ApiResponse } from '../../server/site-interface.ts'

/**
 * The JSON of an answer that several pages use; undefined for a 404. Throws if the API refuses or
 * fails, so that no incomplete answer is cached.
 */
export function jsonOf({ status, target, json }: ApiResponse): unknown {
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`${target} answered ${status}.`)
  return json
}

export type Row = Readonly<Record<string, unknown>>

export interface Page {
  readonly rows: readonly Row[]
  readonly total: number | undefined
  /** There are more than `total`. */
  readonly isMinimum: boolean
  readonly page: number
  readonly pages: number | undefined
  /** Of a cursor list: the `cursor` of the rows after these. */
  readonly cursor: string | undefined
}

/** The rows of a list in either envelope. */
export function pageOf({ json }: ApiResponse): Page {
  const { body, rows, pagination, next } = json as {
    body?: readonly Row[]
    rows?: readonly Row[]
    next?: string | null
    pagination?: { total: number; total_is_minimum?: true; page: number; num_pages: number; next: string | null }
  }
  const { page: number = 1, num_pages: pages = 0 } = pagination ?? {}
  return {
    rows: body ?? rows ?? [],
    total: pagination?.total,
    isMinimum: pagination?.total_is_minimum === true,
    page: number,
    pages: pagination && (pagination.next ? Math.max(pages, number + 1) : pages),
    cursor: pagination ? undefined : (next ?? undefined),
  }
}

/** A count of all rows in words: `at least 100,000 listings` where there are more. */
export const countedText = ({ isMinimum }: Page, text: string, t: Translate): string =>
  isMinimum ? t('list.atLeast', { text }) : text

/** The row of a single answer, in `body` or bare. */
export function rowOf({ json }: ApiResponse): Row {
  const { body } = json as { body?: Row }
  return body ?? (json as Row)
}

/** The status of a page that these answers make: 200 where there is any to show, else that of the first. */
export const statusOf = (answers: readonly ApiResponse[]): number =>
  answers.some(({ status }) => status === 200) ? 200 : (answers[0]?.status ?? 200)

/** The first that is not there to show. */
export const firstFailed = (answers: readonly ApiResponse[]): ApiResponse | undefined =>
  answers.find(({ status }) => status !== 200)

/** As many ids as a request may name. */
export const maxIds = 100

/** Each once, in parts that a request may name. */
export function idsInParts(ids: readonly string[]): readonly (readonly string[])[] {
  const distinct = [...new Set(ids)]
  return Array.from({ length: Math.ceil(distinct.length / maxIds) }, (_, at) =>
    distinct.slice(at * maxIds, (at + 1) * maxIds),
  )
}
