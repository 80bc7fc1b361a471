import fresh from 'fresh'
import { apiHeaders } from '../../data/api/api-headers.ts'
import { problemAnswer, type Problem } from '../../data/api/errors.ts'
import { isMetered } from '../../data/api/metered.ts'
import { untouchedHeaders } from '../../data/api/rate-limit-headers.ts'
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

  /** Headers of an untouched quota, where there is one: what the edge answers costs none. */
  standing(): Record<string, string> {
    if (!isMetered(new URL(this.#request.url).pathname)) return {}
    return untouchedHeaders(this.#limit, this.#now())
  }

  /** True when the client has the answer of this ETag. */
  has(etag: string): boolean {
    const { headers } = this.#request
    if (!headers.has('if-none-match')) return false
    const asked = {
      'if-none-match': headers.get('if-none-match') ?? '',
      'cache-control': headers.get('cache-control') ?? '',
    }
    return fresh(asked, { etag })
  }

  notModified(head: Readonly<Record<string, string>>): Response {
    const headers = new Headers({ ...head, ...this.standing(), 'x-request-id': this.#id })
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }

  /** A body from a file, or one that is at hand. */
  send(status: number, head: Readonly<Record<string, string>>, from: Response | ArrayBuffer): Response {
    const headers = new Headers({ ...head, ...this.standing(), 'x-request-id': this.#id })
    const length = from instanceof Response ? lengthOf(from) : String(from.byteLength)
    if (length !== null) headers.set('content-length', length)
    if (!(from instanceof Response)) return new Response(this.#isHead ? null : from, { status, headers })
    if (!this.#isHead) return new Response(from.body, { status, headers })
    void from.body?.cancel()
    return new Response(null, { status, headers })
  }

  /** An answer of the origin, its own headers first. */
  forward({ status, headers, body }: OriginAnswer, more: Readonly<Record<string, string>>): Response {
    const head = new Headers(headers)
    for (const [name, value] of Object.entries(more)) head.set(name, value)
    const isKept = !head.has('x-request-id')
    if (isKept) head.set('x-request-id', this.#id)
    const etag = head.get('etag')
    if (status === 200 && etag !== null && this.has(etag)) {
      head.delete('content-type')
      return new Response(null, { status: 304, headers: head })
    }
    const isProblem = head.get('content-type')?.startsWith('application/problem+json') ?? false
    const shown = isKept && isProblem ? this.#withOwnId(body) : body
    head.set('content-length', String(shown.byteLength))
    return new Response(this.#isHead ? null : shown, { status, headers: head })
  }

  /** A problem that was told to somebody else names the request that it is told to now. */
  #withOwnId(body: ArrayBuffer) {
    const problem = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>
    return new TextEncoder().encode(JSON.stringify({ ...problem, request_id: this.#id })).buffer
  }

  problem(problem: Problem): Response {
    const { status, headers, body } = problemAnswer(problem, this.#id)
    const bytes = new TextEncoder().encode(body)
    const head = new Headers({ ...apiHeaders, ...headers, ...this.standing(), 'x-request-id': this.#id })
    head.set('content-length', String(bytes.byteLength))
    return new Response(this.#isHead ? null : bytes, { status, headers: head })
  }

  get #isHead(): boolean {
    return this.#request.method === 'HEAD'
  }
}

/** Of a file that came as it is; what was packed on the way has another length. */
const lengthOf = ({ headers }: Response) => (headers.has('content-encoding') ? null : headers.get('content-length'))
