import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import { sortableColumns } from '../../../../data/api/model/row-params.ts'

/** How rows are sorted by a column, and how they are if its heading is clicked. */
interface ColumnOrder {
  /** Value of `sort` after a click; undefined for the default order of the list. */
  readonly next: string | undefined
  readonly sorted: 'ascending' | 'descending' | undefined
}

export const isNumberType = (type: string | undefined) => /^(integer|number)$/.test(type ?? '')

/** Returns the columns by which a list can be sorted. */
export const sortableColumnsOf = ({ params, resource }: Endpoint): ReadonlySet<string> =>
  new Set(params.sort && resource ? sortableColumns(resource.columns) : [])

/** The first click sorts numbers in descending and texts in ascending order, the second reverses that, the third resets it. */
export function columnOrder({ resource }: Endpoint, column: string, sort: string | null): ColumnOrder {
  const up = column
  const down = `-${column}`
  const [first, second] = isNumberType(resource?.columns[column]?.type) ? [down, up] : [up, down]
  const sorted = sort === up ? 'ascending' : sort === down ? 'descending' : undefined
  return { sorted, next: sort === first ? second : sort === second ? undefined : first }
}

/** Returns the column with the names of rows. */
export const nameColumnOf = (list: Endpoint): string =>
  ['name', 'title'].find((name) => sortableColumnsOf(list).has(name)) ?? 'id'

/** Turns the call of a list into one for all of its rows as CSV, with the given columns. */
export function csvTarget(call: string, columns: readonly string[]): string {
  const [path = '', query] = call.split('?')
  const search = new URLSearchParams(query)
  for (const name of ['page', 'cursor', 'limit', 'fields']) search.delete(name)
  search.set('format', 'csv')
  search.set('fields', columns.join(','))
  return `${path}?${search}`
}
