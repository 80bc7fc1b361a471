import type { ServerResponse } from 'node:http'
import { apiHeaders, etagHeaders, validatedHeaders } from '../../data/api/answer/api-headers.ts'
import { problemHeadersOf } from '../../data/api/answer/cors.ts'
import { encodingFor, type Encoding } from '../../data/api/answer/http/encodings.ts'
import { encodedEtag, matchesEtag } from '../../data/api/answer/http/etags.ts'
import { preflightHeaders } from '../../data/api/answer/methods.ts'
import { problemAnswer, type Problem } from '../../data/api/model/values/errors.ts'
import { redactKeys } from '../../data/store/accounts/redact-keys.ts'
import { streamParts } from './stream-parts.ts'
import { maxTextBytes, type Body, type PreparedAnswer } from './prepared-answer.ts'
import type { RequestContext } from './request-context.ts'
import { sendFile } from './send-file.ts'
import { canWriteHeadLines, headerLines, writeHeadLines } from './header-lines.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Sends an answer: a 304 if it is a 200 that the client has cached (RFC 9110, section 13.2.1), otherwise the body in
 * the encoding that the client prefers. `base` are the headers that every answer of its kind has. Returns a promise
 * only if something has to be awaited.
 */
export function sendAnswer(context: RequestContext, answer: PreparedAnswer, base = apiHeaders): void | Promise<void> {
  const { headers } = context.req
  const wanted = encodingOf(headers['accept-encoding'])
  if (answer.status === 200 && context.isRead && matchesEtag(headers['if-none-match'], answer.etag))
    return sendNotModified(context, answer, wanted, base)
  if (answer.parts) return sendParts(context, answer, answer.parts, wanted, base)
  if (answer.file !== undefined) {
    const head = validatedHeaders(answer.headers, answer.etag, base)
    const { file: path, etag, missingFileProblem } = answer
    return sendFile(context, { path, etag, headers: head, missingFileProblem }, (whole) => complete(context, whole))
  }
  const body = answer.body(wanted)
  if (body instanceof Promise) return body.then((ready) => sendBody(context, answer, ready, base))
  sendBody(context, answer, body, base)
}

/** Streams the body as fast as the client reads it, until it disconnects. */
async function sendParts(
  context: RequestContext,
  answer: PreparedAnswer,
  parts: NonNullable<PreparedAnswer['parts']>,
  encoding: Encoding,
  base: Headers,
): Promise<void> {
  const headers = {
    ...validatedHeaders(answer.headers, encodedEtag(answer.etag, encoding), base),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  context.res.writeHead(answer.status, complete(context, flat(headers)))
  if (context.method === 'HEAD') return void context.res.end()
  await streamParts(parts(), encoding, context.res)
}

/** The headers of a 304, with the ETag of the 200 (RFC 9110, section 15.4.5). */
function sendNotModified(context: RequestContext, answer: PreparedAnswer, wanted: Encoding, base: Headers): void {
  const etag = encodedEtag(answer.etag, answer.encodingFor(wanted))
  const headers = validatedHeaders(answer.headers, etag, base)
  delete headers['content-type']
  context.res.writeHead(304, complete(context, flat(headers))).end()
}

function sendBody(context: RequestContext, answer: PreparedAnswer, body: Body, base: Headers): void {
  const { res, id, quotaHeaders } = context
  const { length } = body.bytes
  if (hasPlainHead(context)) {
    body.headLines ??= headLinesOf(answer, body, base)
    writeHeadLines(res, answer.status, `${body.headLines}x-request-id: ${id}\r\n${quotaHeaders.lines}`, length)
  } else {
    const head = { ...base, ...headOf(answer, body), 'content-length': String(length) }
    res.writeHead(answer.status, complete(context, flat(head)))
  }
  if (context.method === 'HEAD') res.end()
  else if (length > maxTextBytes) res.end(body.bytes)
  else res.end((body.text ??= body.bytes.toString('latin1')), 'latin1')
}

/**
 * Whether the head consists of the headers of the answer, the request and its quota alone, so cached lines can be sent.
 */
const hasPlainHead = ({ req, res, noStore }: RequestContext): boolean =>
  canWriteHeadLines &&
  !noStore &&
  !res.headersSent &&
  req.headers.expect === undefined &&
  res.getHeaderNames().length === 0

/** Sends a problem, with API keys redacted, and notes its code for the log and metrics. */
export function sendProblem(context: RequestContext, problem: Problem): void {
  context.problem = problem.code
  const { status, headers, body } = problemAnswer(problem, context.id, context.noStore)
  const bytes = Buffer.from(redactKeys(body))
  const head = { ...problemHeadersOf(context.target), ...headers, 'content-length': String(bytes.length) }
  context.res.writeHead(status, complete(context, flat(head)))
  context.res.end(context.method === 'HEAD' ? undefined : bytes)
}

/** Sends the head of a 200 whose body is written piece by piece. */
export const sendHead = (context: RequestContext, headers: Headers): ServerResponse =>
  context.res.writeHead(200, complete(context, flat(headers)))

/** The answer to OPTIONS. */
export function sendPreflight(context: RequestContext): void {
  const { req, res, target } = context
  const headers = preflightHeaders(target, req.headers['access-control-request-headers'])
  res.writeHead(204, complete(context, flat(headers))).end()
}

/** Names and values alternating, as Node writes them. */
const flat = (headers: Headers): string[] => Object.entries(headers).flat()

/** The headers of an answer beyond those that every answer of its kind has. */
const headOf = (answer: PreparedAnswer, { encoding }: Body): Headers => ({
  ...etagHeaders(answer.headers, encodedEtag(answer.etag, encoding)),
  ...(encoding !== 'identity' && { 'content-encoding': encoding }),
})

const baseLines = new WeakMap<Headers, string>()

/** Serializes the whole head. The lines of `base` are cached; a header of the answer overrides one of `base`. */
function headLinesOf(answer: PreparedAnswer, body: Body, base: Headers): string {
  const head = headOf(answer, body)
  for (const name in head) if (name in base) return headerLines(Object.entries({ ...base, ...head }))
  const known = baseLines.get(base) ?? headerLines(Object.entries(base))
  baseLines.set(base, known)
  return [known, headerLines(Object.entries(head))].join('')
}

/** Adds the headers of the request, and `no-store` if its response must not be stored. */
function complete({ id, quotaHeaders, noStore }: RequestContext, head: readonly string[]): string[] {
  const whole = [...head, 'x-request-id', id, ...quotaHeaders.flat]
  const at = whole.indexOf('cache-control') + 1
  if (noStore && !whole[at]?.startsWith('no-store')) whole[at] = 'no-store'
  return whole
}

const encodings = new Map<string, Encoding>()

/** Parses `Accept-Encoding`. Results are cached, because clients send few different values. */
function encodingOf(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const known = encodings.get(accepted)
  if (known) return known
  const encoding = encodingFor(accepted)
  if (encodings.size < 1000 && accepted.length < 100) encodings.set(accepted, encoding)
  return encoding
}
