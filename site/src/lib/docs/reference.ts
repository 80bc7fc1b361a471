import type { Api } from '../../../../data/api/api.ts'
import type { Endpoint } from '../../../../data/api/endpoint.ts'
import { tagIdOf, tagsOf, type Tag } from '../../../../data/api/openapi/tags.ts'
import type { Param } from '../../../../data/api/params.ts'

export interface Group {
  readonly tag: Tag
  readonly endpoints: readonly Endpoint[]
}

/** The endpoints of the table by what they are about, in the order of the reference. */
export const groupsOf = (api: Api): readonly Group[] =>
  tagsOf(api).map((tag) => ({ tag, endpoints: api.endpoints.filter((endpoint) => tagIdOf(endpoint) === tag.id) }))

export const endpointHref = ({ id }: Pick<Endpoint, 'id'>): string => `/docs/endpoints/${id}`

/** `patch`, `rarity`, `page`: where a parameter comes from, as the page groups them. */
export type ParamPart = 'Filters' | 'Patch' | 'Rows and texts' | 'Paging' | 'Parameters'

const partOf = ({ filters, mode, envelope }: Endpoint, name: string): ParamPart => {
  if (filters.some(({ params }) => Object.hasOwn(params, name))) return 'Filters'
  if (Object.hasOwn(mode.params, name)) return 'Patch'
  if (envelope && Object.hasOwn(envelope.params, name)) return 'Paging'
  return ['condense', 'locale', 'embed', 'counts'].includes(name) ? 'Rows and texts' : 'Parameters'
}

/** The parameters of an endpoint in parts, each in the table's order. */
export function paramParts(
  endpoint: Endpoint,
): readonly [part: ParamPart, params: readonly [name: string, param: Param][]][] {
  const all = Object.entries(endpoint.params)
  const parts: ParamPart[] = ['Parameters', 'Filters', 'Patch', 'Rows and texts', 'Paging']
  return parts
    .map((part) => [part, all.filter(([name]) => partOf(endpoint, name) === part)] as const)
    .filter(([, params]) => params.length > 0)
    .map(([part, params]) => [part, params])
}

/** `integer, 1 to 250`, `one of asc, desc`. */
export function paramType({ codec: { schema } }: Param): string {
  const { type, minimum, maximum, maxLength, format } = schema
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`
  if (format === 'date-time') return 'ISO 8601 instant'
  if (type === 'integer' || type === 'number') {
    const isOpen = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    if (minimum === undefined) return type
    return `${type}, ${isOpen ? `${String(minimum)} or more` : `${String(minimum)} to ${String(maximum)}`}`
  }
  if (type === 'boolean') return 'true or false'
  return maxLength === undefined ? 'text' : `text, ${String(maxLength)} characters at most`
}

/** Values that a checked filter always takes; others must occur in the patch. */
export function usualValues({ filters, resource }: Endpoint, name: string): readonly string[] | undefined {
  const checking = filters.find(({ checked }) => checked === name)
  return checking && (resource?.columns[checking.columns[0] ?? '']?.usual ?? [])
}

/** How long an answer stays true, in sentences with numbers. */
export function freshness({
  immutable,
  maxAgeSeconds,
  keyScope,
  live,
  mode,
  files,
  linked,
  byHash,
}: Endpoint): string[] {
  const told: string[] = []
  if (keyScope) told.push('Answers to a key are nobody else’s: `no-store`.')
  else if (immutable) told.push('The answer to a URL never changes: kept for 365 days, `immutable`.')
  else
    told.push(`Kept for ${maxAgeSeconds} s, and served stale for ${10 * maxAgeSeconds} s while it is asked for anew.`)
  if (mode.name === 'byPatch' && !keyScope)
    told.push('With a numeric patch id in the URL: kept for a day (86,400 s), stale for a week.')
  if (live) told.push('Live data: `X-Data-Age` says how old the newest observation is, in seconds.')
  if (files)
    told.push('Without filters it is a rendered file: fast, free of quota, there even when the service is not.')
  if (linked !== undefined || byHash) told.push('Answered from files; the bytes of an asset never change.')
  return told
}

/** Endpoints beside this one: those of its group, and those whose rows its rows name. */
export function relatedTo(endpoint: Endpoint, api: Api): readonly Endpoint[] {
  const own = api.endpoints.filter((other) => tagIdOf(other) === tagIdOf(endpoint) && other !== endpoint)
  const named = Object.values(endpoint.resource?.columns ?? {}).flatMap(({ references = [] }) =>
    references.flatMap(({ to }) => to),
  )
  const others = api.endpoints.filter(({ resource, path }) => resource?.path === path && named.includes(resource.name))
  return [...new Set([...own, ...others])]
}
