import { problemHeadersOf } from '../../data/api/answer/cors.ts'
import { encodingFor, type Encoding } from '../../data/api/answer/http/encodings.ts'
import { encodedEtag, matchesEtag } from '../../data/api/answer/http/etags.ts'
import { preflightHeaders } from '../../data/api/answer/methods.ts'
import { contentRange, rangeOf, type ByteRange } from '../../data/api/answer/http/ranges.ts'
import { problemAnswer, type Problem } from '../../data/api/model/values/errors.ts'
import { isMetered } from '../../data/api/answer/metered.ts'
import { fullQuotaHeaders } from '../../data/api/answer/rate-limit-headers.ts'
import type { OriginAnswer } from './shared-answers.ts'

/** Makes the responses to one request: what every answer carries, 304 and HEAD. */
export class EdgeReply {
  readonly #request: Request
  readonly #limit: number
  readonly #now: () => number
  readonly #id = crypto.randomUUID().slice(0, 18)

  constructor(request: Request, { limit, now }: { limit: number; now: () => number }) {
    this.#request = request
    this.#limit = limit
    this.#now = now
  }

  get isRead(): boolean {
    return this.#request.method === 'GET' || this.#request.method === 'HEAD'
  }

  /** Headers of an unused quota, if there is one: responses of the edge cost nothing. */
  quotaHeaders(): Record<string, string> {
    if (!isMetered(new URL(this.#request.url).pathname)) return {}
    return fullQuotaHeaders(this.#limit, this.#now())
  }

  /** True when the client has the answer of this ETag, in whichever encoding. */
  has(etag: string): boolean {
    return matchesEtag(this.#request.headers.get('if-none-match'), etag)
  }

  /** The encoding that the client takes best. */
  get encoding(): Encoding {
    return encodingFor(this.#request.headers.get('accept-encoding'))
  }

  /** The ETag of a 304: in the encoding that the client would get, if it is among those that it has. */
  matchedEtag(etag: string): string {
    const wanted = encodedEtag(etag, this.encoding)
    return this.#request.headers.get('if-none-match')?.includes(wanted) ? wanted : etag
  }

  /** The header that requests a part of a file with this ETag; undefined if the answer is the whole file. */
  wantedRange(etag: string): string | undefined {
    return this.#rangeOf(etag, Infinity) && (this.#request.headers.get('range') ?? undefined)
  }

  preflight(): Response {
    const { pathname } = new URL(this.#request.url)
    const requested = this.#request.headers.get('access-control-request-headers')
    const headers = { ...preflightHeaders(pathname, requested), 'x-request-id': this.#id }
    return new Response(null, { status: 204, headers })
  }

  notModified(head: Readonly<Record<string, string>>): Response {
    const headers = new Headers({ ...head, ...this.quotaHeaders(), 'x-request-id': this.#id })
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }

  /** A body from a file or in memory. */
  send(status: number, head: Readonly<Record<string, string>>, from: Response | ArrayBuffer): Response {
    const headers = new Headers({ ...head, ...this.quotaHeaders(), 'x-request-id': this.#id })
    const length = from instanceof Response ? lengthOf(from) : String(from.byteLength)
    if (length !== null) headers.set('content-length', length)
    if (!(from instanceof Response)) return new Response(this.#isHead ? null : from, { status, headers })
    if (!this.#isHead) return new Response(from.body, { status, headers })
    void from.body?.cancel()
    return new Response(null, { status, headers })
  }

  /** The part of a file's bytes that a `Range` asks for, or all of them. Throws `range_not_satisfiable`. */
  sendRange(head: Readonly<Record<string, string>>, etag: string, whole: ArrayBuffer): Response {
    const asked = this.#rangeOf(etag, whole.byteLength)
    if (!asked) return this.send(200, head, whole)
    const part = whole.slice(asked.first, asked.last + 1)
    return this.send(206, { ...head, 'content-range': contentRange(asked, whole.byteLength) }, part)
  }

  /** A part as the platform sends it; undefined if it is not the requested one. */
  sendPart(head: Readonly<Record<string, string>>, etag: string, part: Response): Response | undefined {
    const range = part.headers.get('content-range')
    const size = /^bytes \d+-\d+\/(\d+)$/.exec(range ?? '')?.[1]
    const asked = size === undefined ? undefined : this.#rangeOf(etag, Number(size))
    const isAsked = asked && range === contentRange(asked, Number(size)) && !part.headers.has('content-encoding')
    return isAsked ? this.send(206, { ...head, 'content-range': range }, part) : undefined
  }

  /** An answer of the origin, its own headers first. */
  forward({ status, headers, body }: OriginAnswer, more: Readonly<Record<string, string>>): Response {
    const head = new Headers(headers)
    for (const [name, value] of Object.entries(more)) head.set(name, value)
    if (!head.has('x-request-id')) head.set('x-request-id', this.#id)
    const etag = head.get('etag')
    if (status === 200 && etag !== null && this.has(etag)) {
      head.delete('content-type')
      return new Response(null, { status: 304, headers: head })
    }
    head.set('content-length', String(body.byteLength))
    return new Response(this.#isHead ? null : body, { status, headers: head })
  }

  problem(problem: Problem): Response {
    const { status, headers, body } = problemAnswer(problem, this.#id)
    const bytes = new TextEncoder().encode(body)
    const base = problemHeadersOf(new URL(this.#request.url).pathname)
    const head = new Headers({ ...base, ...headers, ...this.quotaHeaders(), 'x-request-id': this.#id })
    head.set('content-length', String(bytes.byteLength))
    return new Response(this.#isHead ? null : bytes, { status, headers: head })
  }

  #rangeOf(etag: string, size: number): ByteRange | undefined {
    const { headers } = this.#request
    const conditions = { range: headers.get('range'), ifRange: headers.get('if-range') }
    return this.#isHead ? undefined : rangeOf(conditions, etag, size)
  }

  get #isHead(): boolean {
    return this.#request.method === 'HEAD'
  }
}

/** Length of a file that was not compressed on the way. */
const lengthOf = ({ headers }: Response) => (headers.has('content-encoding') ? null : headers.get('content-length'))
