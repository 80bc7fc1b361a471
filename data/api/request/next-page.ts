import { cursorToken } from './cursors.ts'
import { canonicalPath, canonicalQuery } from './canonical-url.ts'
import type { CanonicalRequest } from '../model/endpoint.ts'
import type { Envelope } from '../model/envelopes.ts'
import type { Value } from '../model/values/codecs.ts'
import { invalidParameters } from '../model/values/errors.ts'
import { maxTargetLength } from './target.ts'

export interface NextPage {
  /** As in the body: a URL on page lists, a token on cursor lists. */
  readonly value: string
  /** As in `Link`. */
  readonly url: string
}

/** JSON text of a list's `next`. */
export const nextText = (next: NextPage | undefined): string => JSON.stringify(next?.value ?? null)

/** Throws `invalid_parameter` where no request for the page would be accepted. */
export function assertUrlFits(next: NextPage): NextPage {
  if (next.url.length <= maxTargetLength) return next
  const message = `the URL of the next page would have more than ${maxTargetLength} characters: ask for fewer values, or for more rows at once with limit`
  throw invalidParameters([{ parameter: 'limit', message }])
}

/**
 * The page after this one, in canonical form and pinned to the same patch; undefined for the last. Throws
 * `invalid_parameter` where its URL would be too long.
 */
export function nextPageOf(request: CanonicalRequest, total: number): NextPage | undefined {
  const envelope = request.endpoint.envelope?.of(request.values)
  if (!envelope) return undefined
  const { offset, limit } = envelope.window(request.values)
  return offset + limit >= total ? undefined : assertUrlFits(pageAfter(request, envelope))
}

/** The page after this one; after the row that `position` names where there is one. What is undefined in it is left out. */
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
