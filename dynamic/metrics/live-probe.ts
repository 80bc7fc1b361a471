import { setTimeout as delay } from 'node:timers/promises'
import { ageSeconds } from '../../data/api/model/feeds/age.ts'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import type { MetricReaders } from './metrics.ts'

/** How long a scrape waits for a database that does not answer, in ms. */
const patienceMilliseconds = 2000

interface Seen {
  readonly isUp: boolean
  /** Undefined if there is no index yet or if it cannot be read; at least that long if it did not catch up in time. */
  readonly indexLagSeconds: number | undefined
}

/**
 * Reads live data once for all metrics of a scrape. The last known state of feeds is kept while the database is away,
 * so their ages grow.
 */
export class LiveProbe {
  readonly #live: LiveIngest
  #newest: Readonly<Record<string, number>> = {}
  #looking: Promise<Seen> | undefined

  constructor(live: LiveIngest) {
    this.#live = live
  }

  readers(): MetricReaders {
    const live = this.#live
    return {
      database_up: async () => [[{}, Number((await this.#look()).isUp)]],
      observation_age_seconds: async () => {
        await this.#look()
        return Object.entries(this.#newest).map(([feed, at]) => [{ feed }, ageSeconds(at, live.now())])
      },
      market_index_lag_seconds: async () => {
        const { indexLagSeconds } = await this.#look()
        return indexLagSeconds === undefined ? [] : [[{}, indexLagSeconds]]
      },
      observation_batches_pending: () => [[{}, live.pendingBatches]],
      live_calls_pending: () => Object.entries(live.pendingCalls()).map(([thread, count]) => [{ thread }, count]),
    }
  }

  #look(): Promise<Seen> {
    return (this.#looking ??= this.#lookOnce().finally(() => (this.#looking = undefined)))
  }

  async #lookOnce(): Promise<Seen> {
    const [newest, indexLag] = await Promise.all([inTime(this.#live.newest()), inTime(this.#live.indexLag())])
    if (newest instanceof Object) this.#newest = newest
    const isUp = newest instanceof Object
    return { isUp, indexLagSeconds: indexLag === late ? (isUp ? patienceMilliseconds / 1000 : undefined) : indexLag }
  }
}

const late = Symbol('late')

/** Undefined if it fails. */
async function inTime<T>(pending: Promise<T>): Promise<T | undefined | typeof late> {
  const over = new AbortController()
  const end = delay<typeof late>(patienceMilliseconds, late, { signal: over.signal }).catch((): typeof late => late)
  try {
    return await Promise.race([pending, end])
  } catch {
    return undefined
  } finally {
    over.abort()
  }
}
