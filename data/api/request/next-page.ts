import { cursorToken } from './cursors.ts'
import { canonicalPath, canonicalQuery } from './canonical-url.ts'
import type { CanonicalRequest } from '../model/endpoint.ts'
import type { Envelope } from '../model/envelopes.ts'
import type { Value } from '../model/values/codecs.ts'
import { invalidParameters } from '../model/values/errors.ts'
import { maxTargetLength } from './target.ts'

export interface NextPage {
  /** The `next` of the body: a URL on page lists, a token on cursor lists. */
  readonly value: string
  /** The URL in the `Link` header. */
  readonly url: string
}

/** JSON text of a list's `next`. */
export const nextText = (next: NextPage | undefined): string => JSON.stringify(next?.value ?? null)

/** Returns the page. Throws `invalid_parameter` if its URL is longer than the service accepts. */
export function assertUrlFits(next: NextPage): NextPage {
  if (next.url.length <= maxTargetLength) return next
  const message = `the URL of the next page would have more than ${maxTargetLength} characters: ask for fewer values, or for more rows at once with limit`
  throw invalidParameters([{ parameter: 'limit', message }])
}

/**
 * The page after this one, in canonical form and pinned to the same patch; undefined if this is the last or not a list.
 * Throws `invalid_parameter` if its URL would be too long.
 */
export function nextPageOf(request: CanonicalRequest, total: number): NextPage | undefined {
  const envelope = request.endpoint.envelope?.of(request.values)
  if (!envelope) return undefined
  const { offset, limit } = envelope.window(request.values)
  return offset + limit >= total ? undefined : assertUrlFits(pageAfter(request, envelope))
}

/** The page after this one. `position` has the parameters of the row to continue after; undefined ones are dropped from the URL. */
export function pageAfter(
  request: CanonicalRequest,
  envelope: Envelope,
  position: Readonly<Record<string, Value | undefined>> = {},
): NextPage {
  const query = canonicalQuery(request, { ...envelope.nextValues(request.values), ...position })
  const path = canonicalPath(request)
  const isPage = envelope.kind === 'page'
  const value = isPage ? `${path}?${query}` : cursorToken(query)
  return { value, url: isPage ? value : `${path}?cursor=${value}` }
}
