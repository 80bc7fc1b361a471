import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../data/api/model/values/errors.ts'

/** Requests that came in one turn of the event loop have all waited since it began; those that waited for more work are refused. */
const maxTurnMilliseconds = 250
/** Answers of the catalog that are made in slices, each of which delays all others. */
const maxUnfinished = 100
const refusalMilliseconds = 1000

interface Usage {
  readonly user: number
  readonly system: number
}
const { threadCpuUsage } = process as { threadCpuUsage?: () => Usage }

/** What other programs take of the processor does not count, except before Node 23.9. */
function threadMilliseconds(): number {
  if (!threadCpuUsage) return performance.now()
  const { user, system } = threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Refuses what would be answered too late, so that a service that is asked more than it can answer still answers as much as it can:
 * without it all wait longer than any client does. What is ready (cached answers, rendered files) is never refused.
 */
export class Load {
  readonly #worked: () => number
  #isInTurn = false
  #turnBegan = 0
  #unfinished = 0

  /** `worked` are the milliseconds for which this thread has worked. */
  constructor(worked = threadMilliseconds) {
    this.#worked = worked
  }

  /** Whether a request that has come now would be answered too late. */
  get isTooHigh(): boolean {
    if (this.#unfinished >= maxUnfinished) return true
    if (this.#isInTurn) return this.#worked() - this.#turnBegan > maxTurnMilliseconds
    this.#isInTurn = true
    this.#turnBegan = this.#worked()
    // Runs when all requests of this turn have been looked at.
    setImmediate(() => void (this.#isInTurn = false))
    return false
  }

  /** Counts an answer until it is made. */
  async count<T>(made: Promise<T>): Promise<T> {
    this.#unfinished += 1
    try {
      return await made
    } finally {
      this.#unfinished -= 1
    }
  }
}

/**
 * Rejects with what is told to a request that would be answered too late, after a second: to refuse takes time too, and who is refused at
 * once asks again at once.
 */
export async function refuseLate(): Promise<never> {
  await sleep(refusalMilliseconds)
  const detail = 'More is asked than can be answered now: try again in a moment.'
  throw new Problem('unavailable', detail, { headers: { 'retry-after': '2' } })
}
