// For suites: the parts of an answer that must be the same with and without a proxy in front of the service.
import { decodedEtag } from '../../../data/api/answer/http/etags.ts'
import type { Reply } from '../fixtures/test-client.ts'

/** Headers that may differ: those of the connection, the request, the quota, the proxy and the compression. */
const variableHeaders =
  /^(date|connection|keep-alive|transfer-encoding|content-length|content-encoding|server|age|x-accel-buffering|netlify-vary|x-request-id|x-ratelimit-.*|ratelimit.*)$/

/**
 * Returns the headers that must be the same. ETags lose their encoding, because the platform compresses bodies itself.
 */
export const lastingHeaders = ({ headers }: Reply): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries({ ...headers, ...(headers.etag !== undefined && { etag: decodedEtag(headers.etag) }) })
      .filter(([name]) => !variableHeaders.test(name))
      .sort(),
  )

/** Returns the body that must be the same: a problem without its request id, JSON as text, other bodies in base64. */
export function lastingBody(reply: Reply): unknown {
  if (reply.bytes.length === 0) return ''
  if (!/[/+]json/.test(String(reply.headers['content-type']))) return reply.identity.toString('base64')
  const { request_id, ...body } = reply.json as { request_id?: string }
  return request_id === undefined ? reply.text : body
}
