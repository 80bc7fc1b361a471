// For suites: what of an answer must be the same whoever gives it, the service or what stands before it.
import { decodedEtag } from '../../../data/api/answer/http/etags.ts'
import type { Reply } from '../fixtures/test-client.ts'

/** Of the connection, of one request, of a quota, of the way to an answer; the platform packs bodies by itself. */
const passing =
  /^(date|connection|keep-alive|transfer-encoding|content-length|content-encoding|server|age|x-accel-buffering|netlify-vary|x-request-id|x-ratelimit-.*|ratelimit.*)$/

/** Headers that last. The platform packs bodies by itself, so an ETag is compared without the encoding that it names. */
export const lastingHeaders = ({ headers }: Reply): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries({ ...headers, ...(headers.etag !== undefined && { etag: decodedEtag(headers.etag) }) })
      .filter(([name]) => !passing.test(name))
      .sort(),
  )

/** The body; of a problem without the id of its request. */
export function lastingBody(reply: Reply): unknown {
  if (reply.bytes.length === 0) return ''
  if (!/[/+]json/.test(String(reply.headers['content-type']))) return reply.identity.toString('base64')
  const { request_id, ...body } = reply.json as { request_id?: string }
  return request_id === undefined ? reply.text : body
}
