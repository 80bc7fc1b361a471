// Validation errors of the parameters that select rows and columns: unknown columns, and parameters that exclude each
// other.
import type { Columns } from '../model/columns.ts'
import { columnsOfSlug, slugRangesOf, slugsOf, type GivenFilter } from '../model/filters.ts'
import type { Endpoint } from '../model/endpoint.ts'
import {
  fieldNames,
  isScalar,
  displayedColumns,
  sortableColumns,
  sortKeysOf,
  wildcardsOf,
} from '../model/row-params.ts'
import type { Resource } from '../model/resource.ts'
import type { CatalogStore } from '../model/store.ts'
import { maxReportedNames, type ParameterError } from '../model/values/errors.ts'
import { nearest, type Values } from '../model/values/params.ts'
import { positionParams, sortedPositionOf } from '../model/values/row-positions.ts'

/** Errors for parameters that select or order rows in addition to `ids`. */
export function conflictsWithIds({ filters, params }: Endpoint, values: Values): ParameterError[] {
  if (values.ids === undefined) return []
  const isGiven = (name: string) => values[name] !== params[name]?.default
  const chosen = filters.filter(({ param }) => isGiven(param))
  return [
    ...chosen.map(({ param }) => ({ parameter: param, message: 'does not go with ids, which names the rows' })),
    ...(isGiven('sort') ? [{ parameter: 'sort', message: 'does not go with ids, which names the order too' }] : []),
    ...Object.keys(positionParams)
      .filter((name) => params[name] && isGiven(name))
      .map((parameter) => ({ parameter, message: 'does not go with ids, whose pages have numbers' })),
  ]
}

/** Errors for parameters of pages in addition to `format`, whose answer has all rows. */
export function conflictsWithFormat(
  { envelope }: Endpoint,
  values: Values,
  given: ReadonlySet<string>,
): ParameterError[] {
  if (values.format === undefined) return []
  const ofPages = Object.keys(envelope?.params ?? {}).filter((name) => name !== 'sort' && given.has(name))
  const message = 'does not go with format, whose answer has all rows: leave one of them out'
  return ofPages.map((parameter) => ({ parameter, message }))
}

/** Errors for positions (`older_than`, `after_row`) that do not belong to the requested order. */
export function misplacedPosition({ rowColumns = {}, envelope, params }: Endpoint, values: Values): ParameterError[] {
  if (!params.after_row) return []
  const keys = sortKeysOf(values, envelope)
  const after = sortedPositionOf(values.after_row)
  if (keys.length > 0 && values.older_than !== undefined)
    return [{ parameter: 'older_than', message: 'does not go with sort, whose pages carry `after_row`' }]
  if (!after) return []
  if (keys.length === 0)
    return [{ parameter: 'after_row', message: 'goes with the `sort` of the list that carried it' }]
  const columns = displayedColumns(rowColumns)
  const isOfKeys =
    after.values.length === keys.length &&
    keys.every(({ column }, at) => columns.get(column)?.schema.nullable().safeParse(after.values[at]).success)
  return isOfKeys ? [] : [{ parameter: 'after_row', message: 'has other values than those of the columns in `sort`' }]
}

/** Errors for names in `sort` and `fields` that are not columns of the rows at any patch, or by which rows cannot be sorted. */
export function unknownColumns(
  endpoint: Endpoint,
  values: Values,
  store: CatalogStore,
  scope: number,
): ParameterError[] {
  const { params, envelope, resource, rowColumns: columns = resource?.columns } = endpoint
  if (!columns || (values.sort === undefined && values.fields === undefined)) return []
  const isKnown = knownColumnTest(columns, resource, store, scope)
  return [
    ...(params.sort
      ? sortKeysOf(values, envelope).flatMap(({ column }) => sortError(columns, column, isKnown, resource?.parts) ?? [])
      : []),
    ...(params.fields && values.fields !== undefined ? fieldErrors(columns, String(values.fields), isKnown) : []),
  ]
}

