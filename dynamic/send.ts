import type { IncomingMessage, ServerResponse } from 'node:http'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { apiHeaders, validatedHeaders } from '../data/api/api-headers.ts'
import { problemAnswer, type Problem } from '../data/api/errors.ts'
import { redactKeys } from '../data/store/accounts/redact-keys.ts'
import { setAskedEndpoint } from './asked-endpoint.ts'
import { extraHeadersOf } from './extra-headers.ts'
import type { Body, Encoding, PreparedAnswer } from './prepared-answer.ts'
import { requestIdOf } from './request-id.ts'

/** Sends an answer: 304 when the client has it, else in the best encoding both know. A promise only where the body is one. */
export function sendAnswer(req: IncomingMessage, res: ServerResponse, answer: PreparedAnswer): void | Promise<void> {
  setAskedEndpoint(req, answer.endpoint)
  if (req.headers['if-none-match'] !== undefined && fresh(req.headers, { etag: answer.etag })) {
    const headers = headersOf(answer)
    delete headers['content-type']
    return void res.writeHead(304, complete(req, flat(headers))).end()
  }
  const body = answer.body(encodingOf(req.headers['accept-encoding']))
  if (body instanceof Promise) return body.then((ready) => sendBody(req, res, answer, ready))
  sendBody(req, res, answer, body)
}

function sendBody(req: IncomingMessage, res: ServerResponse, answer: PreparedAnswer, body: Body): void {
  res.writeHead(answer.status, complete(req, headOf(answer, body)))
  res.end(req.method === 'HEAD' ? undefined : body.bytes)
}

export function sendProblem(req: IncomingMessage, res: ServerResponse, problem: Problem): void {
  const { status, headers, body } = problemAnswer(problem, requestIdOf(req))
  const bytes = Buffer.from(redactKeys(body))
  res.writeHead(status, complete(req, flat({ ...apiHeaders, ...headers, 'content-length': String(bytes.length) })))
  res.end(req.method === 'HEAD' ? undefined : bytes)
}

const headersOf = ({ headers, etag }: PreparedAnswer) => validatedHeaders(headers, etag)

/** Names and values in turn, as Node writes them. */
const flat = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat()

const heads = new WeakMap<Body, readonly string[]>()

/** What every request for this body gets; put together once. */
function headOf(answer: PreparedAnswer, body: Body): readonly string[] {
  const known = heads.get(body)
  if (known) return known
  const { bytes, encoding } = body
  const head = flat({
    ...headersOf(answer),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(bytes.length),
  })
  heads.set(body, head)
  return head
}

/** With what only this request gets. */
function complete(req: IncomingMessage, head: readonly string[]): string[] {
  const { added, noStore } = extraHeadersOf(req)
  const whole = [...head, 'x-request-id', requestIdOf(req), ...added]
  if (noStore) whole[whole.indexOf('cache-control') + 1] = 'no-store'
  return whole
}

const known = new Map<string, Encoding>()

/** The best of br, gzip and identity for an `Accept-Encoding`; remembered, for clients send few different ones. */
function encodingOf(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const remembered = known.get(accepted)
  if (remembered) return remembered
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } })
  const best = negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] })
  const encoding = best === 'br' || best === 'gzip' ? best : 'identity'
  if (known.size < 1000) known.set(accepted, encoding)
  return encoding
}
