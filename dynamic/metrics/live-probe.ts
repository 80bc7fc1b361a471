import { setTimeout as delay } from 'node:timers/promises'
import { ageSeconds } from '../../data/api/model/feeds/age.ts'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import type { MetricReaders } from './metrics.ts'

/** How long a scrape waits for a database that does not answer. */
const timeoutMilliseconds = 2000

interface LiveState {
  readonly isUp: boolean
  /** Undefined if there is no index yet or it cannot be read; the time-out if it did not catch up in time. */
  readonly indexLagSeconds: number | undefined
}

/**
 * Reads the state of live data once for all metrics of a scrape. While the database is unavailable, the last known
 * times of the feeds are kept, so their ages grow.
 */
export class LiveProbe {
  readonly #live: LiveIngest
  #newest: Readonly<Record<string, number>> = {}
  #reading: Promise<LiveState> | undefined

  constructor(live: LiveIngest) {
    this.#live = live
  }

  /** The readers of the metrics of live data. */
  readers(): MetricReaders {
    const live = this.#live
    return {
      database_up: async () => [[{}, Number((await this.#read()).isUp)]],
      observation_age_seconds: async () => {
        await this.#read()
        return Object.entries(this.#newest).map(([feed, at]) => [{ feed }, ageSeconds(at, live.now())])
      },
      market_index_lag_seconds: async () => {
        const { indexLagSeconds } = await this.#read()
        return indexLagSeconds === undefined ? [] : [[{}, indexLagSeconds]]
      },
      observation_batches_pending: () => [[{}, live.pendingBatches]],
      live_calls_pending: () => Object.entries(live.pendingCalls()).map(([thread, count]) => [{ thread }, count]),
    }
  }

  #read(): Promise<LiveState> {
    return (this.#reading ??= this.#readOnce().finally(() => (this.#reading = undefined)))
  }

  async #readOnce(): Promise<LiveState> {
    const [newest, indexLag] = await Promise.all([withTimeout(this.#live.newest()), withTimeout(this.#live.indexLag())])
    if (newest instanceof Object) this.#newest = newest
    const isUp = newest instanceof Object
    return { isUp, indexLagSeconds: indexLag === late ? (isUp ? timeoutMilliseconds / 1000 : undefined) : indexLag }
  }
}

const late = Symbol('late')

/** Resolves to `late` after the time-out, and to undefined if the promise is rejected. */
async function withTimeout<T>(pending: Promise<T>): Promise<T | undefined | typeof late> {
  const over = new AbortController()
  const end = delay<typeof late>(timeoutMilliseconds, late, { signal: over.signal }).catch((): typeof late => late)
  try {
    return await Promise.race([pending, end])
  } catch {
    return undefined
  } finally {
    over.abort()
  }
}
