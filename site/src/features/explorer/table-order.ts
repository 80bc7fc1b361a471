import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import { sortableColumns } from '../../../../data/api/model/row-params.ts'

/** What the head of a column says of the order of rows, and what choosing it leads to. */
interface ColumnOrder {
  /** The next value of `sort`; undefined for the list's own order. */
  readonly next: string | undefined
  readonly sorted: 'ascending' | 'descending' | undefined
}

export const isFigure = (type: string | undefined) => /^(integer|number)$/.test(type ?? '')

/** Names of the columns that a list can be sorted by. */
export const orderColumns = ({ params, resource }: Endpoint): ReadonlySet<string> =>
  new Set(params.sort && resource ? sortableColumns(resource.columns) : [])

/** Figures begin with the greatest, texts with A; the second choice turns that round, the third leaves the list's own order. */
export function columnOrder({ resource }: Endpoint, column: string, sort: string | null): ColumnOrder {
  const up = column
  const down = `-${column}`
  const [first, second] = isFigure(resource?.columns[column]?.type) ? [down, up] : [up, down]
  const sorted = sort === up ? 'ascending' : sort === down ? 'descending' : undefined
  return { sorted, next: sort === first ? second : sort === second ? undefined : first }
}

/** The column that says what a row is called. */
export const nameColumnOf = (list: Endpoint): string =>
  ['name', 'title'].find((name) => orderColumns(list).has(name)) ?? 'id'

/** The call for all rows of a list as a file for a spreadsheet, with these columns alone. */
export function csvTarget(call: string, columns: readonly string[]): string {
  const [path = '', query] = call.split('?')
  const search = new URLSearchParams(query)
  for (const name of ['page', 'cursor', 'limit', 'fields']) search.delete(name)
  search.set('format', 'csv')
  search.set('fields', columns.join(','))
  return `${path}?${search}`
}
