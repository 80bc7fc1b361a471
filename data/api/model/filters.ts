// Query parameters that select rows, as data. Endpoints of the catalog and of the live store declare filters in the same
// way; each store executes the conditions that `conditionsOf` makes of a request's values.
import type { Column, Columns } from './columns.ts'
import { convert, type Condition, type Conversion, type Operator } from './conditions.ts'
import * as codecs from './values/codecs.ts'
import type { Codec, Value } from './values/codecs.ts'
import {
  maxRanges,
  maxValues,
  oneOrSeveral,
  readSlugRange,
  severalOf,
  slugRanges,
  type NumberRange,
} from './values/list-codecs.ts'
import type { Params, Values } from './values/params.ts'

export interface Filter {
  readonly param: string
  readonly column: string
  /** Columns that may match instead. */
  readonly or?: readonly string[]
  /** `oneOf` takes one or several values. */
  readonly operator: Operator
  readonly codec: Codec
  readonly summary: string
  readonly default?: Value
  /** How given and stored texts are converted before they are compared. */
  readonly as?: Conversion
  /** Compares the localized text, not the key. */
  readonly localized?: boolean
  /** The value must be one of the column's usual values, or occur in the patch. */
  readonly checked?: boolean
  /** The resource whose facets list the values. */
  readonly facetOf?: string
  /** The resource whose ids or archetypes the values are. */
  readonly references?: string
  /** The resource whose raw upstream keys are accepted as values. */
  readonly keysOf?: string
}

/** Filters as a list declares them; `bindFilters` completes them from the columns. */
export type FilterDeclaration = (columns: Columns) => readonly Filter[]

/** The filters of a list with these columns; `resource` is the name of the resource, unless the list is of live data. */
export const bindFilters = (
  declarations: readonly FilterDeclaration[],
  columns: Columns,
  resource?: string,
): readonly Filter[] =>
  declarations.flatMap((bind) =>
    bind(columns).map((filter) => {
      const { facet, references: [target] = [] } = columns[filter.column] ?? {}
      const references = target?.to[0]
      const keysOf = target?.by === 'id' ? references : undefined
      return {
        ...(keysOf !== undefined && { keysOf }),
        ...filter,
        ...(facet && resource !== undefined && { facetOf: resource }),
        ...(references !== undefined && { references }),
      }
    }),
  )

/** Filters over families of columns take slugs, which only the catalog can check. */
const isOfFamily = ({ column }: Filter) => column.endsWith('*')

/** The query parameters of filters. */
export const paramsOf = (filters: readonly Filter[]): Params =>
  Object.fromEntries(
    filters.map((filter) => {
      const { param, codec, summary, default: byDefault } = filter
      const checked = isOfFamily(filter) && { checked: true as const }
      return [param, { codec, summary, ...(byDefault !== undefined && { default: byDefault }), ...checked }]
    }),
  )

const indexCache = new WeakMap<readonly Filter[], ReadonlyMap<string, number>>()

/** Maps parameters to the indexes of their filters; computed once per list. */
function indexByParam(filters: readonly Filter[]): ReadonlyMap<string, number> {
  const known = indexCache.get(filters)
  if (known) return known
  const places = new Map(filters.map(({ param }, place) => [param, place]))
  if (places.size < filters.length) throw new Error('Two filters have the same parameter.')
  indexCache.set(filters, places)
  return places
}

export type GivenFilter = readonly [filter: Filter, given: Value]

/** The filters that have a value, in their order. Iterates over the values, which are fewer than the filters. */
export function givenFilters(filters: readonly Filter[], values: Values): GivenFilter[] {
  const places = indexByParam(filters)
  const given = Object.keys(values).filter((name) => places.has(name) && values[name] !== undefined)
  given.sort((a, b) => (places.get(a) as number) - (places.get(b) as number))
  return given.map((name) => [filters[places.get(name) as number] as Filter, values[name] as Value])
}

/** The conditions of a request's values; a filter without a value adds none. */
export const conditionsOf = (filters: readonly Filter[], values: Values): Condition[] =>
  givenFilters(filters, values).flatMap(([filter, given]) => conditionsOfOne(filter, given))

function conditionsOfOne(filter: Filter, given: Value): Condition[] {
  const { column, or, operator, as, localized } = filter
  if (operator === 'greatest') return greatestConditions(filter, given)
  const condition = { column, or, as, localized }
  if (operator !== 'oneOf') return [{ ...condition, operator, value: convert(given, as) }]
  const several = severalOf(given).map((value) => String(convert(value, as)))
  const [only = ''] = several
  return several.length > 1
    ? [{ ...condition, operator, value: several }]
    : [{ ...condition, operator: 'equal', value: only }]
}

/** The columns that a slug stands for in a filter over families of columns such as `primary_max_*`. */
export const columnsOfSlug = ({ column, or = [] }: Pick<Filter, 'column' | 'or'>, slug: string): readonly string[] =>
  [column, ...or].map((family) => family.replace('*', slug))

/** The slugs for which a filter over families of columns has a column among these names; sorted. */
export function slugsOf({ column, or = [] }: Pick<Filter, 'column' | 'or'>, names: readonly string[]): string[] {
  const starts = [column, ...or].map((family) => family.slice(0, -1))
  const slugs = names.flatMap((name) =>
    starts.filter((one) => name.startsWith(one)).map((one) => name.slice(one.length)),
  )
  return [...new Set(slugs)].sort()
}

