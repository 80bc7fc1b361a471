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

/** A page of rows. Beyond `countedRows` the total is that number and a minimum. */
export interface CountedRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly totalIsMinimum?: boolean
  /** Whether there is a next page; only set by lists that can be continued after a row. */
  readonly hasMore?: boolean
}

/** Totals of live lists are exact up to this number. */
export const countedRows = 100_000

export interface Slice {
  readonly offset: number
  readonly limit: number
  /** Only rows that are older than this one: by instant (ms since 1970), then by id. */
  readonly olderThan?: RowPosition
  /** The list's own order if absent. */
  readonly order?: LiveOrder
}

/** By columns, absent values last; rows that are equal in all of them by rising id, or in the list's own order where they have none. */
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

/** Values of a row by the names of the specification; instants as ISO 8601. */
export type LiveRow = Readonly<Record<string, unknown>>

/** Prices of an item or archetype in one interval: `histogram` has [unit price, listings, quantity] by rising price. */
export interface PriceBucket {
  readonly start: number
  readonly histogram: readonly (readonly [unitPrice: number, listings: number, quantity: number])[]
}

export interface PricesWindow {
  /** Items or, where no listing has that item, archetypes. Each once. */
  readonly itemIds: readonly string[]
  readonly intervalMinutes: number
  readonly from: number
  readonly to: number
}

export interface Snapshot {
  readonly merchant_id: string
  readonly captured_at: string
  readonly rows: readonly LiveRow[]
}

export interface Season {
  readonly id: string
  readonly legacyPrefix: string | null
  readonly row: LiveRow
}

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
  /** For each id at most `priceBuckets` buckets, the newest of the window, ascending; empty ones are left out. */
  priceHistories(window: PricesWindow): Promise<ObservedValue<readonly (readonly PriceBucket[])[]>>
}

export interface TradeReads {
  trades(conditions: readonly Condition[], slice: Slice): Promise<ObservedValue<CountedRows<LiveRow>>>
}

export interface MerchantReads {
  /** The latest snapshot of each merchant, or of one. */
  stock(merchant?: string): Promise<ObservedValue<readonly Snapshot[]>>
  stockOf(itemId: string, slice: Slice): Promise<ObservedValue<CountedRows<LiveRow>>>
  quests(): Promise<ObservedValue<readonly Snapshot[]>>
}

export interface PopulationReads {
  newest(): Promise<ObservedValue<LiveRow | null>>
  /** Samples in [from, to), ascending. */
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
  /** Ascending by instant. */
  history(
    board: Leaderboard,
    character: string,
    characterClass: string | undefined,
  ): Promise<ObservedValue<readonly LiveRow[]>>
}

/** A row as it is after its last change, which has the number `change`; numbers are counted over all feeds. */
export interface ChangedRow {
  readonly feed: ChangeFeed
  readonly change: number
  readonly row: LiveRow
}

/** Rows in the order of their last change. Those after `next` follow; there are none yet if `isLast`. */
export interface ChangePage {
  readonly rows: readonly ChangedRow[]
  readonly next: number
  readonly isLast: boolean
}

/** Where to continue, the maximum number of rows, and the instant as of which they are shown (ms since 1970). */
export interface ChangeSpan {
  readonly after: number
  readonly limit: number
  readonly now: number
}

export interface ChangeReads {
  ofFeed(feed: ChangeFeed, span: ChangeSpan): Promise<ObservedValue<ChangePage>>
  ofFeeds(feeds: readonly ChangeFeed[], span: ChangeSpan): Promise<ChangePage>
  /** The greatest number of all feeds; 0 before the first. */
  newest(): Promise<number>
}

/** What live endpoints read. */
export interface LiveStore {
  readonly market: MarketReads
  readonly trades: TradeReads
  readonly merchants: MerchantReads
  readonly population: PopulationReads
  readonly leaderboards: LeaderboardReads
  readonly changes: ChangeReads
  /** The instant of each feed's newest observation. */
  newest(): Promise<Readonly<Partial<Record<Feed, number>>>>
  now(): number
}

/** Buckets in one answer. */
export const priceBuckets = 250
