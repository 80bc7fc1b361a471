// Simulates a bot that observes the sample world. It has no state: observations depend only on their time.
import type { Scale } from '../scale.ts'
import { Leaderboards } from './leaderboards/leaderboards.ts'
import { Rankings } from './leaderboards/rankings.ts'
import { Goods } from './market/goods.ts'
import { Market } from './market/market.ts'
import { MerchantQuests } from './merchants/quests.ts'
import { MerchantStock } from './merchants/stock.ts'
import { newestWorld } from './newest-world.ts'
import { rosterOf } from './players.ts'
import { Population } from './population.ts'
import type { Feed } from '../../api/model/feeds/feed-names.ts'
import { timedLinesBetween, type Line, type Source, type TimedLine } from './source.ts'
import { Trades } from './trades.ts'

export interface Observation {
  readonly feed: Feed
  /** When it was observed, ms since 1970. */
  readonly at: number
  readonly line: Line
}

/** The lines of each feed as NDJSON. */
export function linesByFeed(observations: Iterable<Observation>): Map<Feed, string> {
  const texts = new Map<Feed, string>()
  for (const { feed, line } of observations) texts.set(feed, `${texts.get(feed) ?? ''}${JSON.stringify(line)}\n`)
  return texts
}

/** The iterator of a feed, and its next line. */
interface Head {
  readonly feed: Feed
  readonly rest: Generator<TimedLine, undefined>
  next: TimedLine | undefined
}

/** `between` may be called for any sequence of adjacent intervals: together they give the same lines as one call. */
export class SimulatedObserver {
  readonly #sources: readonly Source[]

  constructor({ scale = 'full' }: { scale?: Scale } = {}) {
    const world = newestWorld(scale)
    const roster = rosterOf(world, scale)
    const goods = new Goods(world)
    this.#sources = [
      new MerchantStock(world),
      new MerchantQuests(world),
      new Market(goods, roster, scale),
      new Trades(goods, roster, scale),
      new Population(scale),
      new Leaderboards(new Rankings(roster, scale)),
    ]
  }

  /** Yields the observations in [from, to), in ms since 1970, ordered by time of observation. */
  *between(from: number, to: number): Generator<Observation> {
    const heads = this.#sources.map((source): Head => {
      const rest = timedLinesBetween(source, from, to)
      return { feed: source.feed, rest, next: rest.next().value }
    })
    for (let head = earliest(heads); head?.next; head = earliest(heads)) {
      yield { feed: head.feed, ...head.next }
      head.next = head.rest.next().value
    }
  }
}

/** The feed with the earliest line; of feeds with lines at the same instant, the first of the list. */
function earliest(heads: readonly Head[]): Head | undefined {
  let first: Head | undefined
  for (const head of heads) if (head.next && (!first?.next || head.next.at < first.next.at)) first = head
  return first
}
