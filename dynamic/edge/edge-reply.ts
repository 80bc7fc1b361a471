import { problemHeadersOf } from '../../data/api/answer/cors.ts'
import { encodingFor, type Encoding } from '../../data/api/answer/http/encodings.ts'
import { encodedEtag, matchesEtag } from '../../data/api/answer/http/etags.ts'
import { preflightHeaders } from '../../data/api/answer/methods.ts'
import { contentRange, rangeOf, type ByteRange } from '../../data/api/answer/http/ranges.ts'
import { problemAnswer, type Problem } from '../../data/api/model/values/errors.ts'
import { isMetered } from '../../data/api/answer/metered.ts'
import { fullQuotaHeaders } from '../../data/api/answer/rate-limit-headers.ts'
import type { OriginAnswer } from './shared-answers.ts'

/** Makes the responses to one request, with the headers of every answer, 304 and HEAD. */
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

  /** Returns the headers of an unused quota if the path has a quota: responses of the edge do not count. */
  quotaHeaders(): Record<string, string> {
    if (!isMetered(new URL(this.#request.url).pathname)) return {}
    return fullQuotaHeaders(this.#limit, this.#now())
  }

  /** Whether the client has cached the answer with this ETag, in any encoding. */
  has(etag: string): boolean {
    return matchesEtag(this.#request.headers.get('if-none-match'), etag)
  }

  /** The encoding that the client prefers. */
  get encoding(): Encoding {
    return encodingFor(this.#request.headers.get('accept-encoding'))
  }

  /** Returns the ETag of a 304: that of the preferred encoding if the client has sent it, otherwise `etag` itself. */
  matchedEtag(etag: string): string {
    const wanted = encodedEtag(etag, this.encoding)
    return this.#request.headers.get('if-none-match')?.includes(wanted) ? wanted : etag
  }

  /**
   * Returns the `Range` header if it requests a part of a file with this ETag, or undefined if the answer is the whole
   * file.
   */
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

  /** Responds with a body from a file or from memory. */
  send(status: number, head: Readonly<Record<string, string>>, from: Response | ArrayBuffer): Response {
    const headers = new Headers({ ...head, ...this.quotaHeaders(), 'x-request-id': this.#id })
    const length = from instanceof Response ? lengthOf(from) : String(from.byteLength)
    if (length !== null) headers.set('content-length', length)
    if (!(from instanceof Response)) return new Response(this.#isHead ? null : from, { status, headers })
    if (!this.#isHead) return new Response(from.body, { status, headers })
    void from.body?.cancel()
    return new Response(null, { status, headers })
  }

  /** Responds with the requested part of a file's bytes, or with all of them. Throws `range_not_satisfiable`. */
  sendRange(head: Readonly<Record<string, string>>, etag: string, whole: ArrayBuffer): Response {
    const range = this.#rangeOf(etag, whole.byteLength)
    if (!range) return this.send(200, head, whole)
    const part = whole.slice(range.first, range.last + 1)
    return this.send(206, { ...head, 'content-range': contentRange(range, whole.byteLength) }, part)
  }

  /** Responds with a part that the platform sent. Returns undefined if it is not the requested part. */
  sendPart(head: Readonly<Record<string, string>>, etag: string, part: Response): Response | undefined {
    const range = part.headers.get('content-range')
    const size = /^bytes \d+-\d+\/(\d+)$/.exec(range ?? '')?.[1]
    const wanted = size === undefined ? undefined : this.#rangeOf(etag, Number(size))
    const isWanted = wanted && range === contentRange(wanted, Number(size)) && !part.headers.has('content-encoding')
    return isWanted ? this.send(206, { ...head, 'content-range': range }, part) : undefined
  }

  /** Responds with an answer of the origin, whose headers `more` can override. */
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

/** Returns the length of a file, or null if it was compressed on the way. */
const lengthOf = ({ headers }: Response) => (headers.has('content-encoding') ? null : headers.get('content-length'))
