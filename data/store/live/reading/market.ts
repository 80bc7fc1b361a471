import { sql, type Kysely } from 'kysely'
import { conditionTest, type Condition, type StoredValue } from '../../../api/model/conditions.ts'
import type { CountedRows, LiveOrder, LiveRow, Slice } from '../../../api/model/live-store.ts'
import { dialectOf } from '../../dialect/dialect.ts'
import { messageOf } from '../../dialect/message-of.ts'
import { DatabaseUnavailableError } from '../../dialect/unavailable.ts'
import { isWithin, oldestOfNewest } from '../feeds/listing-queries.ts'
import { listingsById } from '../feeds/listings.ts'
import { ListingCache } from './listing-cache.ts'
import { lastChanged, MarketSnapshot, type MarketSnapshotOptions } from './market-snapshot.ts'
import type { IndexedListing } from './market-index/columns/market-columns.ts'
import type { OrderName } from './market-index/columns/order-columns.ts'
import { MarketIndex } from './market-index/market-index.ts'
import { selectBeyondWindow } from './older-listings.ts'
import { compiledOnce } from '../rows/insert-rows.ts'
import { changeCounter, newestChange } from '../rows/change-numbers.ts'
import { getCounters } from '../rows/counters.ts'
import type { LiveTables } from '../rows/tables.ts'

const listingsPerQuery = 20_000
const numbersPerQuery = 1000
/** Listings that expired less than this ago count as open, because requests may have read the clock before. */
const openMilliseconds = 60_000

type Changed = IndexedListing & { readonly change: number }

export interface MarketOptions {
  readonly snapshot?: MarketSnapshotOptions
  /** Number of the newest listings that the index keeps; older ones that are open are kept beside them. */
  readonly indexedListings?: number
  /** Time in which a list has to read listings that are not in the index. */
  readonly readMilliseconds?: number
}

/** Answers lists of the market. Its index follows all changes of the store, including those by other processes. */
export class Market {
  readonly #db: Kysely<LiveTables>
  #index: MarketIndex
  readonly #rowCache: ListingCache
  #change = 0
  /** Resolves when all writes to the index that are due have been made: they run one after the other. */
  #turns: Promise<void> = Promise.resolve()
  /** The next run that applies changes, until it begins. Callers that arrive before that share it. */
  #next: Promise<void> | undefined
  #prunedBefore = 0
  /** The database server from which the last changes were read. */
  #server: string | null = null
  readonly #snapshot: MarketSnapshot | undefined
  #mustLoad = false
  readonly #readMilliseconds: number

  constructor(db: Kysely<LiveTables>, options: MarketOptions = {}) {
    const { snapshot, indexedListings = Infinity, readMilliseconds = 5000 } = options
    this.#db = db
    this.#rowCache = new ListingCache(db)
    this.#readMilliseconds = readMilliseconds
    this.#snapshot = snapshot && new MarketSnapshot(snapshot)
    this.#index = new MarketIndex(indexedListings)
  }

  /**
   * Loads the snapshot; to be called before all other methods. Returns the reason if there is a snapshot that cannot be
   * used: then all listings are read from the store instead.
   */
  async load(): Promise<string | undefined> {
    this.#mustLoad = false
    try {
      this.#change = (await this.#snapshot?.load(this.#index, this.#db)) ?? 0
      return undefined
    } catch (error) {
      // Whether the snapshot can be used is only known once the database answers.
      this.#mustLoad = error instanceof DatabaseUnavailableError
      return this.#mustLoad ? undefined : messageOf(error)
    }
  }

  /** Writes the snapshot if the index has changed much since the last one. Lists are answered meanwhile. */
  async save(): Promise<void> {
    await this.#snapshot?.save(this.#index, this.#change)
  }

