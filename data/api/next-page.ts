import { tokenOf } from './cursors.ts'
import { canonicalPath, canonicalQuery } from './canonical-url.ts'
import type { CanonicalRequest } from './endpoint.ts'

export interface NextPage {
  /** As it stands in the body: a URL on page lists, a token on cursor lists. */
  readonly value: string
  /** As it stands in `Link`. */
  readonly url: string
}

/** The page after this one, in canonical form and pinned to the same patch; nothing on the last. */
export function nextOf(request: CanonicalRequest, total: number): NextPage | undefined {
  const envelope = request.endpoint.envelope?.of(request.values)
  if (!envelope) return undefined
  const { offset, limit } = envelope.window(request.values)
  if (offset + limit >= total) return undefined
  const query = canonicalQuery(request, envelope.following(request.values))
  const path = canonicalPath(request)
  if (envelope.kind === 'page') return { value: `${path}?${query}`, url: `${path}?${query}` }
  const token = tokenOf(query)
  return { value: token, url: `${path}?cursor=${token}` }
}
