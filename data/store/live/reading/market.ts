import type { Kysely } from 'kysely'
import { testOf, type Condition, type Stored } from '../../../api/model/conditions.ts'
import type { CountedRows, LiveOrder, LiveRow, Slice } from '../../../api/model/live-store.ts'
import { listingsById, listingsByNumber } from '../feeds/listings.ts'
import { MarketSnapshot, type MarketSnapshotOptions } from './market-snapshot.ts'
import { MarketIndex } from './market-index/market-index.ts'
import type { OrderName, OrderValues } from './market-index/order-columns.ts'
import { getCounter } from '../rows/counters.ts'
import type { LiveTables } from '../rows/tables.ts'

const listingsPerQuery = 20_000

/** The market as lists show it. Its index follows the changes of the store, those of other processes too. */
export class Market {
  readonly #db: Kysely<LiveTables>
  readonly #index = new MarketIndex()
  #change = 0
  #following: Promise<void> = Promise.resolve()
  /** Begins after the current one: whoever comes meanwhile shares it. */
  #next: Promise<void> | undefined
  readonly #snapshot: MarketSnapshot | undefined

  constructor(db: Kysely<LiveTables>, snapshot?: MarketSnapshotOptions) {
    this.#db = db
    this.#snapshot = snapshot && new MarketSnapshot(snapshot)
  }

  /** Begins with the snapshot, before anything else. Returns why there is one that cannot be used; then listings are read instead. */
  async load(): Promise<string | undefined> {
    try {
      this.#change = (await this.#snapshot?.load(this.#index, this.#db)) ?? 0
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  /** Writes the snapshot where the index has changed much since the last one. Listings can be read meanwhile. */
  async save(): Promise<void> {
    await this.#snapshot?.save(this.#index, this.#change)
  }

  async listings(conditions: readonly Condition[], slice: Slice, now: number): Promise<CountedRows<LiveRow>> {
    if (conditions.some(({ column }) => column === 'id')) return this.#byId(conditions, slice, now)
    await this.follow()
    if (slice.order) await this.#readFor(slice.order)
    const { numbers, ...counts } = this.#index.select(conditions, slice, now)
    return { rows: await listingsByNumber(this.#db, numbers, now), ...counts }
  }

  /** Brings the index up to what was committed before the call. */
  follow(): Promise<void> {
    const take = () => {
      this.#next = undefined
      return (this.#following = this.#takeChanges())
    }
    return (this.#next ??= this.#following.then(take, take))
  }

  /** Reads columns that were not needed before, between two turns of following changes. */
  async #readFor(order: LiveOrder): Promise<void> {
    if (this.#index.lackedBy(order).length === 0) return
    const read = () => this.#readColumns(this.#index.lackedBy(order))
    this.#following = this.#following.then(read, read)
    await this.#following
  }

  async #readColumns(names: readonly OrderName[]): Promise<void> {
    const { orderColumns } = this.#index
    for (let last: number | undefined = 0; last !== undefined && names.length > 0;) {
      const rows: OrderValues[] = await this.#db
        .selectFrom('listings')
        .select(['number', ...names])
        .where('number', '>', last)
        .orderBy('number')
        .limit(listingsPerQuery)
        .execute()
      for (const row of rows) orderColumns.write(row)
      last = rows.at(-1)?.number
    }
    orderColumns.hold(names)
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
        .select(['has_sold', 'has_expired', 'has_cancelled', ...this.#index.orderColumns.held])
        .where('change', '>', this.#change)
        .orderBy('change')
        .limit(listingsPerQuery)
        .execute()
      if (changed.length > 0) this.#index.place(changed)
      this.#change = changed.at(-1)?.change ?? this.#change
      if (changed.length < listingsPerQuery) return
    }
  }

  /** Few listings, which the database finds by their ids: the newest first, and none after another page. */
  async #byId(
    conditions: readonly Condition[],
    { offset, limit, olderThan, order }: Slice,
    now: number,
  ): Promise<CountedRows<LiveRow>> {
    const ids = conditions.filter(({ column }) => column === 'id').flatMap(({ value }) => value as number | number[])
    const found = await listingsById(this.#db, ids, now)
    const rows = found.filter((row) => conditions.every((condition) => holds(row, condition)))
    const isFirstPage = offset === 0 && limit > 0 && !olderThan && !order?.after
    return { rows: isFirstPage ? rows : [], total: rows.length, totalIsMinimum: false, hasMore: false }
  }
}

/** A row holds instants as text, and prices of units as decimals. */
function holds(row: LiveRow, condition: Condition): boolean {
  const { column } = condition
  const stored = (row[column] ?? null) as Stored
  if (column === 'created_at') return testOf(condition)(Date.parse(String(stored)))
  return testOf(condition)(column === 'price_per_unit' ? Number(stored) : stored)
}
