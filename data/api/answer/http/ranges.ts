import { Problem } from '../../model/values/errors.ts'

/** A part of a body; both ends are inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * The range of bytes that a request asks for (RFC 9110, section 14.2). Undefined if it is answered with the whole body:
 * there is no `Range`, it has several ranges or another unit, or `If-Range` is not this ETag. Throws `range_not_satisfiable`.
 */
export function rangeOf(
  { range, ifRange }: { range: string | null | undefined; ifRange: string | null | undefined },
  etag: string,
  size: number,
): ByteRange | undefined {
  const [, start = '', end = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? '') ?? []
  if (start === '' && end === '') return undefined
  if (ifRange && ifRange.trim() !== etag) return undefined
  const first = start === '' ? Math.max(0, size - Number(end)) : Number(start)
  const last = start === '' || end === '' ? size - 1 : Math.min(Number(end), size - 1)
  if (start !== '' && end !== '' && Number(end) < Number(start)) return undefined
  if (first > last)
    throw new Problem('range_not_satisfiable', `The body has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    })
  return { first, last }
}

/** The value of a `Content-Range` header. */
export const contentRange = ({ first, last }: ByteRange, size: number): string => `bytes ${first}-${last}/${size}`
