import type { Unit } from '../../../../../data/api/model/columns.ts'
import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import type { Filter } from '../../../../../data/api/model/filters.ts'
import { labelsOf, type LabelsByColumn } from '../../../request/facets.ts'
import type { Bounds } from '../../../request/row-lookup.ts'

export interface Choice {
  readonly slug: string
  readonly label: string
  /** Number of rows that the choice would show; undefined if it is not known. */
  readonly count?: number
}

/** The form control of a filter. Without a label, the message of its column is shown. */
export type Control = { readonly name: string; readonly label?: string } & (
  | { readonly kind: 'text' | 'flag' | 'instant' }
  | { readonly kind: 'number'; readonly min?: number }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[]; readonly isMultiple?: true }
  | { readonly kind: 'attribute'; readonly low: string; readonly high: string; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'range'
      readonly low: string
      readonly high: string
      readonly bounds?: Bounds
      /** Lowest number that the API accepts. */
      readonly min?: number
      readonly unit?: Unit
      /** Whether the API accepts whole numbers only. */
      readonly isWhole?: true
    }
)

/** Values that controls offer. */
interface ControlOptions {
  readonly facets?: LabelsByColumn
  /** Returns the rows of another resource as choices for a filter that references it; none if there are too many. */
  readonly choicesOf?: (resource: string) => readonly Choice[]
  /** Lowest and highest value of each numeric column of the list. */
  readonly bounds?: ReadonlyMap<string, Bounds>
  /** Choices of a filter over attributes. */
  readonly attributes?: readonly Choice[]
}

export interface Controls {
  readonly search?: Control
  /** Always visible. */
  readonly first: readonly Control[]
  /** Collapsed under "More filters". */
  readonly more: readonly Control[]
}

const maxPrimaryFilters = { choice: 4, attribute: 1, range: 2, flag: 1 }

/** Returns the names of the form fields of a control. */
export const fieldNamesOf = (control: Control): readonly string[] =>
  control.kind === 'range'
    ? [control.low, control.high]
    : control.kind === 'attribute'
      ? [control.name, control.low, control.high]
      : [control.name]

/**
 * Joins the form fields of an attribute filter to the parameter of the API: `attribute=might&attribute_from=2&attribute_to=5`
 * becomes `attribute=might:2..5`.
 */
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

/** Returns all controls in the order of the form. */
export const allControls = ({ search, first, more }: Controls): readonly Control[] => [
  ...(search ? [search] : []),
  ...first,
  ...more,
]

const boundsOf = (param: string) => [`${param}_from`, `${param}_to`] as const

/** Returns the controls of an endpoint's filters, in their order. The two bounds of a column are one control. */
export function controlsOf({ filters, resource }: Endpoint, options: ControlOptions = {}): Control[] {
  const partnerOf = ({ column }: Filter, operator: Filter['operator']) =>
    filters.find((other) => other.column === column && other.operator === operator)
  return filters.flatMap((filter): Control[] => {
    if (filter.operator === 'atMost' && partnerOf(filter, 'atLeast')) return []
    const high = filter.operator === 'atLeast' ? partnerOf(filter, 'atMost') : undefined
    const unit = resource?.columns[filter.column]?.unit
    return [high ? rangeOf(filter, high, options, unit) : controlOf(filter, options, resource?.name)]
  })
}

/**
 * Returns the controls of a list of the explorer. Those that are always visible are chosen by the order of the columns in the
 * table, independently of active filters.
 */
export function explorerControls(list: Endpoint, options: ControlOptions): Controls {
  const listed = list.resource?.mainColumns ?? []
  const columnOf = new Map(list.filters.map(({ param, column }) => [param, column]))
  const rankOf = (control: Control) => {
    const rank = listed.indexOf(columnOf.get(fieldNamesOf(control)[0] ?? '') ?? '')
    return rank === -1 ? listed.length : rank
  }
  const all = controlsOf(list, options)
  const search = all.find((control) => control.name === 'name')
  const inOrder = all.toSorted((a, b) => rankOf(a) - rankOf(b))
  const firstOf = (kind: keyof typeof maxPrimaryFilters) =>
    inOrder.filter((control) => control.kind === kind).slice(0, maxPrimaryFilters[kind])
  const chosen = new Set([...firstOf('choice'), ...firstOf('attribute'), ...firstOf('range'), ...firstOf('flag')])
  const rest = all.filter((control) => control !== search)
  // "More filters" needs other filters above it.
  if (!search && chosen.size === 0) return { first: rest, more: [] }
  return {
    search,
    first: rest.filter((control) => chosen.has(control)),
    more: rest.filter((control) => !chosen.has(control)),
  }
}

const rangeOf = ({ param, column, codec }: Filter, high: Filter, { bounds }: ControlOptions, unit?: Unit): Control => ({
  ...{ kind: 'range', name: param.replace(/^min_|_min$/, ''), low: param, high: high.param },
  bounds: bounds?.get(column),
  ...minOf(codec),
  ...(unit && { unit }),
  ...(codec.schema.type === 'integer' && { isWhole: true }),
})

const minOf = ({ schema }: Filter['codec']) => (typeof schema.minimum === 'number' ? { min: schema.minimum } : {})

function controlOf(filter: Filter, options: ControlOptions, resource: string | undefined): Control {
  const { param: name, codec } = filter
  if (filter.operator === 'greatest') {
    const [low, high] = boundsOf(name)
    return { kind: 'attribute', name, low, high, choices: options.attributes ?? [] }
  }
  const choices = choicesOf(filter, options, resource)
  if (choices.length > 0)
    return { kind: 'choice', name, choices, ...(filter.operator === 'oneOf' && { isMultiple: true }) }
  const { type, format } = codec.schema
  if (type === 'boolean') return { kind: 'flag', name }
  if (type === 'integer') return { kind: 'number', name, ...minOf(codec) }
  return { kind: format === 'date-time' ? 'instant' : 'text', name }
}

/** Counts of a facet are those of its resource, so a list of other rows shows none. */
function choicesOf(
  { column, references, facetOf }: Filter,
  options: ControlOptions,
  resource: string | undefined,
): readonly Choice[] {
  if (references !== undefined) return options.choicesOf?.(references) ?? []
  // The filter names the resource of its facet, because several resources may have a column of that name.
  const slugs = facetOf === undefined ? {} : labelsOf(options.facets ?? {}, facetOf, column)
  return Object.entries(slugs).map(([slug, { label, count }]) => ({
    slug,
    label,
    ...(facetOf === resource && { count }),
  }))
}
