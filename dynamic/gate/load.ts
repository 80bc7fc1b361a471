import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../data/api/model/values/errors.ts'

/** Requests that arrive in one turn of the event loop are handled in sequence; those that had to wait for more work than this are refused. */
const maxTurnMilliseconds = 1000
/** Concurrent catalog answers that are computed in slices, each of which delays all others. */
const maxUnfinished = 250
const refusalMilliseconds = 1000

interface Usage {
  readonly user: number
  readonly system: number
}
const { threadCpuUsage } = process as { threadCpuUsage?: () => Usage }

/** Processor time of this thread, so that other programs do not count; before Node 23.9 elapsed time. */
function threadMilliseconds(): number {
  if (!threadCpuUsage) return performance.now()
  const { user, system } = threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Load shedding: refuses requests that would be answered too late, so that an overloaded service still answers as many as it can. Without
 * it all requests would wait longer than clients do. Cached answers are never refused, nor are rendered files whose target has no query.
 */
export class Load {
  readonly #worked: () => number
  #isInTurn = false
  #turnBegan = 0
  #unfinished = 0

  /** `worked` returns the processor time of this thread in milliseconds. */
  constructor(worked = threadMilliseconds) {
    this.#worked = worked
  }

  /** Whether a request that arrives now would be answered too late. To be called once for each request. */
  isTooHigh(): boolean {
    if (this.#unfinished >= maxUnfinished) return true
    if (this.#isInTurn) return this.#worked() - this.#turnBegan > maxTurnMilliseconds
    this.#isInTurn = true
    this.#turnBegan = this.#worked()
    // Runs once all requests of this turn have been handled.
    setImmediate(() => void (this.#isInTurn = false))
    return false
  }

  /** Counts an answer until it is computed. */
  async count<T>(answer: Promise<T>): Promise<T> {
    this.#unfinished += 1
    try {
      return await answer
    } finally {
      this.#unfinished -= 1
    }
  }
}

/** Rejects with the 503 of a refused request, after a second: clients that are refused at once would retry at once, and refusing costs time. */
export async function refuseLate(): Promise<never> {
  await sleep(refusalMilliseconds)
  const detail = 'The service is overloaded: try again in a moment.'
  throw new Problem('unavailable', detail, { headers: { 'retry-after': '2' } })
}
