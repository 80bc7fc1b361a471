import type { Generated } from 'kysely'

/** ms since 1970. */
type Instant = number
type Flag = 0 | 1
/** Number of the last change of the row, counted over all feeds: see `change-numbers.ts`. */
type ChangeNumber = number
/** Columns that the observer sent beyond the known ones, as one JSON object. */
type Extra = string | null

export interface ListingTable {
  /**
   * Counts listings in the order of arrival: the `cursor` of responses, which also decides the place in the market's
   * index.
   */
  number: Generated<number>
  id: number
  change: ChangeNumber
  captured_at: Instant
  item_id: string
  item: string | null
  archetype: string | null
  rarity: string | null
  loot_state: string | null
  seller: string | null
  price: number
  price_per_unit: string
  quantity: number
  created_at: Instant
  expires_at: Instant | null
  has_sold: Flag
  has_expired: Flag
  has_cancelled: Flag
  captured_patch_id: number | null
  extra: Extra
}

/** The prices of an item or archetype in one interval; see `roll-up.ts`. */
export interface PriceRollUpTable {
  kind: SubjectKind
  subject: string
  minutes: number
  start: Instant
  /** JSON: [[unit price, listings, quantity], ...] by ascending price. */
  histogram: string
}
export type SubjectKind = 'item' | 'archetype'

/** The values of a listing that roll-ups still contain although it has changed since. */
interface PriceCorrectionTable {
  number: Generated<number>
  item_id: string
  archetype: string | null
  created_at: Instant
  price_per_unit: string
  quantity: number
}

export interface TradeTable {
  id: number
  timestamp: Instant
  sender: string | null
  sender_id: number | null
  sender_class: string | null
  sender_rank: string | null
  message: string
  /** The message in lower case. */
  folded: string
  items: string
  extra: Extra
  change: ChangeNumber
}

/** An observation of a merchant, which may have had no rows. */
export interface MerchantSnapshotTable {
  merchant_id: string
  captured_at: Instant
}

export interface MerchantStockTable extends MerchantSnapshotTable {
  item_id: string
  /** Empty if the row is for no rank. */
  rank_id: string
  price: number
  currency: string | null
  stock: number
  extra: Extra
  change: ChangeNumber
}

export interface MerchantQuestTable extends MerchantSnapshotTable {
  quest_id: string
  reset_at: Instant | null
  is_repeatable: Flag
  rank_requirement: string | null
  extra: Extra
  change: ChangeNumber
}

export interface PopulationTable {
  timestamp: Instant
  num_online: number
  num_lobby: number
  num_dungeon: number
  change: ChangeNumber
}

/** `row` is the JSON of all fields other than the ids. */
export interface SeasonTable {
  id: string
  legacy_prefix: string | null
  row: string
}

export interface SheetTable {
  season_id: string
  id: string
  legacy_suffix: string | null
  row: string
}

interface PeriodTable {
  season_id: string
  sheet_id: string
  index: number
  begin: Instant | null
  end: Instant | null
}

export interface EntryTable {
  season_id: string
  sheet_id: string
  period_index: number
  character_class: string
  character: string
  captured_at: Instant
  rank: number
  previous_rank: number | null
  score: string | null
  karma: number | null
  rank_tier: string | null
  rank_tier_level: string | null
}

/** An observation of a board, with its lowest and its highest rank; it need not show those between them. */
export interface BoardCaptureTable {
  season_id: string
  sheet_id: string
  period_index: number
  character_class: string
  captured_at: Instant
  first_rank: number
  last_rank: number
}

interface QuarantineTable {
  number: Generated<number>
  feed: string
  /** SHA-256 of `line`: a line that is sent again is stored once. */
  digest: string
  /** The line as received, cut to 64 KB. */
  line: Buffer
  /** JSON array of sentences. */
  errors: string
  received_at: Instant
}

export interface LiveTables {
  listings: ListingTable
  price_roll_ups: PriceRollUpTable
  price_corrections: PriceCorrectionTable
  trades: TradeTable
  stock_snapshots: MerchantSnapshotTable
  merchant_stock: MerchantStockTable
  quest_snapshots: MerchantSnapshotTable
  merchant_quests: MerchantQuestTable
  population: PopulationTable
  seasons: SeasonTable
  sheets: SheetTable
  periods: PeriodTable
  /** The current entries of boards. */
  entries: EntryTable
  /** All entries that were ever observed. */
  entry_history: EntryTable
  board_captures: BoardCaptureTable
  quarantine: QuarantineTable
  /** Numbers with a name: `change`, `rolled_up`, `pruned_before` and `pruned_before:<feed>`, `newest:<feed>`. */
  numbers: { name: string; value: number }
}
