import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { redactKeys } from '../data/store/accounts/redact-keys.ts'
import { requestIdOf } from './request-id.ts'

const longestTarget = 500
const batchMilliseconds = 10

interface Ended {
  readonly req: IncomingMessage
  readonly status: number
  readonly milliseconds: number
  readonly aborted: true | undefined
}

/** What is told of a request beside its line, such as to metrics. */
export type OnEnded = (req: IncomingMessage, status: number, seconds: number) => void

/**
 * One line a request, once its answer is out or its client is gone. Only what is named here is logged, never a header.
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

  follow(req: IncomingMessage, res: ServerResponse): void {
    if (!this.#onEnded && !this.#log.isLevelEnabled('info')) return
    const began = performance.now()
    res.on('close', () => {
      const milliseconds = performance.now() - began
      const aborted = res.writableFinished ? undefined : true
      const count = this.#ended.push({ req, status: res.statusCode, milliseconds, aborted })
      if (count === 1) setTimeout(() => this.flush(), batchMilliseconds)
    })
  }

  /** Writes what is due, before the service ends. */
  flush(): void {
    const ended = this.#ended
    this.#ended = []
    for (const { req, status, milliseconds } of ended) this.#onEnded?.(req, status, milliseconds / 1000)
    if (!this.#log.isLevelEnabled('info')) return
    for (const { req, status, milliseconds, aborted } of ended)
      this.#log.info({
        requestId: requestIdOf(req),
        method: req.method,
        target: shown(req.url ?? ''),
        status,
        milliseconds: Math.round(milliseconds * 100) / 100,
        aborted,
      })
  }
}

/** Codes of a sign-in are as good as keys for a moment: of `/account` no query is logged. */
function shown(target: string): string {
  const [path = ''] = target.split('?', 1)
  return redactKeys(path.startsWith('/account') ? path : target).slice(0, longestTarget)
}
