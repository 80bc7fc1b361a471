import { nextOf } from './next-page.ts'
import type { CanonicalRequest, Endpoint, Reply } from './endpoint.ts'
import { canonicalPath } from './canonical-url.ts'
import { ageSeconds } from './live/age.ts'
import type { LiveStore } from './live/live-store.ts'
import type { CatalogStore } from './store.ts'

/** An answer without its validator: the ETag is the hash of the body's bytes, whoever holds them. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; empty where there is none. */
  readonly body: string
  /** The file below the assets folder whose bytes are the body. */
  readonly asset?: string
}

const daySeconds = 86_400

/** The one answer to a request. Throws `not_found` and what the endpoint's own function throws. */
export function respond(request: CanonicalRequest, store: CatalogStore): Answer {
  const reply = request.endpoint.answer(request, store)
  const headers = replyHeaders(request, reply)
  if ('body' in reply) return { status: 200, headers, body: reply.body }
  return 'redirect' in reply
    ? { status: 302, headers, body: '' }
    : { status: 200, headers, body: '', asset: reply.asset }
}

/** Headers of a reply, whoever found it. */
export function replyHeaders(request: CanonicalRequest, reply: Reply): Record<string, string> {
  if ('body' in reply) return headersOf(request, reply.total)
  const headers = headersOf(request)
  if ('redirect' in reply) return { ...headers, 'content-type': 'text/plain', location: reply.redirect }
  return { ...headers, 'content-type': reply.mediaType }
}

/** The answer of a live endpoint. Throws as `respond` does. */
export async function respondLive(request: CanonicalRequest, live: LiveStore, store: CatalogStore): Promise<Answer> {
  if (!request.endpoint.live) return respond(request, store)
  const { body, total, observedAt } = await request.endpoint.live(request, live, store)
  const headers = headersOf(request, total)
  if (observedAt !== undefined && observedAt !== null)
    headers['x-data-age'] = String(ageSeconds(observedAt, live.now()))
  return { status: 200, headers, body }
}

/** Of a body that is not an asset. */
export const mediaTypeOf = ({ isText }: Endpoint): string => (isText ? 'text/plain' : 'application/json')

/** Headers of a 200, the same whether its body comes from a file or from `respond`. `total` is that of a list. */
export function headersOf(request: CanonicalRequest, total?: number): Record<string, string> {
  const { patch, ignored, legacy } = request
  const headers: Record<string, string> = {
    'content-type': `${mediaTypeOf(request.endpoint)}; charset=utf-8`,
    'cache-control': cacheControl(request),
  }
  if (patch) {
    headers['x-patch-id'] = String(patch.id)
    headers['x-patch-version'] = patch.version
  }
  const next = total === undefined ? undefined : nextOf(request, total)
  const links = next ? [`<${next.url}>; rel="next"`] : []
  if (legacy) {
    headers.deprecation = 'true'
    links.push(`<${canonicalPath(request)}>; rel="successor-version"`)
  }
  if (links.length > 0) headers.link = links.join(', ')
  if (ignored.length > 0) {
    headers['x-ignored-parameters'] = ignored.map((name) => encodeURIComponent(name)).join(', ')
    headers.vary = 'Prefer'
  }
  return headers
}

function cacheControl({ endpoint, pinned, ignored }: CanonicalRequest): string {
  if (ignored.length > 0 || endpoint.keyScope) return 'no-store'
  if (endpoint.immutable) return `public, max-age=${365 * daySeconds}, immutable`
  const maxAge = pinned ? daySeconds : endpoint.maxAgeSeconds
  return `public, max-age=${maxAge}, stale-while-revalidate=${pinned ? 7 * daySeconds : 10 * maxAge}`
}
