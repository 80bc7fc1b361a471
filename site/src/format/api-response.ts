import type { ApiResponse } from '../../server/site-interface.ts'
import type { Translate } from '../messages/translate.ts'

export type { ApiClient, ApiResponse } from '../../server/site-interface.ts'

/**
 * The JSON of a response that several pages share; undefined for a 404. Throws if the API refuses or fails, so that no
 * incomplete response is cached.
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
  /** True if there are more rows than `total`. */
  readonly isMinimum: boolean
  readonly page: number
  readonly pages: number | undefined
  /** The `cursor` of the next page of a cursor list. */
  readonly cursor: string | undefined
}

/** A page of a list, read from either envelope. */
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

/** The count of all rows as text: `at least 100,000 listings` if there are more. */
export const countedText = ({ isMinimum }: Page, text: string, t: Translate): string =>
  isMinimum ? t('list.atLeast', { text }) : text

/** The row of a response, in `body` or bare. */
export function rowOf({ json }: ApiResponse): Row {
  const { body } = json as { body?: Row }
  return body ?? (json as Row)
}

/** The status of a page that shows these responses: 200 if any of them is a 200, else the status of the first. */
export const statusOf = (answers: readonly ApiResponse[]): number =>
  answers.some(({ status }) => status === 200) ? 200 : (answers[0]?.status ?? 200)

/** The first response that is not a 200. */
export const firstFailed = (answers: readonly ApiResponse[]): ApiResponse | undefined =>
  answers.find(({ status }) => status !== 200)

/** Maximum number of ids in one request. */
export const maxIds = 100

/** Removes duplicates and splits ids into chunks of at most `maxIds`. */
export function chunkIds(ids: readonly string[]): readonly (readonly string[])[] {
  const distinct = [...new Set(ids)]
  return Array.from({ length: Math.ceil(distinct.length / maxIds) }, (_, at) =>
    distinct.slice(at * maxIds, (at + 1) * maxIds),
  )
}
