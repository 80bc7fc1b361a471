import type { Unit } from '../../../../../data/api/model/columns.ts'
import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import type { Filter } from '../../../../../data/api/model/filters.ts'
import { labelsOf, type LabelsByColumn } from '../../../request/facets.ts'
import type { Bounds } from '../../../request/row-lookup.ts'

export interface Choice {
  readonly slug: string
  readonly label: string
  /** Rows that would be shown; unknown where the list does not count. */
  readonly count?: number
}

/** The form control of a filter; without a label, its name in words is shown. */
export type Control = { readonly name: string; readonly label?: string } & (
  | { readonly kind: 'text' | 'flag' | 'instant' }
  | { readonly kind: 'number'; readonly least?: number }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[]; readonly isSeveral?: true }
  | { readonly kind: 'attribute'; readonly low: string; readonly high: string; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'range'
      readonly low: string
      readonly high: string
      readonly bounds?: Bounds
      /** The API takes no smaller number. */
      readonly least?: number
      readonly unit?: Unit
      /** The API takes no fractions. */
      readonly isWhole?: true
    }
)

/** What filters offer. */
interface Offered {
  readonly facets?: LabelsByColumn
  /** The rows of another resource, where a filter names one of them and they are few enough to choose from. */
  readonly choicesOf?: (resource: string) => readonly Choice[]
  /** Of the list's columns of numbers, in all of its rows. */
  readonly bounds?: ReadonlyMap<string, Bounds>
  /** Attributes by the slugs that a filter over them takes. */
  readonly attributes?: readonly Choice[]
}

export interface Controls {
  readonly search?: Control
  /** Shown at once. */
  readonly first: readonly Control[]
  /** Behind "More filters". */
  readonly more: readonly Control[]
}

const maxPrimaryFilters = { choice: 4, attribute: 1, range: 2, flag: 1 }

export const namesOf = (control: Control): readonly string[] =>
  control.kind === 'range'
    ? [control.low, control.high]
    : control.kind === 'attribute'
      ? [control.name, control.low, control.high]
      : [control.name]

/** What a form asks of an attribute, as the API takes it: `might:2..5` of `attribute=might&attribute_from=2&attribute_to=5`. */
export function withAttributes({ filters }: Endpoint, given: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(given)
  for (const { param, operator } of filters) {
    if (operator !== 'greatest') continue
    const [low, high] = boundsOf(param)
    const [slug, from, to] = [param, low, high].map((name) => given.get(name)?.trim() ?? '')
    query.delete(low)
    query.delete(high)
    if (slug && (from || to)) query.set(param, `${slug}:${from}..${to}`)
  }
  return query
}

/** All of them, in the order of the form. */
export const allOf = ({ search, first, more }: Controls): readonly Control[] => [
  ...(search ? [search] : []),
  ...first,
  ...more,
]

const boundsOf = (param: string) => [`${param}_from`, `${param}_to`] as const

/** The controls of an endpoint's filters, in their order; two bounds of one column are one control. */
export function controlsOf({ filters, resource }: Endpoint, offered: Offered = {}): Control[] {
  const partnerOf = ({ column }: Filter, operator: Filter['operator']) =>
    filters.find((other) => other.column === column && other.operator === operator)
  return filters.flatMap((filter): Control[] => {
    if (filter.operator === 'atMost' && partnerOf(filter, 'atLeast')) return []
    const high = filter.operator === 'atLeast' ? partnerOf(filter, 'atMost') : undefined
    const unit = resource?.columns[filter.column]?.unit
    return [high ? rangeOf(filter, high, offered, unit) : controlOf(filter, offered, resource?.name)]
  })
}

/**
 * The same for a list of the explorer, in parts: first those of the columns that it lists first, the same whatever is
 * filtered by.
 */
export function explorerControls(list: Endpoint, offered: Offered): Controls {
  const listed = list.resource?.mainColumns ?? []
  const columnOf = new Map(list.filters.map(({ param, column }) => [param, column]))
  const rankOf = (control: Control) => {
    const rank = listed.indexOf(columnOf.get(namesOf(control)[0] ?? '') ?? '')
    return rank === -1 ? listed.length : rank
  }
  const all = controlsOf(list, offered)
  const search = all.find((control) => control.name === 'name')
  const inOrder = all.toSorted((a, b) => rankOf(a) - rankOf(b))
  const firstOf = (kind: keyof typeof maxPrimaryFilters) =>
    inOrder.filter((control) => control.kind === kind).slice(0, maxPrimaryFilters[kind])
  const chosen = new Set([...firstOf('choice'), ...firstOf('attribute'), ...firstOf('range'), ...firstOf('flag')])
  const rest = all.filter((control) => control !== search)
  // Where there is nothing to begin with nothing is behind it.
  if (!search && chosen.size === 0) return { first: rest, more: [] }
  return {
    search,
    first: rest.filter((control) => chosen.has(control)),
    more: rest.filter((control) => !chosen.has(control)),
  }
}

const rangeOf = ({ param, column, codec }: Filter, high: Filter, { bounds }: Offered, unit?: Unit): Control => ({
  ...{ kind: 'range', name: param.replace(/^min_|_min$/, ''), low: param, high: high.param },
  bounds: bounds?.get(column),
  ...leastOf(codec),
  ...(unit && { unit }),
  ...(codec.schema.type === 'integer' && { isWhole: true }),
})

const leastOf = ({ schema }: Filter['codec']) => (typeof schema.minimum === 'number' ? { least: schema.minimum } : {})

function controlOf(filter: Filter, offered: Offered, resource: string | undefined): Control {
  const { param: name, codec } = filter
  if (filter.operator === 'greatest') {
    const [low, high] = boundsOf(name)
    return { kind: 'attribute', name, low, high, choices: offered.attributes ?? [] }
  }
  const choices = choicesOf(filter, offered, resource)
  if (choices.length > 0)
    return { kind: 'choice', name, choices, ...(filter.operator === 'oneOf' && { isSeveral: true }) }
  const { type, format } = codec.schema
  if (type === 'boolean') return { kind: 'flag', name }
  if (type === 'integer') return { kind: 'number', name, ...leastOf(codec) }
  return { kind: format === 'date-time' ? 'instant' : 'text', name }
}

/** Counts are those of the facet's own resource: a list of other rows shows none. */
function choicesOf(
  { column, references, facetOf }: Filter,
  offered: Offered,
  resource: string | undefined,
): readonly Choice[] {
  if (references !== undefined) return offered.choicesOf?.(references) ?? []
  // Another resource may have slugs in a column of that name.
  const slugs = facetOf === undefined ? {} : labelsOf(offered.facets ?? {}, facetOf, column)
  return Object.entries(slugs).map(([slug, { label, count }]) => ({
    slug,
    label,
    ...(facetOf === resource && { count }),
  }))
}
