import { sql, type Kysely } from 'kysely'
import { testOf, type Condition, type Stored } from '../../../api/model/conditions.ts'
import type { CountedRows, LiveOrder, LiveRow, Slice } from '../../../api/model/live-store.ts'
import { dialectOf } from '../../dialect/dialect.ts'
import { messageOf } from '../../dialect/message-of.ts'
import { DatabaseUnavailableError } from '../../dialect/unavailable.ts'
import { isWithin, oldestOfNewest } from '../feeds/listing-queries.ts'
import { listingsById } from '../feeds/listings.ts'
import { KeptListings } from './kept-listings.ts'
import { lastChanged, MarketSnapshot, type MarketSnapshotOptions } from './market-snapshot.ts'
import type { IndexedListing } from './market-index/columns/market-columns.ts'
import type { OrderName } from './market-index/columns/order-columns.ts'
import { MarketIndex } from './market-index/market-index.ts'
import { selectPast } from './older-listings.ts'
import { compiledOnce } from '../rows/insert-rows.ts'
import { changeCounter, newestChange } from '../rows/change-numbers.ts'
import { getCounters } from '../rows/counters.ts'
import type { LiveTables } from '../rows/tables.ts'

const listingsPerQuery = 20_000
const numbersPerQuery = 1000
/** What expired later than this long ago counts as open: whoever asks read the clock a while before. */
const openMilliseconds = 60_000

type Changed = IndexedListing & { readonly change: number }

export interface MarketOptions {
  readonly snapshot?: MarketSnapshotOptions
  /** How many listings the index has at most, beside those that are open: the newest. */
  readonly indexedListings?: number
  /** How long a list may read what is not in the index. */
  readonly readMilliseconds?: number
}

/** The market as lists show it. Its index follows the changes of the store, those of other processes too. */
export class Market {
  readonly #db: Kysely<LiveTables>
  #index: MarketIndex
  readonly #kept: KeptListings
  #change = 0
  /** Resolves when all writes to the index are done: they run one after the other. */
  #turns: Promise<void> = Promise.resolve()
  /** The next run that applies changes, until it begins: callers that arrive meanwhile share it. */
  #next: Promise<void> | undefined
  #prunedBefore = 0
  /** The server that had the last changes. */
  #server: string | null = null
  readonly #snapshot: MarketSnapshot | undefined
  #mustLoad = false
  readonly #readMilliseconds: number

  constructor(db: Kysely<LiveTables>, options: MarketOptions = {}) {
    const { snapshot, indexedListings = Infinity, readMilliseconds = 5000 } = options
    this.#db = db
    this.#kept = new KeptListings(db)
    this.#readMilliseconds = readMilliseconds
    this.#snapshot = snapshot && new MarketSnapshot(snapshot)
    this.#index = new MarketIndex(indexedListings)
  }

  /**
   * Loads the snapshot, before anything else. Returns the reason if there is one that cannot be used; then listings are
   * read instead.
   */
  async load(): Promise<string | undefined> {
    this.#mustLoad = false
    try {
      this.#change = (await this.#snapshot?.load(this.#index, this.#db)) ?? 0
      return undefined
    } catch (error) {
      // Whether it can be used is not known before the database answers.
      this.#mustLoad = error instanceof DatabaseUnavailableError
      return this.#mustLoad ? undefined : messageOf(error)
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
    const { gone, ...page } = await this.#select(conditions, slice, now)
    if (gone.length === 0) return page
    await this.#inTurn(() => Promise.resolve(this.#index.forget(gone)))
    const { gone: _gone, ...again } = await this.#select(conditions, slice, now)
    return again
  }

  /**
   * With the numbers of listings that the store no longer has: a listing that turned out to be older than what is kept
   * may be deleted before the index reads of it.
   */
  async #select(
    conditions: readonly Condition[],
    slice: Slice,
    now: number,
  ): Promise<CountedRows<LiveRow> & { readonly gone: readonly number[] }> {
    const [index, prunedBefore, readMilliseconds] = [this.#index, this.#prunedBefore, this.#readMilliseconds]
    const { numbers, ...counts } = index.isComplete(conditions, now)
      ? index.select(conditions, slice, now)
      : await selectPast({ db: this.#db, index, prunedBefore, readMilliseconds }, conditions, slice, now)
    const rows = await this.#kept.byNumber(numbers, now)
    const found = rows.length < numbers.length ? new Set(rows.map(({ cursor }) => cursor)) : undefined
    return { rows, ...counts, gone: found ? numbers.filter((number) => !found.has(number)) : [] }
  }

  /** Brings the index up to what was committed before the call. */
  follow(): Promise<void> {
    return (this.#next ??= this.#inTurn(() => {
      this.#next = undefined
      return this.#takeChanges()
    }))
  }

  /** Reads columns that were not needed before, between two turns of following changes. */
  async #readFor(order: LiveOrder): Promise<void> {
    if (this.#index.lackedBy(order).length === 0) return
    await this.#inTurn(() => this.#readColumns(this.#index.lackedBy(order)))
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
      this.#index.writeOrders(rows)
      last = rows.at(-1)?.number
    }
    this.#index.holdOrders(names)
  }

