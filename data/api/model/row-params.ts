// Parameters that every list or single row has by its columns: which rows, in which order, with which columns.
import { type Column, type Columns } from './columns.ts'
import { displayedName } from './schemas.ts'
import type { Envelope } from './envelopes.ts'
import type { Resource } from './resource.ts'
import { oneOf } from './values/codecs.ts'
import { columnNames, idList, sortOrder } from './values/list-codecs.ts'
import type { Params, Values } from './values/params.ts'

export interface SortKey {
  /** As rows show it. */
  readonly column: string
  readonly descending: boolean
}

const isFamily = (name: string) => name.endsWith('*')

/** A column of single values, by which rows can be sorted. */
export const isScalar = ({ type, asset }: Column): boolean =>
  type !== 'list' && type !== 'object' && asset?.displayed !== 'object'

/** `primary_*` and `primary_max_*` for the family `primary_max_*`: the wildcards that `fields` takes. */
export function wildcardsOf(columns: Columns): string[] {
  const starts = Object.keys(columns)
    .filter(isFamily)
    .flatMap((family) => [...family.matchAll(/_/g)].map(({ index }) => `${family.slice(0, index + 1)}*`))
  return [...new Set(starts)]
}

const shown = new WeakMap<Columns, ReadonlyMap<string, Column>>()

/** The declared columns by the names that rows show, families aside. */
export function shownColumns(columns: Columns): ReadonlyMap<string, Column> {
  const known = shown.get(columns)
  if (known) return known
  const plain = Object.entries(columns).filter(([name]) => !isFamily(name))
  const made = new Map(plain.map(([name, column]) => [displayedName(name, column), column]))
  shown.set(columns, made)
  return made
}

/** What is allowed in `sort`: columns of single values, families by their wildcard. */
export const sortableColumns = (columns: Columns): string[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    isScalar(column) && !column.detail ? [displayedName(name, column)] : [],
  )

/** What is allowed in `fields`. */
export const fieldNames = (columns: Columns): string[] => [...shownColumns(columns).keys(), ...wildcardsOf(columns)]

/** `fields`, for rows of these columns. */
export const fieldsParam = (columns: Columns): Params => ({
  fields: {
    codec: columnNames(fieldNames(columns).slice(0, 3)),
    checked: true,
    summary: `Only these columns and the id${wildcardsOf(columns).length > 0 ? '; `primary_*` stands for all that begin so' : ''}. Others are left out, required or not.`,
  },
})

/** `ids`, for a list whose rows have an id. */
const idsParam = (columns: Columns): Params =>
  columns.id === undefined
    ? {}
    : {
        ids: {
          codec: idList(),
          summary: 'Rows of these ids or raw upstream keys, 100 at most, in this order; `missing` names the others.',
        },
      }

/** `sort`, for a page list. */
const sortParam = (columns: Columns): Params => ({
  sort: {
    codec: sortOrder(sortableColumns(columns).slice(0, 2)),
    checked: true,
    summary: 'Columns to sort by, `-` before one for descending. Absent values come last, ties by id.',
  },
})

/** The media types of `format`. */
export const exportTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type ExportFormat = keyof typeof exportTypes

/** `format`, for a list that can be had whole. */
export const formatParam: Params = {
  format: {
    codec: oneOf(Object.keys(exportTypes)),
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

/** The columns that `sort` names; none where rows are in the order of ids. On cursor lists `asc` and `desc` are not columns. */
export function sortKeysOf({ sort }: Values, envelope: Envelope | undefined): readonly SortKey[] {
  if (sort === undefined || (envelope?.params.sort && (sort === 'asc' || sort === 'desc'))) return []
  return String(sort)
    .split(',')
    .map((part) => ({ column: part.replace('-', ''), descending: part.startsWith('-') }))
}

/** The ids that `ids` names, as they are given; undefined if it is absent. */
export const idsOf = ({ ids }: Values): readonly string[] | undefined =>
  ids === undefined ? undefined : String(ids).split(',')

/** Tells whether a column is selected; undefined if all are. */
export type FieldChoice = (name: string) => boolean

/** The columns that `fields` selects, always including keys. */
export function fieldsOf({ fields }: Values, key: readonly string[] = ['id']): FieldChoice | undefined {
  if (fields === undefined) return undefined
  const names = String(fields).split(',')
  const plain = new Set([...key, ...names])
  const starts = names.filter(isFamily).map((name) => name.slice(0, -1))
  return (name) => plain.has(name) || starts.some((start) => name.startsWith(start))
}
