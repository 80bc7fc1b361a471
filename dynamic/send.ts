import type { IncomingMessage, ServerResponse } from 'node:http'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { problemAnswer, type Problem } from '../data/api/errors.ts'
import { redactKeys } from '../data/store/accounts/redact-keys.ts'
import { extraHeadersOf } from './extra-headers.ts'
import type { Body, Encoding, PreparedAnswer } from './prepared-answer.ts'

/** Headers of every answer of the API: readable from any origin, never sniffed, framed or run. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Deprecation, Retry-After, X-Patch-Id, X-Patch-Version, X-Request-Id, X-Ignored-Parameters, X-Data-Age, ' +
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Sends an answer: 304 when the client has it, else in the best encoding both know. `requestId` goes into its header. */
export async function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  answer: PreparedAnswer,
  requestId: string,
): Promise<void> {
  if (req.headers['if-none-match'] !== undefined && fresh(req.headers, { etag: answer.etag })) {
    const headers: Record<string, string> = { ...headersOf(answer), 'x-request-id': requestId, ...extraHeadersOf(req) }
    delete headers['content-type']
    res.writeHead(304, headers).end()
    return
  }
  const pending = answer.body(encodingOf(req.headers['accept-encoding']))
  const body = pending instanceof Promise ? await pending : pending
  const head = [...headOf(answer, body), 'x-request-id', requestId]
  for (const [name, value] of Object.entries(extraHeadersOf(req))) put(head, name, value)
  res.writeHead(answer.status, head)
  res.end(req.method === 'HEAD' ? undefined : body.bytes)
}

const headersOf = ({ headers, etag }: PreparedAnswer): Record<string, string> => ({
  ...apiHeaders,
  ...headers,
  etag,
  vary: headers.vary ? `Accept-Encoding, ${headers.vary}` : 'Accept-Encoding',
})

const heads = new WeakMap<Body, readonly string[]>()

/** The headers that every request for this body gets, names and values in turn as Node writes them; put together once. */
function headOf(answer: PreparedAnswer, body: Body): readonly string[] {
  const known = heads.get(body)
  if (known) return known
  const { bytes, encoding } = body
  const head = {
    ...headersOf(answer),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(bytes.length),
  }
  const flat = Object.entries(head).flat()
  heads.set(body, flat)
  return flat
}

function put(head: string[], name: string, value: string): void {
  const at = head.indexOf(name)
  if (at === -1) head.push(name, value)
  else head[at + 1] = value
}

export function sendProblem(req: IncomingMessage, res: ServerResponse, problem: Problem, requestId: string): void {
  const { status, headers, body } = problemAnswer(problem, requestId)
  const bytes = Buffer.from(redactKeys(body))
  res.writeHead(status, {
    ...apiHeaders,
    ...headers,
    ...extraHeadersOf(req),
    'x-request-id': requestId,
    'content-length': bytes.length,
  })
  res.end(req.method === 'HEAD' ? undefined : bytes)
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