/** Errors for slugs that match no column at any patch, in filters over families of columns. */
export function unknownSlugsOfFamilies(
  { resource }: Endpoint,
  filters: readonly GivenFilter[],
  store: CatalogStore,
  scope: number,
) {
  if (!resource) return []
  return filters.flatMap(([filter, given]): ParameterError[] => {
    if (filter.operator !== 'greatest') return []
    const isKnown = knownColumnTest(resource.columns, resource, store, scope)
    const slugs = slugRangesOf(given).map(([slug]) => slug)
    const unknown = slugs.filter((slug) => !columnsOfSlug(filter, slug).some(isKnown))
    if (unknown.length === 0) return []
    const allowed = slugsOf(
      filter,
      scopesOf(resource, store, scope).flatMap((one) => store.columnsOf(resource, one)),
    )
    return unknownNames(filter.param, unknown, allowed, 'which no column has')
  })
}

/** Returns a test of whether rows have a column of a name at any patch. */
function knownColumnTest(columns: Columns, resource: Resource | undefined, store: CatalogStore, scope: number) {
  const declared = displayedColumns(columns)
  let scopes: number[] | undefined
  const isRead = (name: string) =>
    resource !== undefined &&
    !Object.hasOwn(resource.columns, name) &&
    (scopes ??= scopesOf(resource, store, scope)).some((one) => namesAsSet(store.columnsOf(resource, one)).has(name))
  return (name: string): boolean => declared.has(name) || Object.hasOwn(resource?.parts ?? {}, name) || isRead(name)
}

const setCache = new WeakMap<readonly string[], ReadonlySet<string>>()

/** A list of names as a set; computed once per list. */
function namesAsSet(list: readonly string[]): ReadonlySet<string> {
  const known = setCache.get(list)
  if (known) return known
  const made = new Set(list)
  setCache.set(list, made)
  return made
}

/** This scope and, for resources that belong to patches, all patches. */
const scopesOf = ({ mode }: Resource, { patches }: CatalogStore, scope: number): number[] =>
  mode.column === undefined ? [scope] : [scope, ...patches.all.map(({ id }) => id)]

const notAColumn = 'which is not a column'

type ColumnTest = ReturnType<typeof knownColumnTest>

function sortError(
  columns: Columns,
  name: string,
  isKnown: ColumnTest,
  parts: Resource['parts'] = {},
): ParameterError | undefined {
  if (!isKnown(name)) return unknownName('sort', name, sortableColumns(columns), notAColumn)
  const column = displayedColumns(columns).get(name)
  if (!Object.hasOwn(parts, name) && (!column || isScalar(column))) return undefined
  const allowed = sortableColumns(columns)
  return {
    parameter: 'sort',
    message: `got ${name}, which has more than one value: rows are sorted by single values`,
    allowed,
  }
}

function fieldErrors(columns: Columns, fields: string, isKnown: ColumnTest): ParameterError[] {
  const wildcards = wildcardsOf(columns)
  const unknown = fields.split(',').filter((name) => !isKnown(name) && !wildcards.includes(name))
  return unknownNames('fields', unknown, fieldNames(columns), notAColumn)
}

/** One error for each of the first names that are not allowed, and one that counts the others. */
export function unknownNames(
  parameter: string,
  names: readonly string[],
  allowed: readonly string[],
  what: string,
): ParameterError[] {
  const reported = names.slice(0, maxReportedNames).map((name) => unknownName(parameter, name, allowed, what))
  const more = names.length - reported.length
  if (more === 0) return reported
  return [...reported, { parameter, message: `has ${more} more wrong ${more === 1 ? 'name' : 'names'}` }]
}

/** The error for a name that is not allowed, with the allowed name that it resembles. */
function unknownName(parameter: string, name: string, allowed: readonly string[], what: string): ParameterError {
  const near = nearest(name, allowed)
  return {
    parameter,
    message: `got ${JSON.stringify(name)}, ${what}`,
    allowed,
    ...(near !== undefined && { did_you_mean: near }),
  }
}
