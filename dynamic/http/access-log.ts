import type { Logger } from 'pino'
import { redactKeys } from '../../data/store/accounts/redact-keys.ts'
import { writeInfo } from './log.ts'
import type { RequestContext } from './request-context.ts'

const maxTargetLength = 500
const batchMilliseconds = 10
/** Of a client that left before it was answered, as nginx logs it: nothing was sent. */
const clientClosedRequest = 499

/** What is noted of a request; the request itself is free to be collected. */
export interface EndedRequest extends Pick<RequestContext, 'id' | 'method' | 'target' | 'endpoint' | 'problem'> {
  readonly status: number
  readonly milliseconds: number
  readonly isAborted: boolean
}

/** Also called for each request, such as for metrics. */
type OnEnded = (ended: EndedRequest) => void

/**
 * One line per request, once its response is sent or its client gone. Only what is named here is logged, never a
 * header. Lines are made a few milliseconds later and many at once: one at a time, between requests, each costs twice
 * as much.
 */
export class AccessLog {
  readonly #log: Logger
  readonly #onEnded: OnEnded | undefined
  #ended: EndedRequest[] = []

  constructor(log: Logger, onEnded?: OnEnded) {
    this.#log = log
    this.#onEnded = onEnded
  }

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

  /** For an internal request within another one. */
  record(context: RequestContext, status: number, milliseconds: number): void {
    this.#add(context, status, milliseconds, false)
  }

  #add(context: RequestContext, status: number, milliseconds: number, isAborted: boolean): void {
    const { id, method, target, endpoint, problem } = context
    const ended = { id, method, target, endpoint, problem, status, milliseconds, isAborted }
    if (this.#ended.push(ended) === 1) setTimeout(() => this.flush(), batchMilliseconds)
  }

  /** Writes pending lines, before the service ends. */
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