/** The slugs and ranges in the value of a filter over families of columns. */
export const slugRangesOf = (given: Value): (readonly [slug: string, range: NumberRange])[] =>
  String(given)
    .split(',')
    .flatMap((part) => {
      const read = readSlugRange(part)
      return read ? [read] : []
    })

function greatestConditions(filter: Filter, given: Value): Condition[] {
  return slugRangesOf(given).map(([slug, value]) => {
    const [column = '', ...or] = columnsOfSlug(filter, slug)
    return { column, or, operator: 'greatest', value }
  })
}

/** Declares filters on one column. Throws if the column is not declared. */
const onColumn =
  (name: string, ...filters: readonly Omit<Filter, 'column'>[]): FilterDeclaration =>
  (columns) => {
    columnOf(columns, name)
    return filters.map((filter) => ({ ...filter, column: name }))
  }

function columnOf(columns: Columns, name: string): Column {
  const column = columns[name]
  if (!column) throw new Error(`A filter names the column ${name}, which is not declared`)
  return column
}

interface ExactOptions {
  readonly param?: string
  /** `id` (the default): raw keys count as ids. `tag`: tags, ids and raw keys are equivalent. `text`: compared unchanged. */
  readonly as?: 'id' | 'tag' | 'text'
  /** Columns that may match instead. */
  readonly or?: readonly string[]
  readonly default?: Value
  /** The resource whose facets list the values, if it is not the list's own. */
  readonly facetOf?: string
  /** The resource whose raw keys are accepted, if the column declares no reference. */
  readonly keysOf?: string
}

/** Equality; a list column matches if one of its elements does. On a column with usual values, any of several values. */
export function exact(name: string, options: ExactOptions = {}): FilterDeclaration {
  const { param = name, as = 'id', ...others } = options
  return (columns) => {
    const column = columnOf(columns, name)
    const isText = column.type !== 'integer'
    const usual = isText ? column.usual : undefined
    const words = as === 'tag' ? ': a tag, an id or a raw key' : isId(column) ? ': an id or a raw upstream key' : ''
    return [
      {
        ...others,
        ...{ param, column: name, operator: usual ? 'oneOf' : 'equal' },
        codec: usual ? oneOrSeveral(usual) : isText ? codecs.text() : codecs.integer(),
        summary: `Exact \`${name}\`${words}${usual ? `; any of several with commas, ${maxValues} at most` : ''}.`,
        ...(isText && as !== 'text' && { as }),
        ...(column.facet && usual && { checked: true }),
      },
    ]
  }
}

const isId = ({ kind, references = [] }: Column) => kind !== undefined || references.some(({ by }) => by === 'id')

/** Matches a substring of the text, ignoring case; a localization key is replaced by its text first. */
export const substring =
  (name: string, param: string = name): FilterDeclaration =>
  (columns) => [
    {
      ...{ param, column: name, operator: 'containing', codec: codecs.text() },
      summary: `Substring of \`${name}\`, whatever the case; every character is literal.`,
      ...(columnOf(columns, name).localizable && { localized: true }),
    },
  ]

/** Matches a substring of the id; `_` and `%` are literal. */
export const idLike = (): FilterDeclaration => () => [
  {
    ...{ param: 'id_like', column: 'id', operator: 'containing', codec: codecs.text() },
    summary: 'Substring of the id; `_` is literal.',
  },
]

/** Inclusive bounds, with parameters called `low` and `high`. */
export const between = (name: string, low: string, high: string, codec = codecs.integer()): FilterDeclaration =>
  onColumn(
    name,
    { param: low, operator: 'atLeast', codec, summary: `Least \`${name}\`, inclusive.` },
    { param: high, operator: 'atMost', codec, summary: `Greatest \`${name}\`, inclusive.` },
  )

/** Inclusive bounds `min_<param>` and `max_<param>` on the column `name`. */
export const range = (param: string, name: string = param, codec?: Codec): FilterDeclaration =>
  between(name, `min_${param}`, `max_${param}`, codec)

/** Bounds `from`, inclusive, and `to`, exclusive, on a column of instants. */
export function within(name: string): FilterDeclaration {
  const both = { codec: codecs.instant(), as: 'instant' } as const
  return onColumn(
    name,
    { ...both, param: 'from', operator: 'atLeast', summary: `From this \`${name}\` on, ISO 8601.` },
    { ...both, param: 'to', operator: 'below', summary: `Before this \`${name}\`, ISO 8601.` },
  )
}

/** Equality on a boolean column. */
export function flag(name: string): FilterDeclaration {
  const summary = `Only rows whose \`${name}\` is this.`
  return onColumn(name, { param: name, operator: 'equal', codec: codecs.flag(), summary })
}

/**
 * Takes slugs, each of which completes these families of columns, optionally with a range: a row matches if, for every
 * slug, the greatest value of its columns lies in the range.
 */
export function greatest(param: string, ...families: readonly [string, ...string[]]): FilterDeclaration {
  const [column, ...or] = families
  return (columns) => {
    for (const family of families) columnOf(columns, family)
    const summary = `\`<slug>\` or \`<slug>:<least>..<greatest>\`, several with commas, ${maxRanges} at most: rows that have all of them, the greatest of ${families.map((family) => `\`${family.replace('*', '<slug>')}\``).join(' and ')} in the range. Either bound may be left out.`
    return [{ param, column, or, operator: 'greatest', codec: slugRanges(), summary }]
  }
}

/** Matches rows in which a column has a value, or those in which it has none. */
export function presence(param: string, name: string): FilterDeclaration {
  const summary = `Only rows with (true) or without (false) \`${name}\`.`
  return onColumn(name, { param, operator: 'present', codec: codecs.flag(), summary })
}
