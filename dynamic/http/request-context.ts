import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProblemCode } from '../../data/api/model/values/errors.ts'
import type { KeyState } from '../../data/store/accounts/accounts.ts'
import { SharedHeaders } from './header-lines.ts'

export type ValidKey = Extract<KeyState, { kind: 'good' }>

const boot = randomBytes(4).toString('hex')
let last = 0
const noHeaders = new SharedHeaders({})

/** The state of one request: created when it arrives, passed to everything that handles it. */
export class RequestContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly method: string
  /** The raw request target. */
  readonly target: string
  /** Id of the path's endpoint, for metrics. */
  endpoint: string | undefined
  /** Error code of the response, if it is a problem. */
  problem: ProblemCode | undefined
  /** The caller's key, once it has been verified. */
  key: ValidKey | undefined
  /** Quota headers, which are added to every response to this request. */
  quotaHeaders: SharedHeaders = noHeaders
  /** Whether no cache may store the response, whatever `Cache-Control` the answer has. */
  noStore = false
  #id: string | undefined

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    overrides: { method?: string; target?: string; id?: string } = {},
  ) {
    this.req = req
    this.res = res
    this.method = overrides.method ?? req.method ?? ''
    this.target = overrides.target ?? req.url ?? ''
    this.#id = overrides.id
  }

  /** Returns the context of an internal GET on behalf of this request, with the same headers and id. */
  subrequest(target: string): RequestContext {
    return new RequestContext(this.req, this.res, { method: 'GET', target, id: this.id })
  }

  /** The request id, which is in the log line, the header `X-Request-Id` and problems. */
  get id(): string {
    return (this.#id ??= `${boot}-${(++last).toString(36)}`)
  }

  /** Whether the method is GET or HEAD. */
  get isRead(): boolean {
    return this.method === 'GET' || this.method === 'HEAD'
  }
}

const carrier = Symbol('request context')
type Carrying = IncomingMessage & { [carrier]?: RequestContext }

/** Lets handlers that Express calls find the context of their request. */
export const attachContext = (context: RequestContext): void => {
  ;(context.req as Carrying)[carrier] = context
}

/**
 * Returns the context of a request that Express handles. Creates it if the listener attached none, as in tests of one
 * router.
 */
export function contextOf(req: IncomingMessage & { res?: ServerResponse }): RequestContext {
  const carrying = req as Carrying
  return (carrying[carrier] ??= new RequestContext(req, req.res as ServerResponse))
}
