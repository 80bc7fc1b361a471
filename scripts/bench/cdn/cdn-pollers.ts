import { Stream } from '../../../data/sample/random.ts'
import { Zipf } from '../measure/draws.ts'

export const hour = 3_600_000

/** A request of a trace; `at` is in milliseconds since the begin of the trace. */
export interface PolledRequest {
  readonly at: number
  readonly kind: 'catalog' | 'language' | 'filtered' | 'live'
  readonly target: string
}

/** Ids and paths of the data that clients can poll. */
export interface Watchable {
  readonly items: readonly string[]
  readonly merchants: readonly string[]
  /** Paths of leaderboard sheets, which have entries below them. */
  readonly sheets: readonly string[]
}

interface Habit {
  readonly pollers: number
  readonly everySeconds: number
  /** Minimum and maximum duration of a visit. */
  readonly staysMinutes: readonly [number, number]
  readonly targetOf: (stream: Stream, watchable: Watchable) => string
}

const watchedItems = new Zipf(60)

/** The habits of 5,000 pages and bots, which poll as long as they are open. */
const habits: readonly Habit[] = [
  { pollers: 1500, everySeconds: 60, staysMinutes: [10, 30], targetOf: () => '/v2/population' },
  { pollers: 800, everySeconds: 10, staysMinutes: [2, 5], targetOf: () => '/v2/trades' },
  { pollers: 1200, everySeconds: 15, staysMinutes: [2, 6], targetOf: () => '/v2/market?has_sold=false' },
  {
    pollers: 300,
    everySeconds: 15,
    staysMinutes: [2, 6],
    targetOf: (stream, { items }) =>
      `/v2/market?has_sold=false&item_id=${items[watchedItems.draw(stream) % items.length]}`,
  },
  {
    pollers: 700,
    everySeconds: 60,
    staysMinutes: [5, 15],
    targetOf: (stream, { merchants }) =>
      stream.chance(0.5) ? '/v2/merchant/stock' : `/v2/merchant/stock/${stream.pick(merchants)}`,
  },
  {
    pollers: 500,
    everySeconds: 120,
    staysMinutes: [5, 20],
    targetOf: (stream, { sheets }) => `${stream.pick(sheets)}/entries`,
  },
]

/** Returns all polls of the hour, unordered. `share` is the share of pollers to include. */
export function polls(watchable: Watchable, share: number): PolledRequest[] {
  const stream = new Stream('cdn/polls')
  const requests: PolledRequest[] = []
  for (const { pollers, everySeconds, staysMinutes, targetOf } of habits) {
    for (let poller = 0; poller < pollers * share; poller += 1) {
      const target = targetOf(stream, watchable)
      const stays = stream.between(...staysMinutes) * 60_000
      // Visits that begin before the hour or end after it count partially.
      const began = stream.between(-stays, hour)
      for (let at = began; at < Math.min(began + stays, hour); at += everySeconds * 1000)
        if (at >= 0) requests.push({ at, kind: 'live', target })
    }
  }
  return requests
}
