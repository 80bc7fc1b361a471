import { Problem } from '../../data/api/model/values/errors.ts'

/** Once a turn of the event loop has taken this long, further requests wait for later turns. */
const maxTurnMilliseconds = 10
/** A request that has waited for longer is refused if this thread worked meanwhile. */
const maxWaitMilliseconds = 1000
/** If this thread did less work than this meanwhile, other programs had the processor, and the request is answered. */
const minWorkedMilliseconds = 250
/** Concurrent answers that are computed in slices or compressed: each takes memory, and delays all others. */
const maxUnfinished = 250
/** Interval at which waiting requests are checked while `maxUnfinished` answers are unfinished. */
const checkMilliseconds = 100
/** Maximum number of requests that are refused in one turn. */
const maxRefusals = 20

interface Usage {
  readonly user: number
  readonly system: number
}
const { threadCpuUsage } = process as { threadCpuUsage?: () => Usage }

/** Processor time of this thread, which excludes other programs; before Node 23.9 the elapsed time. */
function threadMilliseconds(): number {
  if (!threadCpuUsage) return performance.now()
  const { user, system } = threadCpuUsage()
  return (user + system) / 1000
}

interface Waiting {
  readonly since: number
  /** Processor time of this thread at that moment. */
  readonly worked: number
  begin(): void
  refuse(reason: Problem): void
}

/**
 * Load shedding. Node handles all requests that have arrived in the same turn of the event loop, but accepts one
 * connection per turn: if 500 clients kept it busy, a new one, such as a health check, would not be accepted for half a
 * minute. So turns are kept short: once the requests of a turn have taken `maxTurnMilliseconds`, the others wait and
 * begin one per turn. Requests that have waited for a second are refused: otherwise all would wait longer than clients
 * do. Cached answers never wait, nor do rendered files whose target has no query.
 */
export class LoadShedder {
  readonly #worked: () => number
  readonly #now: () => number
  readonly #waiting: Waiting[] = []
  #turnBegan: number | undefined
  #unfinished = 0
  #isScheduled = false
  #check: NodeJS.Timeout | undefined

  /** `worked` returns the processor time of this thread, `now` a monotonic time, both in milliseconds. */
  constructor({ worked = threadMilliseconds, now = () => performance.now() } = {}) {
    this.#worked = worked
    this.#now = now
  }

  /** Number of requests that are waiting. */
  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Returns undefined if a request that has arrived may be answered now. Otherwise resolves when it may, or rejects
   * with `unavailable`.
   */
  admit(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#unfinished < maxUnfinished && this.#isTurnShort()) return undefined
    return new Promise((begin, refuse) => {
      this.#waiting.push({ since: this.#now(), worked: this.#worked(), begin, refuse })
      this.#schedule()
    })
  }

  /** Counts an answer as unfinished until its promise settles, and returns its result. */
  async count<T>(answer: T | Promise<T>): Promise<T> {
    this.#unfinished += 1
    try {
      return await answer
    } finally {
      this.#unfinished -= 1
      this.#schedule()
    }
  }

  #isTurnShort(): boolean {
    if (this.#turnBegan !== undefined) return this.#now() - this.#turnBegan < maxTurnMilliseconds
    this.#turnBegan = this.#now()
    // Runs once all requests of this turn have been handled.
    setImmediate(() => void (this.#turnBegan = undefined))
    return true
  }

  #schedule(): void {
    if (this.#waiting.length === 0 || this.#isScheduled) return
    if (this.#unfinished >= maxUnfinished) {
      this.#check ??= setTimeout(() => this.#beginNext(), checkMilliseconds)
      return
    }
    this.#isScheduled = true
    setImmediate(() => this.#beginNext())
  }

  #beginNext(): void {
    this.#isScheduled = false
    clearTimeout(this.#check)
    this.#check = undefined
    for (let refused = 0; refused < maxRefusals && this.#isFirstLate(); refused += 1)
      this.#waiting.shift()?.refuse(overloaded())
    if (this.#unfinished < maxUnfinished) this.#waiting.shift()?.begin()
    this.#schedule()
  }

  /** Whether the request that has waited longest would be answered too late. */
  #isFirstLate(): boolean {
    const [first] = this.#waiting
    if (!first || this.#now() - first.since <= maxWaitMilliseconds) return false
    return this.#unfinished >= maxUnfinished || this.#worked() - first.worked > minWorkedMilliseconds
  }
}

const overloaded = (): Problem =>
  new Problem('unavailable', 'The service is overloaded: try again in a moment.', { headers: { 'retry-after': '2' } })
