import type { Encoding } from './encodings.ts'

const suffixes: Readonly<Record<Encoding, string>> = { identity: '', br: '-br', zstd: '-zstd', gzip: '-gz' }

/** The strong ETag of a body in an encoding: the bytes of each encoding differ, so each has its own tag. */
export const encodedEtag = (etag: string, encoding: Encoding): string => `${etag.slice(0, -1)}${suffixes[encoding]}"`

/** The ETag of the decoded body, from that of an encoded body. */
export const decodedEtag = (etag: string): string => etag.replace(/^("[\w-]{27})-(?:br|zstd|gz)"$/, '$1"')

/**
 * Whether `If-None-Match` contains the ETag of an answer in any encoding (RFC 9110, section 13.1.2: weak comparison).
 * `Cache-Control` of the request has no influence, because it says nothing about the bytes that the client has.
 */
export function matchesEtag(condition: string | null | undefined, etag: string): boolean {
  if (!condition) return false
  if (condition === etag || condition.trim() === '*') return true
  const tags = Object.keys(suffixes).map((encoding) => encodedEtag(etag, encoding as Encoding))
  return condition.split(',').some((given) => tags.includes(given.trim().replace(/^W\//, '')))
}