  /**
   * A page of the listings that meet all conditions, as of `now`; newest first unless the slice has another order.
   * Throws `TooSlowError` if reading listings that are not in the index takes too long, and `TooFarError` for a sorted
   * page beyond the first `maxCountedRows` listings of such a list.
   */
  async listings(conditions: readonly Condition[], slice: Slice, now: number): Promise<CountedRows<LiveRow>> {
    if (conditions.some(({ column }) => column === 'id')) return this.#byId(conditions, slice, now)
    await this.follow()
    if (slice.order) await this.#loadColumns(slice.order)
    const { missing, ...page } = await this.#select(conditions, slice, now)
    if (missing.length === 0) return page
    await this.#inTurn(() => Promise.resolve(this.#index.forget(missing)))
    const { missing: _missing, ...again } = await this.#select(conditions, slice, now)
    return again
  }

  /**
   * Selects a page and reads its rows. `missing` are the numbers of listings that the store no longer has: a change may
   * give a listing an earlier time, and retention may delete it before the index reads that change.
   */
  async #select(
    conditions: readonly Condition[],
    slice: Slice,
    now: number,
  ): Promise<CountedRows<LiveRow> & { readonly missing: readonly number[] }> {
    const [index, prunedBefore, readMilliseconds] = [this.#index, this.#prunedBefore, this.#readMilliseconds]
    const { numbers, ...counts } = index.isComplete(conditions, now)
      ? index.select(conditions, slice, now)
      : await selectBeyondWindow({ db: this.#db, index, prunedBefore, readMilliseconds }, conditions, slice, now)
    const rows = await this.#rowCache.byNumber(numbers, now)
    const found = rows.length < numbers.length ? new Set(rows.map(({ cursor }) => cursor)) : undefined
    return { rows, ...counts, missing: found ? numbers.filter((number) => !found.has(number)) : [] }
  }

  /** Applies all changes to the index that were committed before the call. */
  follow(): Promise<void> {
    return (this.#next ??= this.#inTurn(() => {
      this.#next = undefined
      return this.#applyChanges()
    }))
  }

  /** Loads the columns that an order needs and no list has needed before. */
  async #loadColumns(order: LiveOrder): Promise<void> {
    if (this.#index.missingColumns(order).length === 0) return
    await this.#inTurn(() => this.#readColumns(this.#index.missingColumns(order)))
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return (this.#turns = this.#turns.then(work, work))
  }

  async #readColumns(names: readonly OrderName[]): Promise<void> {
    for (let last: number | undefined = 0; last !== undefined && names.length > 0;) {
      const rows = await this.#db
        .selectFrom('listings')
        .select(['number', ...names])
        .where('number', '>', last)
        .orderBy('number')
        .limit(listingsPerQuery)
        .execute()
      this.#index.writeOrderColumns(rows)
      last = rows.at(-1)?.number
    }
    this.#index.markLoaded(names)
  }

  async #applyChanges(): Promise<void> {
    const { change, pruned_before, server } = await getCounters(this.#db, changeCounter, 'pruned_before')
    if (change < this.#change || !(await this.#hasSameHistory(server))) this.#reset()
    this.#server = server
    if (this.#change === 0 && this.#mustLoad) await this.load()
    if (this.#change === 0) await this.#fill()
    if (pruned_before !== this.#prunedBefore) this.#rowCache.clear()
    this.#prunedBefore = pruned_before
    await this.#upsertChanges()
    this.#index.prune(this.#prunedBefore)
    if (!this.#snapshot?.isSaving) this.#index.shrink()
  }

  /** False if another server has taken over (a standby) whose last changes are not those of the index. */
  async #hasSameHistory(server: string | null): Promise<boolean> {
    if (this.#change === 0 || this.#server === null || server === this.#server) return true
    return this.#index.hasAll(await lastChanged(this.#db, this.#change))
  }

  /** Empties the index after the database has lost changes. Loaded columns are filled again with the others. */
  #reset(): void {
    const { maxListings, loadedOrderColumns } = this.#index
    this.#index = new MarketIndex(maxListings)
    this.#index.markLoaded(loadedOrderColumns)
    this.#rowCache.clear()
    this.#change = 0
  }

  /** Fills the index if there is no snapshot. Listings that it would evict at once are not read. */
  async #fill(): Promise<void> {
    const oldest = await oldestOfNewest(this.#db, this.#index.maxListings)
    if (!oldest) return
    const window = { from: oldest.created_at, closedBy: Date.now() - openMilliseconds }
    this.#index.begin(window, oldest.number)
    // Each statement covers a range of changes: one that had to skip many listings outside of the window could time
    // out.
    const newest = await newestChange(this.#db)
    for (; this.#change < newest; this.#change = Math.min(newest, this.#change + listingsPerQuery)) {
      const until = this.#change + listingsPerQuery
      const query = this.#listings().where('change', '>', this.#change).where('change', '<=', until)
      this.#index.upsert(await query.where(isWithin(window)).orderBy('change').execute(), window.closedBy)
    }
  }

  async #upsertChanges(): Promise<void> {
    for (let isDone = false; !isDone;) {
      const changed = await this.#changed()
      const closedBy = Date.now() - openMilliseconds
      this.#rowCache.remove(changed.map(({ number }) => number))
      if (changed.length > 0) this.#index.upsert(changed, closedBy)
      this.#change = changed.at(-1)?.change ?? this.#change
      isDone = changed.length < listingsPerQuery
      await this.#evict(closedBy)
    }
  }

  /**
   * The next changes. The limit is a literal: with a parameter, SQLite would prepare the statement each time (20 µs).
   */
  async #changed(): Promise<Changed[]> {
    const compile = () =>
      this.#listings().where('change', '>', 0).orderBy('change').limit(sql.lit(listingsPerQuery)).compile()
    const query = compiledOnce(
      `${dialectOf(this.#db).name} changed listings ${this.#index.loadedOrderColumns.join()}`,
      compile,
    )
    const { rows } = await this.#db.executeQuery<Changed>({ ...query, parameters: [this.#change] })
    return rows
  }

  /** Evicts old listings once the index has too many. */
  async #evict(closedBy: number): Promise<void> {
    const eviction = this.#snapshot?.isSaving ? undefined : this.#index.eviction(closedBy)
    if (!eviction) return
    const staying: IndexedListing[] = []
    for (let at = 0; at < eviction.staying.length; at += numbersPerQuery) {
      const numbers = eviction.staying.slice(at, at + numbersPerQuery)
      staying.push(...(await this.#listings().where('number', 'in', numbers).execute()))
    }
    // A snapshot may have been started meanwhile.
    if (!this.#snapshot?.isSaving) this.#index.evict(eviction, staying)
  }

  #listings() {
    return this.#db
      .selectFrom('listings')
      .select(['change', 'number', 'id', 'item_id', 'archetype', 'rarity', 'loot_state', 'seller'])
      .select(['price', 'price_per_unit', 'quantity', 'created_at', 'expires_at'])
      .select(['has_sold', 'has_expired', 'has_cancelled', ...this.#index.loadedOrderColumns])
  }

  /** Answers a list of given ids from the database: all rows are on the first page, in any order. */
  async #byId(
    conditions: readonly Condition[],
    { offset, limit, olderThan, order }: Slice,
    now: number,
  ): Promise<CountedRows<LiveRow>> {
    const ids = conditions.filter(({ column }) => column === 'id').flatMap(({ value }) => value as number | number[])
    const found = await listingsById(this.#db, ids, now)
    const rows = found.filter((row) => conditions.every((condition) => matches(row, condition)))
    const isFirstPage = offset === 0 && limit > 0 && !olderThan && !order?.after
    return { rows: isFirstPage ? rows : [], total: rows.length, totalIsMinimum: false, hasMore: false }
  }
}

/** Whether a row meets a condition. Rows have instants as texts, and prices per unit as decimal texts. */
function matches(row: LiveRow, condition: Condition): boolean {
  const { column } = condition
  const stored = (row[column] ?? null) as StoredValue
  if (column === 'created_at') return conditionTest(condition)(Date.parse(String(stored)))
  return conditionTest(condition)(column === 'price_per_unit' ? Number(stored) : stored)
}
