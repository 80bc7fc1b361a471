import type { Logger } from 'pino'
import { redactKeys } from '../../data/store/accounts/redact-keys.ts'
import { writeInfo } from './log.ts'
import type { RequestContext } from './request-context.ts'

const maxTargetLength = 500
const batchMilliseconds = 10
/** Status logged when a client disconnects before the response begins, as in nginx. */
const clientClosedRequest = 499

/** The logged fields of a request, copied so that the request itself can be garbage-collected. */
export interface EndedRequest extends Pick<RequestContext, 'id' | 'method' | 'target' | 'endpoint' | 'problem'> {
  readonly status: number
  readonly milliseconds: number
  readonly isAborted: boolean
}

/** Called for each ended request, such as for metrics. */
type OnEnded = (ended: EndedRequest) => void

/**
 * Logs one line per request, once its response is sent or its client has disconnected. Only the fields of
 * `EndedRequest` are logged, never a header. Lines are serialized in batches, a few milliseconds later: one at a time,
 * between requests, each costs twice as much.
 */
export class AccessLog {
  readonly #log: Logger
  readonly #onEnded: OnEnded | undefined
  #ended: EndedRequest[] = []

  constructor(log: Logger, onEnded?: OnEnded) {
    this.#log = log
    this.#onEnded = onEnded
  }

  /** Logs a request when its response is closed. */
  follow(context: RequestContext): void {
    if (!this.#onEnded && !this.#log.isLevelEnabled('info')) return
    const { res } = context
    const began = performance.now()
    res.on('close', () => {
      const milliseconds = performance.now() - began
      const status = res.headersSent ? res.statusCode : clientClosedRequest
      this.#add(context, status, milliseconds, !res.writableFinished)
    })
  }

  /** Logs an internal request that was made on behalf of another one. */
  record(context: RequestContext, status: number, milliseconds: number): void {
    this.#add(context, status, milliseconds, false)
  }

  #add(context: RequestContext, status: number, milliseconds: number, isAborted: boolean): void {
    const { id, method, target, endpoint, problem } = context
    const ended = { id, method, target, endpoint, problem, status, milliseconds, isAborted }
    if (this.#ended.push(ended) === 1) setTimeout(() => this.flush(), batchMilliseconds)
  }

  /** Writes the pending lines now; the service calls it before it ends. */
  flush(): void {
    const ended = this.#ended
    this.#ended = []
    for (const one of ended) this.#onEnded?.(one)
    if (this.#log.isLevelEnabled('info')) writeInfo(this.#log, ended.map(fieldsOf))
  }
}

function fieldsOf({ id, method, target, status, milliseconds, isAborted }: EndedRequest): string {
  const targetText = JSON.stringify(truncateTarget(target))
  const rounded = Math.round(milliseconds * 100) / 100
  const end = isAborted ? ',"aborted":true' : ''
  return `"requestId":"${id}","method":"${method}","target":${targetText},"status":${status},"milliseconds":${rounded}${end}`
}

/** Authorization codes are as sensitive as keys, so queries of `/account` are not logged. */
function truncateTarget(target: string): string {
  const logged = target.startsWith('/account') ? (target.split('?', 1)[0] ?? '') : target
  return redactKeys(logged).slice(0, maxTargetLength)
}
