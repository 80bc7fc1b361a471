import type { Api } from '../../../../../data/api/model/api.ts'
import { renderedFilesOf, isAddressedByHash, isStream, type Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { tagIdOf, tagsOf, type Tag } from '../../../../../data/api/openapi/tags.ts'
import type { Param } from '../../../../../data/api/model/values/params.ts'

interface Group {
  readonly tag: Tag
  readonly endpoints: readonly Endpoint[]
}

/** Groups the endpoints by tag, in the order of the reference. */
export const groupsOf = (api: Api): readonly Group[] =>
  tagsOf(api).map((tag) => ({ tag, endpoints: api.endpoints.filter((endpoint) => tagIdOf(endpoint) === tag.id) }))

export const endpointHref = ({ id }: Pick<Endpoint, 'id'>): string => `/docs/endpoints/${id}`

/** Headings under which the reference lists parameters. */
type ParamGroup = 'Filters' | 'Patch' | 'Rows and localization' | 'Paging' | 'Parameters'

const rowParams: readonly string[] = ['sort', 'ids', 'fields', 'embed', 'format', 'condense', 'locale', 'counts']

const partOf = ({ filters, mode, envelope }: Endpoint, name: string): ParamGroup => {
  if (filters.some(({ param }) => param === name)) return 'Filters'
  if (Object.hasOwn(mode.params, name)) return 'Patch'
  if (envelope && Object.hasOwn(envelope.params, name)) return 'Paging'
  return rowParams.includes(name) ? 'Rows and localization' : 'Parameters'
}

/** Groups the parameters of an endpoint by heading, in the order of their declaration. Empty groups are omitted. */
export function paramGroups(
  endpoint: Endpoint,
): readonly [part: ParamGroup, params: readonly [name: string, param: Param][]][] {
  const all = Object.entries(endpoint.params)
  const parts: ParamGroup[] = ['Parameters', 'Filters', 'Patch', 'Rows and localization', 'Paging']
  return parts
    .map((part) => [part, all.filter(([name]) => partOf(endpoint, name) === part)] as const)
    .filter(([, params]) => params.length > 0)
    .map(([part, params]) => [part, params])
}

/** Describes the type of a parameter, such as `integer, 1 to 250` or `one of asc, desc`. */
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
  return maxLength === undefined ? 'text' : `text, at most ${String(maxLength)} characters`
}

/** Returns a type such as `comma-separated list of classes, abilities` or `comma-separated list, at most 100`. */
function listType({ items, maxItems }: Param['codec']['schema']): string {
  const { enum: values } = items as { enum?: readonly string[] }
  if (values) return `comma-separated list of ${values.join(', ')}`
  return maxItems === undefined ? 'comma-separated list' : `comma-separated list, at most ${String(maxItems)}`
}

/** Returns the values that a checked filter accepts even if they do not occur in the patch; undefined for other parameters. */
export function usualValues({ filters, resource }: Endpoint, name: string): readonly string[] | undefined {
  const filter = filters.find(({ checked, param }) => checked && param === name)
  return filter && (resource?.columns[filter.column]?.usual ?? [])
}

/** Describes how long responses may be cached and how old live data is, as sentences. */
export function cachingNotes(endpoint: Endpoint): string[] {
  const { kind, maxAgeSeconds, keyScope, mode } = endpoint
  const reported: string[] = []
  if (keyScope) reported.push('Responses to requests with a key are not cached: `no-store`.')
  else if (isStream(endpoint)) reported.push('Never cached: events are sent as they happen.')
  else if (isAddressedByHash(endpoint)) reported.push('The response never changes: cached for 365 days, `immutable`.')
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
  if (renderedFilesOf(endpoint))
    reported.push(
      'Without filters, the response is a pre-rendered file: it is fast, does not count against the quota, and is available even when the service is down.',
    )
  if (kind === 'asset') reported.push('Served from files. The bytes of an asset never change.')
  return reported
}

/** Returns the other endpoints of the group, and the lists of the rows to which this endpoint's rows refer. */
export function relatedTo(endpoint: Endpoint, api: Api): readonly Endpoint[] {
  const own = api.endpoints.filter((other) => tagIdOf(other) === tagIdOf(endpoint) && other !== endpoint)
  const named = Object.values(endpoint.resource?.columns ?? {}).flatMap(({ references = [] }) =>
    references.flatMap(({ to }) => to),
  )
  const others = api.endpoints.filter(({ resource, path }) => resource?.path === path && named.includes(resource.name))
  return [...new Set([...own, ...others])]
}
