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

/** The default and the maximum number of rows per page. */
export interface Limits {
  readonly default: number
  readonly max: number
}

/** Optional fields of an envelope. `extraFields` are added next to the rows. */
interface WrapOptions {
  readonly totalIsMinimum?: boolean
  readonly extraFields?: Readonly<Record<string, unknown>>
}

/** The columns that order a list by time, newest row first: an instant, then an integer id. */
export interface TimeKey {
  readonly at: string
  readonly id: string
}

/** How a list is cut into pages and wrapped. */
export interface Envelope {
  readonly kind: 'page' | 'cursor'
  readonly limits: Limits
  readonly params: Params
  /** Pages continue after the last row of the previous page, by this key, rather than at a row number. */
  readonly timeKey?: TimeKey
  /** Returns the envelope of one request: this one, unless a parameter selects another. */
  of(values: Values): Envelope
  window(values: Values): Window
  /** Returns the values that request the next page. */
  nextValues(values: Values): Record<string, number>
  /** Returns the JSON text of a page. `next` is JSON text too: the next page's URL, a token, or `null`. */
  wrap(rows: readonly string[], total: number, values: Values, next: string, more?: WrapOptions): string
}

const fieldsOf = (extraFields: Readonly<Record<string, unknown>>): string =>
  Object.entries(extraFields)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('')

/**
 * Joins a start, rows and the closing brackets in a single copy; a template literal around joined rows would be copied
 * once more when it is encoded.
 */
function joinRows(start: string, rows: readonly string[]): string {
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
/** A cursor contains the parameters of its list, so its length is not limited. */
const cursorText = {
  ...text(),
  schema: { type: 'string', minLength: 1 },
  read: (given: string) => (given === '' ? new ParseError('is empty') : given),
}

/** The page envelope for lists ordered by time: `next` neither repeats nor skips rows while new ones arrive. */
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

/** The page envelope: parameters `page` and `limit`, rows in `body`. */
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
    nextValues: (values) => ({ page: Number(values.page) + 1 }),
    wrap(rows, total, values, next, { totalIsMinimum, extraFields = {} } = {}) {
      const pages = Math.ceil(total / Number(values.limit))
      const numbers = `"count":${rows.length},"limit":${values.limit},"page":${values.page},"num_pages":${pages},"total":${total}`
      const minimum = totalIsMinimum ? ',"total_is_minimum":true' : ''
      return joinRows(`{"pagination":{${numbers}${minimum},"next":${next}},${fieldsOf(extraFields)}"body":[`, rows)
    },
  }
}

/** The cursor envelope: parameters `sort`, `limit` and `cursor`, rows in `rows`. Cursors contain `after`, the number of rows to skip. */
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
    nextValues: (values) => ({ after: Number(values.after ?? 0) + Number(values.limit) }),
    wrap: (rows, _total, values, next, { extraFields = {} } = {}) =>
      joinRows(
        `{"count":${rows.length},"limit":${values.limit},"sort":"${values.sort}","next":${next},${fieldsOf(extraFields)}"rows":[`,
        rows,
      ),
  }
}

/** The cursor envelope for requests without `page`, the page envelope for those with it. */
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

/** The envelope of a single row. */
export const inBody = (row: string) => `{"body":${row}}`
