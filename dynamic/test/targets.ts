// For suites: what can be asked of an endpoint, derived from the table.
import { tokenOf } from '../../data/api/cursors.ts'
import type { Endpoint } from '../../data/api/endpoint.ts'
import type { Patch } from '../../data/api/patches.ts'
import { canonicalPath, canonicalQuery } from '../../data/api/canonical-url.ts'
import type { CanonicalRequest } from '../../data/api/endpoint.ts'
import { isImported } from '../../data/api/resource.ts'
import { staticRequests } from '../../data/api/static-requests.ts'
import { catalogScope } from '../../data/api/store.ts'
import type { Catalog } from '../../data/store/catalog.ts'
import { liveNames } from './live-world.ts'

export type Scope = Patch | undefined

/** The patches at which an endpoint answers, oldest first; nothing but `undefined` where its rows belong to no patch. */
export const scopesOf = ({ mode }: Endpoint, catalog: Catalog): readonly Scope[] =>
  mode.column ? catalog.patches.all : [undefined]

/** The patch that main stands at, or none: what an endpoint answers by default. */
export const currentScopeOf = ({ mode }: Endpoint, catalog: Catalog): Scope =>
  mode.column ? catalog.patches.current() : undefined

/** Of an endpoint over all patches, such as a history, the ids of the current one. */
export function idsOf({ resource }: Endpoint, catalog: Catalog, scope: Scope): readonly string[] {
  if (!resource) return []
  const other = isImported(resource) ? catalog.patches.current()?.id : undefined
  return catalog.ids(resource, scope?.id ?? other ?? catalogScope)
}

export function staticRequestsOf(endpoint: Endpoint, catalog: Catalog, scope: Scope): CanonicalRequest[] {
  const ids = idsOf(endpoint, catalog, scope)
  return [...staticRequests(endpoint, scope, { total: ids.length, ids })]
}

/** The canonical URL of a request. */
export function targetOf(request: CanonicalRequest): string {
  const { after, ...others } = request.values
  const path = canonicalPath(request)
  const query = canonicalQuery(after === 0 ? { ...request, values: others } : request)
  if (query === '') return path
  return after ? `${path}?cursor=${tokenOf(query)}` : `${path}?${query}`
}

export type Query = Readonly<Record<string, string | number | boolean>>

/** The parameters that an endpoint requires, with values that the live world knows. */
export function requiredOf({ params }: Endpoint): Record<string, string> {
  const names = Object.keys(params).filter((name) => params[name]?.required)
  return Object.fromEntries(names.map((name) => [name, liveNames[name] ?? '']))
}

/** A URL of an endpoint at a patch, without a patch at the current one; of a live endpoint, of what the live world has. */
export function urlOf(endpoint: Endpoint, scope?: Scope, query: Query = {}, id?: string): string {
  const { path, mode, live } = endpoint
  const place = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(id ?? (live && liveNames[name]) ?? 'id.none.none'),
  )
  const params = Object.entries({ ...requiredOf(endpoint), ...(scope && mode.pin(scope)), ...query })
  const text = params.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  return text === '' ? place : `${place}?${text}`
}

export const hasId = ({ path }: Endpoint): boolean => path.includes('{id}')

/** Pictures and models (spec 1): a 302 or bytes, and 404 for a row that has none. */
export const isMedia = ({ path }: Endpoint): boolean =>
  /\/(icon|portrait|model)$/.test(path) || path.includes('/assets/')

/** URLs that must answer 200: of up to `most` rows for an endpoint of single rows, else the one. */
export function soundUrls(endpoint: Endpoint, catalog: Catalog, scope: Scope, most = 5): string[] {
  if (endpoint.live) return [urlOf(endpoint)]
  if (!hasId(endpoint)) return endpoint.path.includes('{') ? [] : [urlOf(endpoint, scope)]
  const ids = idsOf(endpoint, catalog, scope)
  const step = Math.max(1, Math.floor(ids.length / most))
  return ids
    .filter((_, at) => at % step === 0)
    .slice(0, most)
    .map((id) => urlOf(endpoint, scope, {}, id))
}

/** What a request of an endpoint carries: a key where it needs one. */
export const keyFor = ({ keyScope }: Endpoint, { key }: { readonly key: string }): Record<string, string> =>
  keyScope ? { 'x-api-key': key } : {}
