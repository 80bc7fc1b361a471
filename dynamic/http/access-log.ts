import type { Logger } from 'pino'
import { redactKeys } from '../../data/store/accounts/redact-keys.ts'
import { writeInfo } from './log.ts'
import type { RequestContext } from './request-context.ts'

const maxTargetLength = 500
const batchMilliseconds = 10

interface Ended {
  readonly context: RequestContext
  readonly status: number
  readonly milliseconds: number
  readonly aborted: true | undefined
}

/** Also called for each request, such as for metrics. */
export type OnEnded = (context: RequestContext, status: number, seconds: number) => void

/**
 * One line per request, once its response is sent or its client gone. Only what is named here is logged, never a header.
 * Lines are made a few milliseconds later and many at once: one at a time, between requests, each costs twice as much.
 */
export class AccessLog {
  readonly #log: Logger
  readonly #onEnded: OnEnded | undefined
  #ended: Ended[] = []

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
      const aborted = res.writableFinished ? undefined : true
      this.#add({ context, status: res.statusCode, milliseconds, aborted })
    })
  }

  /** For an internal request within another one. */
  record(context: RequestContext, status: number, milliseconds: number): void {
    this.#add({ context, status, milliseconds, aborted: undefined })
  }

  #add(ended: Ended): void {
    if (this.#ended.push(ended) === 1) setTimeout(() => this.flush(), batchMilliseconds)
  }

  /** Writes pending lines, before the service ends. */
  flush(): void {
    const ended = this.#ended
    this.#ended = []
    for (const { context, status, milliseconds } of ended) this.#onEnded?.(context, status, milliseconds / 1000)
    if (!this.#log.isLevelEnabled('info')) return
    for (const one of ended) writeInfo(this.#log, fieldsOf(one))
  }
}

function fieldsOf({ context: { id, method, target }, status, milliseconds, aborted }: Ended): string {
  const shown = JSON.stringify(truncateTarget(target))
  const rounded = Math.round(milliseconds * 100) / 100
  const end = aborted ? ',"aborted":true' : ''
  return `"requestId":"${id}","method":"${method}","target":${shown},"status":${status},"milliseconds":${rounded}${end}`
}

/** Authorization codes are as sensitive as keys, so queries of `/account` are not logged. */
function truncateTarget(target: string): string {
  const [path = ''] = target.split('?', 1)
  return redactKeys(path.startsWith('/account') ? path : target).slice(0, maxTargetLength)
}
