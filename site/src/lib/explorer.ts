import type { Api } from '../../../data/api/api.ts'
import type { Codec } from '../../../data/api/codecs.ts'
import type { Endpoint } from '../../../data/api/endpoint.ts'
import type { Params } from '../../../data/api/params.ts'

/** The lists that the explorer shows: `/v2/loot-tables` is at `/loot-tables`. */
export const listsOf = (api: Api): readonly Endpoint[] =>
  api.endpoints.filter(
    ({ envelope, resource, path }) => envelope && resource?.path === path && resource.name !== 'patches',
  )

export const pagePath = ({ path }: Endpoint): string => path.replace(/^\/v2/, '')

export const listAt = (api: Api, path: string): Endpoint | undefined =>
  listsOf(api).find((list) => pagePath(list) === `/${path}`)

/** How a filter is asked for. */
export type Control =
  | { readonly kind: 'text' | 'number' | 'flag'; readonly name: string; readonly summary: string }
  | { readonly kind: 'choice'; readonly name: string; readonly summary: string; readonly choices: readonly Choice[] }
  | { readonly kind: 'range'; readonly name: string; readonly low: string; readonly high: string }

export interface Choice {
  readonly slug: string
  readonly label: string
  readonly count: number
}

/** `{ <column>: { <slug>: { label, count } } }` of `/v2/facets?counts=true`. */
export type FacetCounts = Readonly<Record<string, Readonly<Record<string, { label: string; count: number }>>>>

const typeOf = ({ schema }: Codec) => String(schema.type)

/** The filters of a list, from its declaration; choices from the facets of the patch. */
export function controlsOf({ filters, resource }: Endpoint, facets: FacetCounts): Control[] {
  return filters.flatMap((filter): Control[] => {
    const [column = ''] = filter.columns
    const names = Object.keys(filter.params)
    const [low, high] = names
    if (low?.startsWith('min_') && high) return [{ kind: 'range', name: low.slice(4), low, high }]
    return names.map((name) => control(name, filter.params, facets[`${resource?.name}.${column}`] ?? facets[column]))
  })
}

function control(name: string, params: Params, slugs: FacetCounts[string] | undefined): Control {
  const param = params[name]
  const summary = param?.summary ?? ''
  const choices = Object.entries(slugs ?? {}).map(([slug, { label, count }]) => ({ slug, label, count }))
  if (choices.length > 0) return { kind: 'choice', name, summary, choices }
  const type = param ? typeOf(param.codec) : 'string'
  return { kind: type === 'boolean' ? 'flag' : type === 'integer' ? 'number' : 'text', name, summary }
}
