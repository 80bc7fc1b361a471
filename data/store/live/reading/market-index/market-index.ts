// The columns of listings that lists filter and sort by, in memory: any combination of filters selects from millions of
// listings in milliseconds, and totals are exact.
import type { Condition } from '../../../../api/model/conditions.ts'
import { maxCountedRows, type LiveOrder, type Slice } from '../../../../api/model/live-store.ts'
import {
  codedNames,
  isOneOf,
  MarketColumns,
  type ComparedListing,
  type IndexedListing,
  type ColumnContents,
} from './columns/market-columns.ts'
import { orderNames, type OrderName, type OrderValues } from './columns/order-columns.ts'
import { TimeOrder } from './columns/time-order.ts'
import { Selection } from './selection/selection.ts'
import { countIn } from './bits/narrowing.ts'
import { unlimitedWindow, windowCovers, isOpen, findSparseBlocks, type Eviction, type Window } from './window.ts'

export interface Selected {
  /** Numbers of the listings on the page, in order. */
  readonly numbers: readonly number[]
  /** Number of listings on all pages, at most `maxCountedRows`. */
  readonly total: number
  readonly totalIsMinimum: boolean
  /** Whether more listings follow the page. */
  readonly hasMore: boolean
}

/** The part of a snapshot that is not in arrays. */
export interface SnapshotTables extends Omit<ColumnContents, 'arrays'> {
  /** Null if the index has all listings. `most` is its `maxListings`. */
  readonly window: (Window & { readonly most: number }) | null
}

/** Share of `maxListings` by which the index may exceed them before listings are evicted together. */
const slack = 1 / 32

/** The index of the market, from which its lists are answered. */
export class MarketIndex {
  #columns = new MarketColumns()
  #window = unlimitedWindow
  /**
   * Number of the newest listings to keep; older ones that are open are kept beside them. It may be exceeded for a
   * while.
   */
  readonly maxListings: number
  readonly #all = new TimeOrder()
  #hasPruned = false
  #selection = new Selection(this.#columns, this.#all)

  constructor(maxListings = Infinity) {
    this.maxListings = maxListings
  }

  /** Number of listings. */
  get count(): number {
    return this.#all.count
  }

  /** Memory of bitmaps, which Node counts neither as heap nor as array buffers. */
  get bitmapBytes(): number {
    return this.#columns.bits.bytes
  }

  get window(): Window {
    return this.#window
  }

  /** Sets the window of an empty index. Most listings with the number `first` or greater ones are in it. */
  begin(window: Window, first: number): void {
    this.#window = window
    this.#columns.places.begin(first)
  }

  /** The arrays of a snapshot, of which it has the elements below `length`. */
  get contents(): Pick<MarketColumns, 'arrays' | 'length'> {
    return this.#columns
  }

  /** The rest of a snapshot, to be read after its arrays were written. */
  get tables(): SnapshotTables {
    const { texts, places } = this.#columns
    return {
      texts,
      places: places.contents,
      window: this.#window === unlimitedWindow ? null : { ...this.#window, most: this.maxListings },
    }
  }

  /**
   * Replaces the contents by those of a snapshot. Returns false, and changes nothing, if the snapshot differs from any of
   * `listings`; listings before its window are ignored.
   */
  restore(contents: ColumnContents & SnapshotTables, listings: readonly ComparedListing[]): boolean {
    const columns = new MarketColumns()
    const inOrder = columns.restore(contents)
    const window = contents.window
      ? { from: contents.window.from, closedBy: contents.window.closedBy }
      : unlimitedWindow
    if (!listings.every((listing) => columns.matches(listing, window.from))) return false
    this.#columns = columns
    this.#window = window
    this.#all.adopt(inOrder)
    this.#selection = new Selection(columns, this.#all)
    return true
  }

