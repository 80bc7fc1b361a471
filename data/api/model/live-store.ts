import type { Condition } from './conditions.ts'
import type { ChangeFeed } from './feeds/feed-names.ts'
import type { Feed } from './feeds/feeds.ts'
import type { SortKey } from './row-params.ts'
import type { RowPosition, SortedPosition } from './values/row-positions.ts'

/** An answer of the live store, with the instant of the newest observation of its feed (ms since 1970). */
export interface ObservedValue<T> {
  readonly value: T
  readonly observedAt: number | null
}

/** A page of rows. If there are more than `maxCountedRows`, `total` is that number, as a lower bound. */
export interface CountedRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly totalIsMinimum?: boolean
  /** Whether there is a next page; only set by lists that can be continued after a row. */
  readonly hasMore?: boolean
}

/** Totals of live lists are exact up to this number. */
export const maxCountedRows = 100_000

/** The part of a list to return. */
export interface Slice {
  readonly offset: number
  readonly limit: number
  /** Only rows that are older than this one: by instant (ms since 1970), then by id. */
  readonly olderThan?: RowPosition
  /** The list's own order by default. */
  readonly order?: LiveOrder
}

/**
 * An order by columns; absent values come last. Rows that are equal in all columns are ordered by ascending id, or in the
 * list's own order if they have no id.
 */
export interface LiveOrder {
  readonly keys: readonly LiveSortKey[]
  /** Only rows after this one. */
  readonly after?: SortedPosition
}

export interface LiveSortKey extends SortKey {
  /** Texts that sort first, in this order; others follow bytewise. */
  readonly ranked?: readonly string[]
  /** Texts are compared as numbers. */
  readonly isDecimal?: true
}

/** Values of a row by column name; instants are ISO 8601. */
export type LiveRow = Readonly<Record<string, unknown>>

/** Prices of an item or archetype in one interval. */
export interface PriceBucket {
  /** ms since 1970. */
  readonly start: number
  /** Number of listings and their total quantity at each unit price, by ascending price. */
  readonly histogram: readonly (readonly [unitPrice: number, listings: number, quantity: number])[]
}

/** Which prices to read: those of listings created in [from, to), ms since 1970. */
export interface PricesWindow {
  /** Distinct ids of items; an id that no listing has as its item is looked up as an archetype. */
  readonly itemIds: readonly string[]
  readonly intervalMinutes: number
  readonly from: number
  readonly to: number
}

/** What a merchant offered when it was last observed. */
export interface Snapshot {
  readonly merchant_id: string
  readonly captured_at: string
  readonly rows: readonly LiveRow[]
}

/** A season of leaderboards; `row` has its other fields. */
export interface Season {
  readonly id: string
  readonly legacyPrefix: string | null
  readonly row: LiveRow
}

/** A ladder of a season; `row` has its other fields. */
export interface Sheet {
  readonly id: string
  readonly legacySuffix: string | null
  readonly row: LiveRow
}

export interface Period {
  readonly index: number
  readonly begin: string | null
  readonly end: string | null
}

export interface Leaderboard {
  readonly season: string
  readonly sheet: string
}

export interface MarketReads {
  listings(conditions: readonly Condition[], slice: Slice, now: number): Promise<ObservedValue<CountedRows<LiveRow>>>
  listing(id: number, now: number): Promise<ObservedValue<LiveRow | null>>
  /** For each id the newest buckets of the window, at most `maxPriceBuckets`, ascending; empty buckets are left out. */
  priceHistories(window: PricesWindow): Promise<ObservedValue<readonly (readonly PriceBucket[])[]>>
}

export interface TradeReads {
  trades(conditions: readonly Condition[], slice: Slice): Promise<ObservedValue<CountedRows<LiveRow>>>
}

export interface MerchantReads {
  /** The latest stock of each merchant, or of one. */
  stock(merchant?: string): Promise<ObservedValue<readonly Snapshot[]>>
  /** Every observed row of stock of an item, newest first. */
  stockOf(itemId: string, slice: Slice): Promise<ObservedValue<CountedRows<LiveRow>>>
  /** The latest offer of quests of each merchant. */
  quests(): Promise<ObservedValue<readonly Snapshot[]>>
}

export interface PopulationReads {
  newest(): Promise<ObservedValue<LiveRow | null>>
  /** The first samples in [from, to), ascending. */
  samples(from: number, to: number, limit: number): Promise<ObservedValue<readonly LiveRow[]>>
}

export interface LeaderboardReads {
  seasons(): Promise<ObservedValue<readonly Season[]>>
  sheets(season: string): Promise<ObservedValue<readonly Sheet[]>>
  periods(board: Leaderboard): Promise<ObservedValue<readonly Period[]>>
  entries(
    board: Leaderboard,
    period: number,
    characterClass: string | undefined,
    slice: Slice,
  ): Promise<ObservedValue<CountedRows<LiveRow>>>
  /** All observations of a character, ascending by instant. */
  history(
    board: Leaderboard,
    character: string,
    characterClass: string | undefined,
  ): Promise<ObservedValue<readonly LiveRow[]>>
}

/** The current state of a row and the number of its last change; changes of all feeds are numbered together. */
export interface ChangedRow {
  readonly feed: ChangeFeed
  readonly change: number
  readonly row: LiveRow
}

/** Rows in the order of their last change. The next page begins after the change number `next`; if `isLast`, it is empty so far. */
export interface ChangePage {
  readonly rows: readonly ChangedRow[]
  readonly next: number
  readonly isLast: boolean
}

/** The change number to continue after, the maximum number of rows, and the current time (ms since 1970). */
export interface ChangeSpan {
  readonly after: number
  readonly limit: number
  readonly now: number
}

export interface ChangeReads {
  ofFeed(feed: ChangeFeed, span: ChangeSpan): Promise<ObservedValue<ChangePage>>
  ofFeeds(feeds: readonly ChangeFeed[], span: ChangeSpan): Promise<ChangePage>
  /** The number of the latest change in any feed; 0 before the first. */
  newest(): Promise<number>
}

/** The data that live endpoints read. */
export interface LiveStore {
  readonly market: MarketReads
  readonly trades: TradeReads
  readonly merchants: MerchantReads
  readonly population: PopulationReads
  readonly leaderboards: LeaderboardReads
  readonly changes: ChangeReads
  /** The instant of each feed's newest observation, ms since 1970. */
  newest(): Promise<Readonly<Partial<Record<Feed, number>>>>
  now(): number
}

/** Maximum number of buckets in one answer. */
export const maxPriceBuckets = 250
