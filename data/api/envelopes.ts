import { integer, oneOf, Refusal, text } from './codecs.ts'
import type { Params, Values } from './params.ts'

/** Which of the selected rows a page holds. */
export interface Window {
  readonly offset: number
  readonly limit: number
  readonly descending: boolean
}

export interface Limits {
  readonly default: number
  readonly max: number
}

/** How a list is cut into pages and wrapped (spec 4.1). */
export interface Envelope {
  readonly kind: 'page' | 'cursor'
  readonly limits: Limits
  readonly params: Params
  /** The envelope of one request; its own self but where a parameter decides. */
  of(values: Values): Envelope
  window(values: Values): Window
  /** The values that ask for the page after this one. */
  following(values: Values): Record<string, number>
  /** `next` is a JSON text: the page's URL, a token, or `null`. */
  wrap(rows: readonly string[], total: number, values: Values, next: string, totalIsMinimum?: boolean): string
}

const limitParam = ({ default: byDefault, max }: Limits) => ({
  limit: { codec: integer({ min: 1, max }), default: byDefault, summary: `Rows per page, ${max} at most.` },
})

const cursorParam = (summary: string) => ({ cursor: { codec: cursorText, summary } })
const cursorText = { ...text(), read: (given: string) => (given === '' ? new Refusal('is empty') : given) }

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
      return { offset: (Number(values.page) - 1) * limit, limit, descending: values.sort === 'desc' }
    },
    following: (values) => ({ page: Number(values.page) + 1 }),
    wrap(rows, total, values, next, totalIsMinimum) {
      const pages = Math.ceil(total / Number(values.limit))
      const numbers = `"count":${rows.length},"limit":${values.limit},"page":${values.page},"num_pages":${pages},"total":${total}`
      const minimum = totalIsMinimum ? ',"total_is_minimum":true' : ''
      return `{"pagination":{${numbers}${minimum},"next":${next}},"body":[${rows.join(',')}]}`
    },
  }
}

/** `sort`, `limit` and `cursor`; rows in `rows`. `after`, the number of rows passed, stands in cursors only. */
export function cursor(limits: Limits = { default: 50, max: 200 }): Envelope {
  return {
    kind: 'cursor',
    limits,
    of() {
      return this
    },
    params: {
      sort: { codec: oneOf(['asc', 'desc']), default: 'asc', summary: 'Order of ids.' },
      ...limitParam(limits),
      ...cursorParam('`next` of a previous answer: the rows after it.'),
    },
    window: (values) => ({
      offset: Number(values.after ?? 0),
      limit: Number(values.limit),
      descending: values.sort === 'desc',
    }),
    following: (values) => ({ after: Number(values.after ?? 0) + Number(values.limit) }),
    wrap: (rows, _total, values, next) =>
      `{"count":${rows.length},"limit":${values.limit},"sort":"${values.sort}","next":${next},"rows":[${rows.join(',')}]}`,
  }
}

/** The cursor envelope; with `page` given, the page envelope (spawners, DESIGN 3). */
export function cursorOrPage(limits: Limits): Envelope {
  const byCursor = cursor(limits)
  const byPage = page(limits)
  const pageNumber = { codec: integer({ min: 1 }), summary: 'Page number, from 1: the answer is a page list then.' }
  return {
    ...byCursor,
    params: { page: pageNumber, ...byCursor.params },
    of: (values) => (values.page === undefined ? byCursor : byPage),
  }
}

/** A single row in `body` (spec 2.1). */
export const inBody = (row: string) => `{"body":${row}}`
