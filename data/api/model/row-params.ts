// Parameters that follow from the columns of a list or single row: which rows, in which order, with which columns.
import { type Column, type Columns } from './columns.ts'
import { displayedName } from './schemas.ts'
import type { Envelope } from './envelopes.ts'
import type { Resource } from './resource.ts'
import { oneOf } from './values/codecs.ts'
import { columnNames, idList, sortOrder } from './values/list-codecs.ts'
import type { Params, Values } from './values/params.ts'

export interface SortKey {
  /** The name under which rows show the column. */
  readonly column: string
  readonly descending: boolean
}

const isFamily = (name: string) => name.endsWith('*')

/** Whether a column has single values, by which rows can be sorted. */
export const isScalar = ({ type, asset }: Column): boolean =>
  type !== 'list' && type !== 'object' && asset?.displayed !== 'object'

/** The wildcards that `fields` accepts: `primary_*` and `primary_max_*` for the family `primary_max_*`. */
export function wildcardsOf(columns: Columns): string[] {
  const starts = Object.keys(columns)
    .filter(isFamily)
    .flatMap((family) => [...family.matchAll(/_/g)].map(({ index }) => `${family.slice(0, index + 1)}*`))
  return [...new Set(starts)]
}

const displayedColumnsCache = new WeakMap<Columns, ReadonlyMap<string, Column>>()

/** The declared columns by the names under which rows show them, without families. */
export function displayedColumns(columns: Columns): ReadonlyMap<string, Column> {
  const known = displayedColumnsCache.get(columns)
  if (known) return known
  const plain = Object.entries(columns).filter(([name]) => !isFamily(name))
  const made = new Map(plain.map(([name, column]) => [displayedName(name, column), column]))
  displayedColumnsCache.set(columns, made)
  return made
}

/** The names that `sort` accepts: columns of single values, families by their wildcard. */
export const sortableColumns = (columns: Columns): string[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    isScalar(column) && !column.detail ? [displayedName(name, column)] : [],
  )

/** The names that `fields` accepts. */
export const fieldNames = (columns: Columns): string[] => [...displayedColumns(columns).keys(), ...wildcardsOf(columns)]

/** The parameter `fields` for rows with these columns. */
export const fieldsParam = (columns: Columns): Params => ({
  fields: {
    codec: columnNames(fieldNames(columns).slice(0, 3)),
    checked: true,
    summary: `Only these columns and the id${wildcardsOf(columns).length > 0 ? '; `primary_*` stands for all that begin so' : ''}. Others are left out, required or not.`,
  },
})

/** The parameter `ids`, if rows have an id. */
const idsParam = (columns: Columns): Params =>
  columns.id === undefined
    ? {}
    : {
        ids: {
          codec: idList(),
          summary: 'Rows of these ids or raw upstream keys, 100 at most, in this order; `missing` names the others.',
        },
      }

/** The parameter `sort` of a page list. */
const sortParam = (columns: Columns): Params => ({
  sort: {
    codec: sortOrder(sortableColumns(columns).slice(0, 2)),
    checked: true,
    summary: 'Columns to sort by, `-` before one for descending. Absent values come last, ties by id.',
  },
})

/** The media types of `format`. */
export const exportMediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type ExportFormat = keyof typeof exportMediaTypes

/** The parameter `format`, for lists that can be downloaded as one file. */
export const formatParam: Params = {
  format: {
    codec: oneOf(Object.keys(exportMediaTypes)),
    isMedia: true,
    summary: 'All rows, up to 50,000, as one file instead of pages. In CSV nested values are JSON text.',
  },
}

/** The parameters of a resource's list that follow from its columns. */
export const listParams = ({ columns, envelope }: Pick<Resource, 'columns' | 'envelope'>): Params => ({
  ...(envelope?.params.sort ? {} : sortParam(columns)),
  ...idsParam(columns),
  ...fieldsParam(columns),
  ...formatParam,
})

/** The columns that `sort` names; none if rows are in order of ids, which cursor lists write as `asc` or `desc`. */
export function sortKeysOf({ sort }: Values, envelope: Envelope | undefined): readonly SortKey[] {
  if (sort === undefined || (envelope?.params.sort && (sort === 'asc' || sort === 'desc'))) return []
  return String(sort)
    .split(',')
    .map((part) => ({ column: part.replace('-', ''), descending: part.startsWith('-') }))
}

/** The ids in `ids`, as given; undefined if it is absent. */
export const idsOf = ({ ids }: Values): readonly string[] | undefined =>
  ids === undefined ? undefined : String(ids).split(',')

/** Tells whether a column is selected. */
export type FieldChoice = (name: string) => boolean

/** Returns a test for the columns that `fields` selects, which always include the key; undefined if all are selected. */
export function fieldChoiceOf({ fields }: Values, key: readonly string[] = ['id']): FieldChoice | undefined {
  if (fields === undefined) return undefined
  const names = String(fields).split(',')
  const plain = new Set([...key, ...names])
  const starts = names.filter(isFamily).map((name) => name.slice(0, -1))
  return (name) => plain.has(name) || starts.some((start) => name.startsWith(start))
}