  async #takeChanges(): Promise<void> {
    const { change, pruned_before, server } = await getCounters(this.#db, changeCounter, 'pruned_before')
    if (change < this.#change || !(await this.#isOfHistory(server))) this.#startAgain()
    this.#server = server
    if (this.#change === 0 && this.#mustLoad) await this.load()
    if (this.#change === 0) await this.#begin()
    if (pruned_before !== this.#prunedBefore) this.#kept.forgetAll()
    this.#prunedBefore = pruned_before
    await this.#placeChanges()
    this.#index.prune(this.#prunedBefore)
    if (!this.#snapshot?.isSaving) this.#index.shrink()
  }

  /** A standby that takes a server's place may have been behind, and have other changes since. */
  async #isOfHistory(server: string | null): Promise<boolean> {
    if (this.#change === 0 || this.#server === null || server === this.#server) return true
    return this.#index.hasAll(await lastChanged(this.#db, this.#change))
  }

  /** The database has lost changes that the index has. Columns that orders needed are read at once. */
  #startAgain(): void {
    const { most, heldOrders } = this.#index
    this.#index = new MarketIndex(most)
    this.#index.holdOrders(heldOrders)
    this.#kept.forgetAll()
    this.#change = 0
  }

  /** Without a snapshot: what would leave at once need not be read. */
  async #begin(): Promise<void> {
    const oldest = await oldestOfNewest(this.#db, this.#index.most)
    if (!oldest) return
    const window = { from: oldest.created_at, closedBy: Date.now() - openMilliseconds }
    this.#index.begin(window, oldest.number)
    // Few changes with each statement: of many that are not in the window, one would take longer than it may.
    const newest = await newestChange(this.#db)
    for (; this.#change < newest; this.#change = Math.min(newest, this.#change + listingsPerQuery)) {
      const until = this.#change + listingsPerQuery
      const query = this.#listings().where('change', '>', this.#change).where('change', '<=', until)
      this.#index.place(await query.where(isWithin(window)).orderBy('change').execute(), window.closedBy)
    }
  }

  async #placeChanges(): Promise<void> {
    for (let isDone = false; !isDone;) {
      const changed = await this.#changed()
      const closedBy = Date.now() - openMilliseconds
      this.#kept.forget(changed.map(({ number }) => number))
      if (changed.length > 0) this.#index.place(changed, closedBy)
      this.#change = changed.at(-1)?.change ?? this.#change
      isDone = changed.length < listingsPerQuery
      await this.#evict(closedBy)
    }
  }

  /** The next changes. SQLite would prepare a statement again whenever its limit is a parameter: 20 µs of each list. */
  async #changed(): Promise<Changed[]> {
    const compile = () =>
      this.#listings().where('change', '>', 0).orderBy('change').limit(sql.lit(listingsPerQuery)).compile()
    const query = compiledOnce(`${dialectOf(this.#db).name} changed listings ${this.#index.heldOrders.join()}`, compile)
    const { rows } = await this.#db.executeQuery<Changed>({ ...query, parameters: [this.#change] })
    return rows
  }

  /** Keeps the index from growing with all that was ever seen. */
  async #evict(closedBy: number): Promise<void> {
    const eviction = this.#snapshot?.isSaving ? undefined : this.#index.eviction(closedBy)
    if (!eviction) return
    const staying: IndexedListing[] = []
    for (let at = 0; at < eviction.staying.length; at += numbersPerQuery) {
      const numbers = eviction.staying.slice(at, at + numbersPerQuery)
      staying.push(...(await this.#listings().where('number', 'in', numbers).execute()))
    }
    // It may have begun to be saved meanwhile.
    if (!this.#snapshot?.isSaving) this.#index.evict(eviction, staying)
  }

  #listings() {
    return this.#db
      .selectFrom('listings')
      .select(['change', 'number', 'id', 'item_id', 'archetype', 'rarity', 'loot_state', 'seller'])
      .select(['price', 'price_per_unit', 'quantity', 'created_at', 'expires_at'])
      .select(['has_sold', 'has_expired', 'has_cancelled', ...this.#index.heldOrders])
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