  /** Whether the index has listings equal to these; those before its window are ignored. */
  hasAll(listings: readonly ComparedListing[]): boolean {
    return listings.every((listing) => this.#columns.matches(listing, this.#window.from))
  }

  /**
   * Adds new listings and updates those that it has. A new listing that is older than the window and was closed by
   * `closedBy` is left out.
   */
  upsert(listings: readonly IndexedListing[], closedBy = -Infinity): void {
    const columns = this.#columns
    const placed = listings
      .filter((listing) => this.#isInWindow(listing, closedBy))
      .map((listing) => ({ listing, place: columns.places.assign(listing.number) }))
    const entering = placed.filter(({ place, listing }) => !columns.has(place) || !columns.keepsOrder(place, listing))
    const leaving = new Set(entering.map(({ place }) => place).filter((place) => columns.has(place)))
    if (leaving.size > 0) {
      const isLeaving = (place: number) => leaving.has(place)
      this.#all.remove(isLeaving)
      for (const name of codedNames) columns.coded[name].remove(leaving, isLeaving)
    }
    for (const { place, listing } of placed) columns.write(place, listing)
    entering.sort((a, b) => (columns.older(a.place, b.place) ? -1 : 1))
    this.#all.add(
      entering.map(({ place }) => place),
      columns.older,
    )
    for (const name of codedNames)
      columns.coded[name].add(
        entering.map(({ place, listing }) => ({ place, text: listing[name] })),
        columns.older,
      )
  }

  #isInWindow(listing: IndexedListing, closedBy: number): boolean {
    const { number, created_at } = listing
    if (created_at >= this.#window.from || isOpen(listing, closedBy)) return true
    const place = this.#columns.places.find(number)
    if (place !== undefined && this.#columns.has(place)) return true
    this.#window = { ...this.#window, closedBy: Math.max(this.#window.closedBy, closedBy) }
    return false
  }

  /** Removes listings that were created before an instant. */
  prune(before: number): void {
    const count = this.#all.countBefore(before, this.#columns.createdAt.values)
    if (count === 0) return
    this.#remove(this.#all.places.slice(0, count))
    this.#hasPruned = true
  }

  /** Removes listings by their numbers; numbers that are not in the index are ignored. */
  forget(numbers: readonly number[]): void {
    const { places } = this.#columns
    const found = numbers.map((number) => places.find(number)).filter((place) => place !== undefined)
    this.#remove(found.filter((place) => this.#columns.has(place)))
    this.#hasPruned = true
  }

  /** Frees the memory of listings that were pruned. */
  shrink(): void {
    if (!this.#hasPruned) return
    this.#hasPruned = false
    for (const block of this.#columns.places.blocks.slice(0, -1))
      if (countIn(this.#columns.indexed, { block, blocks: 1 }) === 0) this.#columns.clear(block)
  }

  /** The eviction that reduces the index to `maxListings`, or undefined while it does not have many more. */
  eviction(closedBy: number): Eviction | undefined {
    const createdAt = this.#columns.createdAt.values
    const { places, count } = this.#all
    const recent = count - this.#all.countBefore(this.#window.from, createdAt)
    if (recent <= this.maxListings * (1 + slack)) return undefined
    const from = createdAt[places[count - this.maxListings] ?? 0] ?? 0
    const leaving = places
      .slice(0, this.#all.countBefore(from, createdAt))
      .filter((place) => !this.#columns.isOpen(place, closedBy))
    return leaving.length === 0
      ? undefined
      : { from, closedBy, leaving, ...findSparseBlocks(this.#columns.indexed, leaving, this.#columns.places) }
  }

  /** Narrows the window. `listings` are those with the numbers `staying` of the eviction, as the store has them now. */
  evict({ from, closedBy, leaving, blocks, staying }: Eviction, listings: readonly IndexedListing[]): void {
    const { places } = this.#columns
    this.#window = { from, closedBy: Math.max(closedBy, this.#window.closedBy) }
    this.#remove([...leaving, ...staying.map((number) => places.find(number) ?? 0)])
    for (const block of blocks) this.#columns.clear(block)
    this.upsert(listings, closedBy)
  }

  #remove(removed: readonly number[] | Int32Array): void {
    const columns = this.#columns
    let last = -Infinity
    for (const place of removed) {
      columns.remove(place)
      last = Math.max(last, columns.createdAt.values[place] ?? 0)
    }
    const isRemoved = (place: number) => !columns.has(place)
    const reach = (order: TimeOrder) => order.countBefore(last + 1, columns.createdAt.values)
    this.#all.remove(isRemoved, reach(this.#all))
    for (const name of codedNames) columns.coded[name].remove(removed, isRemoved, reach)
    for (const place of removed) columns.places.release(place)
  }

  /** The columns that an order needs and that have not been loaded. */
  missingColumns({ keys }: LiveOrder): OrderName[] {
    const { loaded } = this.#columns.orders
    return keys.flatMap(({ column }) => (isOneOf(orderNames, column) && !loaded.includes(column) ? [column] : []))
  }

  /** The columns that only orders need and that have been loaded. */
  get loadedOrderColumns(): readonly OrderName[] {
    return this.#columns.orders.loaded
  }

  /** Writes columns that only orders need; listings that are not in the index are ignored. */
  writeOrderColumns(listings: readonly ({ readonly number: number } & OrderValues)[]): void {
    for (const { number, ...values } of listings) {
      const place = this.#columns.places.find(number)
      if (place !== undefined && this.#columns.has(place)) this.#columns.orders.write(place, values)
    }
  }

  /** Marks columns as loaded, once they were written for all listings. */
  markLoaded(names: readonly OrderName[]): void {
    this.#columns.orders.markLoaded(names)
  }

  /** Whether all listings that meet the conditions are certain to be in the index. */
  isComplete(conditions: readonly Condition[], now: number): boolean {
    return this.#window === unlimitedWindow || windowCovers(this.#window, conditions, now)
  }

  /**
   * The listings that meet all conditions, newest first unless the slice has another order. `now` decides what has
   * expired. Throws an `Error` if the index lacks a column.
   */
  select(conditions: readonly Condition[], slice: Slice, now: number): Selected {
    const { places, found } = this.#selection.page(conditions, { ...slice, limit: slice.limit + 1 }, now)
    return {
      numbers: places.slice(0, slice.limit).map((place) => this.#columns.places.numberAt(place)),
      total: Math.min(found, maxCountedRows),
      totalIsMinimum: found > maxCountedRows,
      hasMore: places.length > slice.limit,
    }
  }
}
