import type { Codec } from '../../../data/api/codecs.ts'
import type { Endpoint } from '../../../data/api/endpoint.ts'
import type { Filter } from '../../../data/api/filters.ts'
import type { Params } from '../../../data/api/params.ts'
import { labelsOf } from './facet-labels.ts'
import type { Bounds } from './ledger.ts'

export interface Choice {
  readonly slug: string
  readonly label: string
  /** Rows that would be shown; unknown where the list does not count. */
  readonly count?: number
}

/** How a filter is asked for; its label is its name in words where it has no other. */
export type Control = { readonly name: string; readonly label?: string } & (
  | { readonly kind: 'text' | 'number' | 'flag' | 'instant' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'range'; readonly low: string; readonly high: string; readonly bounds?: Bounds }
)

/** `{ <column>: { <slug>: { label, count } } }` of `/v2/facets?counts=true`. */
export type Facets = Readonly<Record<string, Readonly<Record<string, { label: string; count: number }>>>>

/** What filters offer. */
export interface Offered {
  readonly facets?: Facets
  /** The rows of another resource, where a filter names one of them and they are few enough to choose from. */
  readonly choicesOf?: (resource: string) => readonly Choice[]
  /** Of the list's columns of numbers, in all of its rows. */
  readonly bounds?: ReadonlyMap<string, Bounds>
}

export interface Controls {
  readonly search?: Control
  /** Shown at once. */
  readonly first: readonly Control[]
  /** Behind "More filters". */
  readonly more: readonly Control[]
}

const mostFirst = { choice: 4, range: 2, flag: 1 }

export const namesOf = (control: Control): readonly string[] =>
  control.kind === 'range' ? [control.low, control.high] : [control.name]

/**
 * The filters of a list, from its declaration: first those of the columns that it lists first, the same whatever is filtered by.
 */
export function controlsOf(list: Endpoint, offered: Offered): Controls {
  const listed = list.resource?.listed ?? []
  const rankOf = ({ columns: [column = ''] }: Filter) =>
    listed.includes(column) ? listed.indexOf(column) : listed.length
  const ranks = new Map<Control, number>()
  for (const filter of list.filters)
    for (const control of controlsOfFilter(list, filter, offered)) ranks.set(control, rankOf(filter))
  const all = [...ranks.keys()]
  const search = all.find((control) => control.name === 'name')
  const inOrder = all.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
  const firstOf = (kind: keyof typeof mostFirst) =>
    inOrder.filter((control) => control.kind === kind).slice(0, mostFirst[kind])
  const chosen = new Set([...firstOf('choice'), ...firstOf('range'), ...firstOf('flag')])
  const rest = all.filter((control) => control !== search)
  // Where there is nothing to begin with nothing is behind it.
  if (!search && chosen.size === 0) return { first: rest, more: [] }
  return {
    search,
    first: rest.filter((control) => chosen.has(control)),
    more: rest.filter((control) => !chosen.has(control)),
  }
}

function controlsOfFilter({ resource }: Endpoint, filter: Filter, offered: Offered): Control[] {
  const { facets = {}, choicesOf = () => [], bounds } = offered
  const [column = ''] = filter.columns
  const names = Object.keys(filter.params)
  const [low, high] = names
  if (low !== undefined && high !== undefined)
    return [{ kind: 'range', name: low.replace(/^min_|_min$/, ''), low, high, bounds: bounds?.get(column) }]
  const [target] = resource?.columns[column]?.references ?? []
  // Another resource may have slugs in a column of that name.
  const slugs = resource?.columns[column]?.facet ? labelsOf(facets, resource.name, column) : {}
  const choices = target
    ? choicesOf(target.to[0] ?? '')
    : Object.entries(slugs).map(([slug, { label, count }]) => ({ slug, label, count }))
  return names.map((name) => control(name, filter.params, choices))
}

const typeOf = ({ schema }: Codec) => String(schema.type)

function control(name: string, params: Params, choices: readonly Choice[]): Control {
  if (choices.length > 0) return { kind: 'choice', name, choices }
  const param = params[name]
  const type = param ? typeOf(param.codec) : 'string'
  return { kind: type === 'boolean' ? 'flag' : type === 'integer' ? 'number' : 'text', name }
}
