import type { Api } from '../../../../../data/api/model/api.ts'
import { filesOf, isByHash, isStream, type Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { tagIdOf, tagsOf, type Tag } from '../../../../../data/api/openapi/tags.ts'
import type { Param } from '../../../../../data/api/model/values/params.ts'

interface Group {
  readonly tag: Tag
  readonly endpoints: readonly Endpoint[]
}

/** The endpoints of the table by what they are about, in the order of the reference. */
export const groupsOf = (api: Api): readonly Group[] =>
  tagsOf(api).map((tag) => ({ tag, endpoints: api.endpoints.filter((endpoint) => tagIdOf(endpoint) === tag.id) }))

export const endpointHref = ({ id }: Pick<Endpoint, 'id'>): string => `/docs/endpoints/${id}`

/** `patch`, `rarity`, `page`: where a parameter comes from, as the page groups them. */
type ParamPart = 'Filters' | 'Patch' | 'Rows and localization' | 'Paging' | 'Parameters'

const ofRows: readonly string[] = ['sort', 'ids', 'fields', 'embed', 'format', 'condense', 'locale', 'counts']

const partOf = ({ filters, mode, envelope }: Endpoint, name: string): ParamPart => {
  if (filters.some(({ param }) => param === name)) return 'Filters'
  if (Object.hasOwn(mode.params, name)) return 'Patch'
  if (envelope && Object.hasOwn(envelope.params, name)) return 'Paging'
  return ofRows.includes(name) ? 'Rows and localization' : 'Parameters'
}

/** The parameters of an endpoint in parts, each in the table's order. */
export function paramParts(
  endpoint: Endpoint,
): readonly [part: ParamPart, params: readonly [name: string, param: Param][]][] {
  const all = Object.entries(endpoint.params)
  const parts: ParamPart[] = ['Parameters', 'Filters', 'Patch', 'Rows and localization', 'Paging']
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
  if (type === 'array') return listType(schema)
  return maxLength === undefined ? 'text' : `text, ${String(maxLength)} characters at most`
}

/** `a comma list of classes, abilities`, `a comma list, 100 at most`. */
function listType({ items, maxItems }: Param['codec']['schema']): string {
  const { enum: values } = items as { enum?: readonly string[] }
  if (values) return `a comma list of ${values.join(', ')}`
  return maxItems === undefined ? 'a comma list' : `a comma list, ${String(maxItems)} at most`
}

/** Values that a checked filter always takes; others must occur in the patch. */
export function usualValues({ filters, resource }: Endpoint, name: string): readonly string[] | undefined {
  const checking = filters.find(({ checked, param }) => checked && param === name)
  return checking && (resource?.columns[checking.column]?.usual ?? [])
}

/** How long an answer stays true, in sentences with numbers. */
export function freshness(endpoint: Endpoint): string[] {
  const { kind, maxAgeSeconds, keyScope, mode } = endpoint
  const reported: string[] = []
  if (keyScope) reported.push('Responses to requests with a key are not cached: `no-store`.')
  else if (isStream(endpoint)) reported.push('Never cached: events are sent as they come in.')
  else if (isByHash(endpoint)) reported.push('The response never changes: cached for 365 days, `immutable`.')
  else
    reported.push(
      `Cached for ${maxAgeSeconds} s, then served stale for up to ${10 * maxAgeSeconds} s while it is revalidated.`,
    )
  if (mode.column === 'patch_id' && !keyScope)
    reported.push(
      'With a numeric patch id in the URL: cached for a day (86,400 s), then served stale for up to a week.',
    )
  if (kind === 'live' && !isStream(endpoint))
    reported.push('Live data: `X-Data-Age` is the age of the newest observation, in seconds.')
  if (filesOf(endpoint))
    reported.push(
      'Without filters the response is a pre-rendered file: fast, not counted against the quota, and available even when the service is down.',
    )
  if (kind === 'asset') reported.push('Served from files. The bytes of an asset never change.')
  return reported
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
