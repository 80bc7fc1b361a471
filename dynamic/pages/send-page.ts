import { BufferedAnswer } from '../http/prepared-answer.ts'
import type { RequestContext } from '../http/request-context.ts'
import { sendAnswer } from '../http/send.ts'
import type { WholeResponse } from './collect-response.ts'

/** Headers that are not copied from the site's response: they belong to the connection or the request. */
const excludedHeaders = new Set([
  'content-length',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
])
const compressedTypes = /^(image\/(?!svg)|font\/|model\/)/

/**
 * Sends a response of the site with an ETag: as a 304 if the client has cached it, otherwise in the client's encoding.
 * `base` are the headers of all pages.
 */
export function sendPage(
  context: RequestContext,
  { status, headers: given, body }: WholeResponse,
  base: Readonly<Record<string, string>>,
): void | Promise<void> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given))
    if (!excludedHeaders.has(name) && value !== undefined) headers[name] = String(value)
  // Depending on `Accept`, a 404 is a page or a problem.
  if (status === 404) headers.vary = 'Accept'
  if (status === 304) {
    context.res.writeHead(status, { ...base, ...headers, 'x-request-id': context.id }).end()
    return
  }
  const isCompressedFormat = compressedTypes.test(headers['content-type'] ?? '')
  return sendAnswer(
    context,
    new BufferedAnswer({ status, headers, body }, { etag: headers.etag, isCompressedFormat }),
    base,
  )
}
