import type { Kysely } from 'kysely'
import type { Feed } from '../../../api/model/feeds/feed-names.ts'
import type {
  ChangeReads,
  LeaderboardReads,
  LiveStore,
  MarketReads,
  MerchantReads,
  PopulationReads,
  ObservedValue,
  TradeReads,
} from '../../../api/model/live-store.ts'
import { openStore, type StoreLocation } from '../../dialect/open-store.ts'
import { allSeasons, characterHistory, entriesPage, periodsOf, sheetsOf } from '../feeds/leaderboards.ts'
import { listingsById } from '../feeds/listings.ts'
import { Market, type MarketOptions } from './market.ts'
import { changesAfter } from './changes.ts'
import { latestQuests, latestStock, stockOfItem } from '../feeds/merchants.ts'
import { newestChange } from '../rows/change-numbers.ts'
import { findCounter, newestObservation, newestObservations } from '../rows/counters.ts'
import { newestSample, samplesBetween } from '../feeds/population.ts'
import { priceHistories } from '../prices/price-histories.ts'
import { liveStore } from '../rows/migrations.ts'
import type { LiveTables } from '../rows/tables.ts'
import { tradesPage } from '../feeds/trades.ts'

/**
 * Opens the live store for reading. A SQLite file has to exist and have its tables. `share` is the share of the
 * connections of a process.
 */
export const openLive = async (location: StoreLocation, share = 0.25): Promise<Kysely<LiveTables>> =>
  (await openStore<LiveTables>(location, liveStore, { access: 'read', share })).db

/** All queries of the live store. Each answer has the instant of its feed's newest observation. */
export class LiveReader implements LiveStore {
  readonly #db: Kysely<LiveTables>
  readonly market: MarketReads & Pick<Market, 'follow' | 'load' | 'save'>
  readonly trades: TradeReads
  readonly merchants: MerchantReads
  readonly population: PopulationReads
  readonly leaderboards: LeaderboardReads
  readonly changes: ChangeReads

  constructor(db: Kysely<LiveTables>, options?: MarketOptions) {
    this.#db = db
    const seen = <T>(feed: Feed, value: Promise<T>) => this.#seen(feed, value)
    const market = new Market(db, options)
    this.market = {
      follow: () => market.follow(),
      load: () => market.load(),
      save: () => market.save(),
      listings: (conditions, slice, now) => seen('market', market.listings(conditions, slice, now)),
      listing: (id, now) =>
        seen(
          'market',
          listingsById(db, [id], now).then(([row = null]) => row),
        ),
      priceHistories: (window) => seen('market', priceHistories(db, window)),
    }
    this.trades = { trades: (conditions, slice) => seen('trades', tradesPage(db, conditions, slice)) }
    this.merchants = {
      stock: (merchant) => seen('merchant-stock', latestStock(db, merchant)),
      stockOf: (itemId, slice) => seen('merchant-stock', stockOfItem(db, itemId, slice)),
      quests: () => seen('merchant-quests', latestQuests(db)),
    }
    this.population = {
      newest: () => seen('population', newestSample(db)),
      samples: (from, to, limit) => seen('population', samplesBetween(db, from, to, limit)),
    }
    this.leaderboards = {
      seasons: () => seen('leaderboards', allSeasons(db)),
      sheets: (season) => seen('leaderboards', sheetsOf(db, season)),
      periods: (board) => seen('leaderboards', periodsOf(db, board)),
      entries: (board, period, characterClass, slice) =>
        seen('leaderboards', entriesPage(db, board, period, characterClass, slice)),
      history: (board, character, characterClass) =>
        seen('leaderboards', characterHistory(db, board, character, characterClass)),
    }
    this.changes = {
      ofFeed: (feed, span) => seen(feed, changesAfter(db, [feed], span)),
      ofFeeds: (feeds, span) => changesAfter(db, feeds, span),
      newest: () => newestChange(db),
    }
  }

  /** The instant of each feed's newest observation, in ms since 1970. */
  newest(): Promise<Partial<Record<Feed, number>>> {
    return newestObservations(this.#db)
  }

  now(): number {
    return Date.now()
  }

  close(): Promise<void> {
    return this.#db.destroy()
  }

  async #seen<T>(feed: Feed, pending: Promise<T>): Promise<ObservedValue<T>> {
    const value = await pending
    const newest = await findCounter(this.#db, newestObservation(feed))
    return { value, observedAt: newest ?? null }
  }
}
