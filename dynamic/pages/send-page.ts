import { BufferedAnswer } from '../http/prepared-answer.ts'
import type { RequestContext } from '../http/request-context.ts'
import { sendAnswer } from '../http/send.ts'
import type { WholeResponse } from './collect-response.ts'

/** Headers of the connection and of the request, set for each response. */
const notOwn = new Set([
  'content-length',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
])
const packed = /^(image\/(?!svg)|font\/|model\/)/

/** Sends the site's answer with an ETag, as 304 where the client has it, in the client's encoding. `base` is what all pages have. */
export function sendPage(
  context: RequestContext,
  { status, headers: given, body }: WholeResponse,
  base: Readonly<Record<string, string>>,
): void | Promise<void> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given))
    if (!notOwn.has(name) && value !== undefined) headers[name] = String(value)
  // The alternative is a problem as JSON.
  if (status === 404) headers.vary = 'Accept'
  if (status === 304) {
    context.res.writeHead(status, { ...base, ...headers, 'x-request-id': context.id }).end()
    return
  }
  const isCompressedFormat = packed.test(headers['content-type'] ?? '')
  return sendAnswer(
    context,
    new BufferedAnswer({ status, headers, body }, { etag: headers.etag, isCompressedFormat }),
    base,
  )
}
