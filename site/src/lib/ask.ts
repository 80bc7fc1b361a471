/** What the API answered: its JSON, or a problem. */
export interface Asked {
  readonly status: number
  /** The target as it was asked. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
}

export type Ask = (target: string) => Promise<Asked>

export type Row = Readonly<Record<string, unknown>>

export interface Page {
  readonly rows: readonly Row[]
  readonly total: number | undefined
  readonly page: number
  readonly pages: number | undefined
  /** Of a list that goes by cursor: what `cursor` is for the rows after these. */
  readonly cursor: string | undefined
}

/** The rows of a list in either envelope. */
export function pageOf({ json }: Asked): Page {
  const { body, rows, pagination, next } = json as {
    body?: readonly Row[]
    rows?: readonly Row[]
    next?: string | null
    pagination?: { total: number; page: number; num_pages: number }
  }
  return {
    rows: body ?? rows ?? [],
    total: pagination?.total,
    page: pagination?.page ?? 1,
    pages: pagination?.num_pages,
    cursor: pagination ? undefined : (next ?? undefined),
  }
}

/** The row of a single answer, in `body` or bare. */
export function rowOf({ json }: Asked): Row {
  const { body } = json as { body?: Row }
  return body ?? (json as Row)
}

/** The status of a page that these answers make: 200 where there is any to show, else that of the first. */
export const statusOf = (answers: readonly Asked[]): number =>
  answers.some(({ status }) => status === 200) ? 200 : (answers[0]?.status ?? 200)

/** The first that is not there to show. */
export const unansweredOf = (answers: readonly Asked[]): Asked | undefined =>
  answers.find(({ status }) => status !== 200)
