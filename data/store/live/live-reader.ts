import { Kysely } from 'kysely'
import { feeds, type Feed } from '../../api/live/feeds.ts'
import type {
  Board,
  LeaderboardReads,
  LiveStore,
  MarketReads,
  MerchantReads,
  PopulationReads,
  PriceWindow,
  Seen,
  Slice,
  Term,
  TradeReads,
} from '../../api/live/live-store.ts'
import { openForReading } from '../dialect.ts'
import { allSeasons, characterHistory, entriesPage, periodsOf, sheetsOf } from './leaderboards.ts'
import { listingById } from './listings.ts'
import { Market } from './market.ts'
import { latestQuests, latestStock, stockOfItem } from './merchants.ts'
import { newestOf } from './numbers.ts'
import { newestSample, samplesBetween } from './population.ts'
import { priceHistory } from './price-history.ts'
import type { LiveTables } from './tables.ts'
import { tradesPage } from './trades.ts'

/** Reads live.db: every query of every feed, each answer with the instant of its feed's newest observation. */
export class LiveReader implements LiveStore {
  readonly #db: Kysely<LiveTables>
  readonly market: MarketReads & { follow(): Promise<void> }
  readonly trades: TradeReads
  readonly merchants: MerchantReads
  readonly population: PopulationReads
  readonly leaderboards: LeaderboardReads

  /** The file must be there, with its tables. */
  constructor(file: string) {
    const db = new Kysely<LiveTables>({ dialect: openForReading(file) })
    this.#db = db
    const seen = <T>(feed: Feed, value: Promise<T>) => this.#seen(feed, value)
    const market = new Market(db)
    this.market = {
      follow: () => market.follow(),
      listings: (terms: readonly Term[], slice: Slice, now: number) =>
        seen('market', market.listings(terms, slice, now)),
      listing: (id: number, now: number) => seen('market', listingById(db, id, now)),
      priceHistory: (window: PriceWindow) => seen('market', priceHistory(db, window)),
    }
    this.trades = { trades: (terms: readonly Term[], slice: Slice) => seen('trades', tradesPage(db, terms, slice)) }
    this.merchants = {
      stock: (merchant?: string) => seen('merchant-stock', latestStock(db, merchant)),
      stockOf: (itemId: string, slice: Slice) => seen('merchant-stock', stockOfItem(db, itemId, slice)),
      quests: () => seen('merchant-quests', latestQuests(db)),
    }
    this.population = {
      newest: () => seen('population', newestSample(db)),
      samples: (from: number, to: number, limit: number) => seen('population', samplesBetween(db, from, to, limit)),
    }
    this.leaderboards = {
      seasons: () => seen('leaderboards', allSeasons(db)),
      sheets: (season: string) => seen('leaderboards', sheetsOf(db, season)),
      periods: (board: Board) => seen('leaderboards', periodsOf(db, board)),
      entries: (board: Board, period: number, characterClass: string | undefined, slice: Slice) =>
        seen('leaderboards', entriesPage(db, board, period, characterClass, slice)),
      history: (board: Board, character: string, characterClass: string | undefined) =>
        seen('leaderboards', characterHistory(db, board, character, characterClass)),
    }
  }

  /** The instant of each feed's newest observation. */
  async newest(): Promise<Partial<Record<Feed, number>>> {
    const numbers = await this.#db.selectFrom('numbers').selectAll().execute()
    const held = new Map(numbers.map(({ name, value }) => [name, value]))
    return Object.fromEntries(
      feeds.flatMap((feed) => {
        const at = held.get(newestOf(feed))
        return at === undefined ? [] : [[feed, at]]
      }),
    )
  }

  now(): number {
    return Date.now()
  }

  close(): Promise<void> {
    return this.#db.destroy()
  }

  async #seen<T>(feed: Feed, pending: Promise<T>): Promise<Seen<T>> {
    const value = await pending
    const newest = await this.#db
      .selectFrom('numbers')
      .select('value')
      .where('name', '=', newestOf(feed))
      .executeTakeFirst()
    return { value, observedAt: newest?.value ?? null }
  }
}
