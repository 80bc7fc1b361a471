import type { Kysely } from 'kysely'
import { testOf, type Condition, type Stored } from '../../../api/model/conditions.ts'
import type { CountedRows, LiveRow, Slice } from '../../../api/model/live-store.ts'
import { listingById, listingsByNumber } from '../feeds/listings.ts'
import { MarketIndex } from './market-index/market-index.ts'
import { getCounter } from '../rows/counters.ts'
import type { LiveTables } from '../rows/tables.ts'

const listingsPerQuery = 20_000

/** The market as lists show it. Its index follows the changes of the store, those of other processes too. */
export class Market {
  readonly #db: Kysely<LiveTables>
  readonly #index = new MarketIndex()
  #change = 0
  #following: Promise<void> = Promise.resolve()

  constructor(db: Kysely<LiveTables>) {
    this.#db = db
  }

  async listings(conditions: readonly Condition[], slice: Slice, now: number): Promise<CountedRows<LiveRow>> {
    const id = conditions.find(({ column }) => column === 'id')
    if (id) return this.#one(Number(id.value), conditions, slice, now)
    await this.follow()
    const { numbers, ...counts } = this.#index.select(conditions, slice, now)
    return { rows: await listingsByNumber(this.#db, numbers, now), ...counts }
  }

  /** Brings the index up to what was committed before the call. */
  follow(): Promise<void> {
    this.#following = this.#following.then(
      () => this.#takeChanges(),
      () => this.#takeChanges(),
    )
    return this.#following
  }

  async #takeChanges(): Promise<void> {
    const prunedBefore = await getCounter(this.#db, 'pruned_before')
    await this.#placeChanges()
    this.#index.prune(prunedBefore)
  }

  async #placeChanges(): Promise<void> {
    for (;;) {
      const changed = await this.#db
        .selectFrom('listings')
        .select(['change', 'number', 'id', 'item_id', 'archetype', 'rarity', 'loot_state', 'seller'])
        .select(['price', 'price_per_unit', 'quantity', 'created_at', 'expires_at'])
        .select(['has_sold', 'has_expired', 'has_cancelled'])
        .where('change', '>', this.#change)
        .orderBy('change')
        .limit(listingsPerQuery)
        .execute()
      if (changed.length > 0) this.#index.place(changed)
      this.#change = changed.at(-1)?.change ?? this.#change
      if (changed.length < listingsPerQuery) return
    }
  }

  /** An id is one listing at most, which the database finds. */
  async #one(
    id: number,
    conditions: readonly Condition[],
    { offset, limit, olderThan }: Slice,
    now: number,
  ): Promise<CountedRows<LiveRow>> {
    const row = await listingById(this.#db, id, now)
    const isMatch = row !== null && conditions.every((condition) => holds(row, condition))
    const total = isMatch ? 1 : 0
    const created = Date.parse(String(row?.created_at))
    const isOlder = !olderThan || created < olderThan.at || (created === olderThan.at && id < olderThan.id)
    const isOnPage = isMatch && isOlder && offset === 0 && limit > 0
    return { rows: isOnPage ? [row] : [], total, totalIsMinimum: false, hasMore: false }
  }
}

/** A row holds instants as text, and prices of units as decimals. */
function holds(row: LiveRow, condition: Condition): boolean {
  const { column } = condition
  const stored = (row[column] ?? null) as Stored
  if (column === 'created_at') return testOf(condition)(Date.parse(String(stored)))
  return testOf(condition)(column === 'price_per_unit' ? Number(stored) : stored)
}
