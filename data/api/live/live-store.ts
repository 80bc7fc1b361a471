import type { Feed } from './feeds.ts'

/** An answer of the live store, with the instant of the newest observation of its feed (ms since 1970). */
export interface Seen<T> {
  readonly value: T
  readonly observedAt: number | null
}

/** A page of rows. Beyond `countedRows` the total is that number and a minimum. */
export interface Counted<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly totalIsMinimum?: boolean
}

/** How far totals of live lists are exact (DESIGN 3). */
export const countedRows = 100_000

/** One condition on a column; all of a query's must hold. Instants are ms since 1970. */
export interface Term {
  readonly column: string
  readonly is: 'equal' | 'atLeast' | 'atMost' | 'below' | 'containing'
  readonly value: string | number | boolean
}

export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** Values of a row by the names of the specification; instants as ISO 8601. */
export type LiveRow = Readonly<Record<string, unknown>>

/** What the price of something was in one interval: `histogram` has [unit price, listings, quantity] by rising price. */
export interface PriceBucket {
  readonly start: number
  readonly histogram: readonly (readonly [unitPrice: number, listings: number, quantity: number])[]
}

export interface PriceWindow {
  /** An item or, where no listing has that item, an archetype. */
  readonly itemId: string
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

export interface Board {
  readonly season: string
  readonly sheet: string
}

export interface MarketReads {
  listings(terms: readonly Term[], slice: Slice, now: number): Promise<Seen<Counted<LiveRow>>>
  listing(id: number, now: number): Promise<Seen<LiveRow | null>>
  /** At most `priceBuckets` buckets, the newest of the window, ascending; empty ones are left out. */
  priceHistory(window: PriceWindow): Promise<Seen<readonly PriceBucket[]>>
}

export interface TradeReads {
  trades(terms: readonly Term[], slice: Slice): Promise<Seen<Counted<LiveRow>>>
}

export interface MerchantReads {
  /** The latest snapshot of each merchant, or of one. */
  stock(merchant?: string): Promise<Seen<readonly Snapshot[]>>
  stockOf(itemId: string, slice: Slice): Promise<Seen<Counted<LiveRow>>>
  quests(): Promise<Seen<readonly Snapshot[]>>
}

export interface PopulationReads {
  newest(): Promise<Seen<LiveRow | null>>
  /** Samples in [from, to), ascending. */
  samples(from: number, to: number, limit: number): Promise<Seen<readonly LiveRow[]>>
}

export interface LeaderboardReads {
  seasons(): Promise<Seen<readonly Season[]>>
  sheets(season: string): Promise<Seen<readonly Sheet[]>>
  periods(board: Board): Promise<Seen<readonly Period[]>>
  entries(
    board: Board,
    period: number,
    characterClass: string | undefined,
    slice: Slice,
  ): Promise<Seen<Counted<LiveRow>>>
  /** Ascending by instant. */
  history(board: Board, character: string, characterClass: string | undefined): Promise<Seen<readonly LiveRow[]>>
}

/** What live endpoints read. */
export interface LiveStore {
  readonly market: MarketReads
  readonly trades: TradeReads
  readonly merchants: MerchantReads
  readonly population: PopulationReads
  readonly leaderboards: LeaderboardReads
  /** The instant of each feed's newest observation. */
  newest(): Promise<Readonly<Partial<Record<Feed, number>>>>
  now(): number
}

/** Buckets in one answer (spec 8). */
export const priceBuckets = 250
