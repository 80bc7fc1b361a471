import { Problem } from '../model/values/errors.ts'
import { answerAsset, prepareTexts } from './answers.ts'
import { exportHeaders, exportParts, formatOf } from './exports.ts'
import { nextPageOf } from '../request/next-page.ts'
import {
  isAddressedByHash,
  isStream,
  isText,
  type AssetReply,
  type CanonicalRequest,
  type Endpoint,
  type JsonReply,
} from '../model/endpoint.ts'
import { canonicalPath } from '../request/canonical-url.ts'
import { ageSeconds } from '../model/feeds/age.ts'
import type { LiveStore } from '../model/live-store.ts'
import type { CatalogStore } from '../model/store.ts'

/** A response without its ETag, which is the hash of the body's bytes. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON or plain text; empty if the body comes from `asset` or `parts`, or there is none. */
  readonly body: string
  /** Path below the data folder of the file whose bytes are the body. */
  readonly asset?: string
  /** Generates a long body in parts. */
  readonly parts?: () => Iterable<string> | AsyncIterable<string>
}

const daySeconds = 86_400

/** Answers from the catalog. Throws `unavailable` for live endpoints, and what the endpoint's `answer` throws. */
export function respond(request: CanonicalRequest, store: CatalogStore): Answer {
  const { endpoint } = request
  if (endpoint.kind === 'live') throw new Problem('unavailable', 'There is no live data here.')
  const format = endpoint.kind === 'catalog' ? formatOf(request) : undefined
  if (format) {
    const headers = { ...headersOf(request), ...exportHeaders(request, format) }
    return { status: 200, headers, body: '', parts: () => exportParts(request, store, format) }
  }
  const reply = endpoint.kind === 'asset' ? answerAsset(endpoint, request, store) : endpoint.answer(request, store)
  const headers = replyHeaders(request, reply)
  if ('body' in reply) return { status: 200, headers, body: reply.body }
  return 'redirect' in reply
    ? { status: 302, headers, body: '' }
    : { status: 200, headers, body: '', asset: reply.asset }
}

/** Headers of the response to a reply. */
export function replyHeaders(request: CanonicalRequest, reply: JsonReply | AssetReply): Record<string, string> {
  if ('body' in reply) {
    const headers = headersOf(request, reply.total, reply.next)
    return reply.isTemporary ? { ...headers, 'cache-control': 'no-cache' } : headers
  }
  const headers = headersOf(request)
  if ('redirect' in reply) return { ...headers, 'content-type': 'text/plain', location: reply.redirect }
  return { ...headers, 'content-type': reply.mediaType, 'accept-ranges': 'bytes' }
}

/** Answers from the catalog or the live store, after preparing the slow parts. Throws what `respond` throws. */
export async function respondLive(
  request: CanonicalRequest,
  live: LiveStore | undefined,
  store: CatalogStore,
): Promise<Answer> {
  const { endpoint } = request
  await prepareTexts(request, store)
  if (endpoint.kind === 'catalog') await endpoint.prepare?.(request, store)
  if (endpoint.kind !== 'live' || !live) return respond(request, store)
  const format = formatOf(request)
  if (endpoint.export && format) {
    const { headers, observedAt, ...file } = await endpoint.export(request, live, store, format)
    return { status: 200, headers: { ...headersOf(request), ...headers, ...ageHeader(observedAt, live) }, ...file }
  }
  const { body, total, observedAt = null, next } = await endpoint.answer(request, live, store)
  return { status: 200, headers: { ...headersOf(request, total, next), ...ageHeader(observedAt, live) }, body }
}

const ageHeader = (observedAt: number | null, live: LiveStore): Record<string, string> =>
  observedAt === null ? {} : { 'x-data-age': String(ageSeconds(observedAt, live.now())) }

/** Media type of a body that is not an asset. */
export function mediaTypeOf(endpoint: Endpoint): string {
  if (isStream(endpoint)) return 'text/event-stream'
  return isText(endpoint) ? 'text/plain' : 'application/json'
}

/** Value of `Deprecation` (RFC 9745): `/v1` was deprecated on 2026-11-21. */
const legacySince = `@${Date.UTC(2026, 10, 21) / 1000}`

/**
 * Headers of a 200; they do not depend on whether its body comes from a file or from `respond`. `total` is the number of
 * rows of a list, `nextUrl` the URL of the next page.
 */
export function headersOf(request: CanonicalRequest, total?: number, nextUrl?: string): Record<string, string> {
  const { patch, ignoredParams, isLegacy } = request
  const headers: Record<string, string> = {
    'content-type': `${mediaTypeOf(request.endpoint)}; charset=utf-8`,
    'cache-control': cacheControl(request),
  }
  if (patch) {
    headers['x-patch-id'] = String(patch.id)
    headers['x-patch-version'] = patch.version
  }
  const next = nextUrl ?? (total === undefined ? undefined : nextPageOf(request, total)?.url)
  const links = next ? [`<${next}>; rel="next"`] : []
  if (isLegacy) {
    headers.deprecation = legacySince
    links.push(`<${canonicalPath(request)}>; rel="successor-version"`)
  }
  if (links.length > 0) headers.link = links.join(', ')
  if (ignoredParams.length > 0) {
    headers['x-ignored-parameters'] = ignoredNames(ignoredParams)
    headers.vary = 'Prefer'
  }
  return headers
}

/** Short, because many proxies accept only 4 KB of headers. */
const maxIgnoredLength = 1000

/** As many names as fit; `...` stands for the others. */
function ignoredNames(ignored: readonly string[]): string {
  const names: string[] = []
  let length = 0
  for (const name of ignored.map((name) => encodeURIComponent(name))) {
    length += name.length + 2
    if (length > maxIgnoredLength) return [...names, '...'].join(', ')
    names.push(name)
  }
  return names.join(', ')
}

function cacheControl({ endpoint, isPinned, ignoredParams }: CanonicalRequest): string {
  if (ignoredParams.length > 0 || endpoint.keyScope) return 'no-store'
  if (isStream(endpoint)) return 'no-store, no-transform'
  if (isAddressedByHash(endpoint)) return `public, max-age=${365 * daySeconds}, immutable`
  const maxAge = isPinned ? daySeconds : endpoint.maxAgeSeconds
  return `public, max-age=${maxAge}, stale-while-revalidate=${isPinned ? 7 * daySeconds : 10 * maxAge}`
}
