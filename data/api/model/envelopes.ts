import { integer, ParseError, text } from './values/codecs.ts'
import { sortOrder } from './values/list-codecs.ts'
import type { Params, Values } from './values/params.ts'
import { positionParams } from './values/row-positions.ts'

/** Which of the selected rows are on a page. */
export interface Window {
  readonly offset: number
  readonly limit: number
  readonly descending: boolean
}

export interface Limits {
  readonly default: number
  readonly max: number
}

/** What an envelope shows of some lists. */
interface Wrapped {
  readonly totalIsMinimum?: boolean
  readonly beside?: Readonly<Record<string, unknown>>
}

/** The columns that a list in order of time is ordered by, the newest row first: an instant, then an integer id. */
export interface TimeKey {
  readonly at: string
  readonly id: string
}

/** How a list is cut into pages and wrapped. */
export interface Envelope {
  readonly kind: 'page' | 'cursor'
  readonly limits: Limits
  readonly params: Params
  /** Pages go on after the last row of the page before, by this key, not by the number of rows passed. */
  readonly timeKey?: TimeKey
  /** The envelope of one request: itself, unless a parameter decides. */
  of(values: Values): Envelope
  window(values: Values): Window
  /** The values that ask for the page after this one. */
  following(values: Values): Record<string, number>
  /** `next` is a JSON text: the page's URL, a token, or `null`. The fields of `beside` are added next to the rows. */
  wrap(rows: readonly string[], total: number, values: Values, next: string, more?: Wrapped): string
}

const fieldsOf = (beside: Readonly<Record<string, unknown>>): string =>
  Object.entries(beside)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('')

/**
 * Joins rows behind a start, and closes their list, in a single copy; a template literal around joined rows would be
 * copied once more when it is encoded.
 */
function closedAfter(start: string, rows: readonly string[]): string {
  const parts = [start]
  for (const row of rows) parts.push(row, ',')
  if (rows.length > 0) parts.pop()
  parts.push(']}')
  return parts.join('')
}

const limitParam = ({ default: byDefault, max }: Limits) => ({
  limit: { codec: integer({ min: 1, max }), default: byDefault, summary: `Rows per page, ${max} at most.` },
})

const cursorParam = (summary: string) => ({ cursor: { codec: cursorText, summary } })
/** As long as the parameters of its list make it. */
const cursorText = {
  ...text(),
  schema: { type: 'string', minLength: 1 },
  read: (given: string) => (given === '' ? new ParseError('is empty') : given),
}

/** The page envelope of a list in order of time: `next` neither repeats nor skips rows while new ones arrive. */
export function pageByTime(timeKey: TimeKey): Envelope {
  const byPage = page()
  return {
    ...byPage,
    timeKey,
    params: { ...byPage.params, ...positionParams },
    window: (values) => ({
      ...byPage.window(values),
      ...((values.older_than ?? values.after_row) !== undefined && { offset: 0 }),
    }),
  }
}

/** `page` and `limit`; rows in `body`. */
export function page(limits: Limits = { default: 25, max: 250 }): Envelope {
  return {
    kind: 'page',
    limits,
    of() {
      return this
    },
    params: {
      page: { codec: integer({ min: 1 }), default: 1, summary: 'Page number, from 1.' },
      ...limitParam(limits),
      ...cursorParam('`pagination.next` of a previous answer: that page.'),
    },
    window: (values) => {
      const limit = Number(values.limit)
      return { offset: (Number(values.page) - 1) * limit, limit, descending: false }
    },
    following: (values) => ({ page: Number(values.page) + 1 }),
    wrap(rows, total, values, next, { totalIsMinimum, beside = {} } = {}) {
      const pages = Math.ceil(total / Number(values.limit))
      const numbers = `"count":${rows.length},"limit":${values.limit},"page":${values.page},"num_pages":${pages},"total":${total}`
      const minimum = totalIsMinimum ? ',"total_is_minimum":true' : ''
      return closedAfter(`{"pagination":{${numbers}${minimum},"next":${next}},${fieldsOf(beside)}"body":[`, rows)
    },
  }
}

/** `sort`, `limit` and `cursor`; rows in `rows`. `after`, the number of rows passed, is in cursors only. */
export function cursor(limits: Limits = { default: 50, max: 200 }): Envelope {
  return {
    kind: 'cursor',
    limits,
    of() {
      return this
    },
    params: {
      sort: {
        codec: sortOrder(['-id'], ['asc', 'desc']),
        default: 'asc',
        checked: true,
        summary:
          'Order of ids, or columns to sort by, `-` before one for descending. Absent values come last, ties by id.',
      },
      ...limitParam(limits),
      ...cursorParam('`next` of a previous answer: the rows after it.'),
    },
    window: (values) => ({
      offset: Number(values.after ?? 0),
      limit: Number(values.limit),
      descending: values.sort === 'desc',
    }),
    following: (values) => ({ after: Number(values.after ?? 0) + Number(values.limit) }),
    wrap: (rows, _total, values, next, { beside = {} } = {}) =>
      closedAfter(
        `{"count":${rows.length},"limit":${values.limit},"sort":"${values.sort}","next":${next},${fieldsOf(beside)}"rows":[`,
        rows,
      ),
  }
}

/** The cursor envelope; with `page` given, the page envelope (spawners). */
export function cursorOrPage(limits: Limits): Envelope {
  const byCursor = cursor(limits)
  const paged = page(limits)
  const byPage = {
    ...paged,
    window: (values: Values) => ({ ...paged.window(values), descending: values.sort === 'desc' }),
  }
  const pageNumber = { codec: integer({ min: 1 }), summary: 'Page number, from 1: the answer is a page list then.' }
  return {
    ...byCursor,
    params: { page: pageNumber, ...byCursor.params },
    of: (values) => (values.page === undefined ? byCursor : byPage),
  }
}

/** A single row in `body`. */
export const inBody = (row: string) => `{"body":${row}}`
