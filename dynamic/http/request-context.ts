import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProblemCode } from '../../data/api/model/values/errors.ts'
import type { KeyState } from '../../data/store/accounts/accounts.ts'
import { SentHeaders } from './header-lines.ts'

export type ValidKey = Extract<KeyState, { kind: 'good' }>

const boot = randomBytes(4).toString('hex')
let last = 0
const noHeaders = new SentHeaders({})

/** The state of one request: created when it arrives, passed to everything that handles it. */
export class RequestContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly method: string
  /** The raw request target. */
  readonly target: string
  /** Id of the path's endpoint, for metrics. */
  endpoint: string | undefined
  /** Error code of the answer, where it is a problem. */
  problem: ProblemCode | undefined
  /** The caller's key, once it was verified. */
  key: ValidKey | undefined
  /** Headers of the quota; only set from here. */
  quotaHeaders: SentHeaders = noHeaders
  /** No cache may store the answer, whatever it says itself. */
  noStore = false
  #id: string | undefined

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    asked: { method?: string; target?: string; id?: string } = {},
  ) {
    this.req = req
    this.res = res
    this.method = asked.method ?? req.method ?? ''
    this.target = asked.target ?? req.url ?? ''
    this.#id = asked.id
  }

  /** An internal request on behalf of this one: headers and id are the same. */
  subrequest(target: string): RequestContext {
    return new RequestContext(this.req, this.res, { method: 'GET', target, id: this.id })
  }

  /** In the log line, the header `X-Request-Id` and problems. */
  get id(): string {
    return (this.#id ??= `${boot}-${(++last).toString(36)}`)
  }

  /** GET or HEAD. */
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

/** The context of a request that Express handles; one of its own where the listener attached none, as in suites of one router. */
export function contextOf(req: IncomingMessage & { res?: ServerResponse }): RequestContext {
  const carrying = req as Carrying
  return (carrying[carrier] ??= new RequestContext(req, req.res as ServerResponse))
}
