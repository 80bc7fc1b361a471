// The columns of listings that filters read, in memory: millions of rows are looked through in milliseconds, by any
// filters together, and totals are exact.
import type { Condition } from '../../../../api/model/conditions.ts'
import { countedRows, type LiveOrder, type Slice } from '../../../../api/model/live-store.ts'
import {
  codedNames,
  isOneOf,
  MarketColumns,
  type ComparedListing,
  type IndexedListing,
  type Restored,
} from './columns/market-columns.ts'
import { orderNames, type OrderName, type OrderValues } from './columns/order-columns.ts'
import { TimeOrder } from './columns/time-order.ts'
import { Selection } from './selection/selection.ts'
import { countIn } from './bits/narrowing.ts'
import { everything, isInside, isOpen, thinned, type Eviction, type Window } from './window.ts'

export interface Selected {
  /** Of the listings on the page, in order. */
  readonly numbers: readonly number[]
  readonly total: number
  readonly totalIsMinimum: boolean
  /** Whether others follow. */
  readonly hasMore: boolean
}

/** What a snapshot has beside arrays. Without a window the index has all listings. */
export interface Tables extends Omit<Restored, 'arrays'> {
  readonly window: (Window & Pick<MarketIndex, 'most'>) | null
}

/** Listings leave the window together, this part of its size at a time. */
const slack = 1 / 32

export class MarketIndex {
  #columns = new MarketColumns()
  #window = everything
  /** How many listings it has at most, beside older ones that are open; some more for a while. */
  readonly most: number
  readonly #all = new TimeOrder()
  #hasPruned = false
  #selection = new Selection(this.#columns, this.#all)

  constructor(most = Infinity) {
    this.most = most
  }

  get count(): number {
    return this.#all.count
  }

  /** Memory of bits, which counts neither as heap nor as array buffers. */
  get bytesOfBits(): number {
    return this.#columns.bits.bytes
  }

  get window(): Window {
    return this.#window
  }

  /** Begins with a window, before the first listing; `first` is the number from which on most listings are in it. */
  begin(window: Window, first: number): void {
    this.#window = window
    this.#columns.places.begin(first)
  }

  /** Arrays that a snapshot has, up to places below `length`. */
  get contents(): Pick<MarketColumns, 'arrays' | 'length'> {
    return this.#columns
  }

  /** What a snapshot has beside them, as it is after the arrays were written. */
  get tables(): Tables {
    const { texts, places } = this.#columns
    return {
      texts,
      places: places.contents,
      window: this.#window === everything ? null : { ...this.#window, most: this.most },
    }
  }

  /** Takes over the contents of another index, if it has these listings as they are here. */
  restore(contents: Restored & Tables, listings: readonly ComparedListing[]): boolean {
    const columns = new MarketColumns()
    const inOrder = columns.restore(contents)
    const window = contents.window ? { from: contents.window.from, closedBy: contents.window.closedBy } : everything
    if (!listings.every((listing) => columns.isAs(listing, window.from))) return false
    this.#columns = columns
    this.#window = window
    this.#all.adopt(inOrder)
    this.#selection = new Selection(columns, this.#all)
    return true
  }

  /** True if it has these listings, as far as they are in its window, as they are here. */
  hasAll(listings: readonly ComparedListing[]): boolean {
    return listings.every((listing) => this.#columns.isAs(listing, this.#window.from))
  }

  /** Takes in listings that are new, or as they are now. Older ones than the window that were closed by then may be left out. */
  place(listings: readonly IndexedListing[], closedBy = -Infinity): void {
    const columns = this.#columns
    const placed = listings
      .filter((listing) => this.#isInWindow(listing, closedBy))
      .map((listing) => ({ listing, place: columns.places.take(listing.number) }))
    const entering = placed.filter(({ place, listing }) => !columns.holds(place) || !columns.keepsPlace(place, listing))
    const leaving = new Set(entering.map(({ place }) => place).filter((place) => columns.holds(place)))
    if (leaving.size > 0) {
      const isLeaving = (place: number) => leaving.has(place)
      this.#all.remove(isLeaving)
      for (const name of codedNames) columns.coded[name].leave(leaving, isLeaving)
    }
    for (const { place, listing } of placed) columns.write(place, listing)
    entering.sort((a, b) => (columns.older(a.place, b.place) ? -1 : 1))
    this.#all.add(
      entering.map(({ place }) => place),
      columns.older,
    )
    for (const name of codedNames)
      columns.coded[name].enter(
        entering.map(({ place, listing }) => ({ place, text: listing[name] })),
        columns.older,
      )
  }

  #isInWindow(listing: IndexedListing, closedBy: number): boolean {
    const { number, created_at } = listing
    if (created_at >= this.#window.from || isOpen(listing, closedBy)) return true
    const place = this.#columns.places.find(number)
    if (place !== undefined && this.#columns.holds(place)) return true
    this.#window = { ...this.#window, closedBy: Math.max(this.#window.closedBy, closedBy) }
    return false
  }

  /** Forgets listings that were created before an instant. */
  prune(before: number): void {
    const count = this.#all.countBefore(before, this.#columns.createdAt.values)
    if (count === 0) return
    this.#remove(this.#all.places.slice(0, count))
    this.#hasPruned = true
  }

  /** Forgets listings, those that are not in the index left out. */
  forget(numbers: readonly number[]): void {
    const { places } = this.#columns
    const found = numbers.map((number) => places.find(number)).filter((place) => place !== undefined)
    this.#remove(found.filter((place) => this.#columns.holds(place)))
    this.#hasPruned = true
  }

  /** Frees the memory of what was pruned. */
  shrink(): void {
    if (!this.#hasPruned) return
    this.#hasPruned = false
    for (const block of this.#columns.places.blocks.slice(0, -1))
      if (countIn(this.#columns.held, { block, blocks: 1 }) === 0) this.#columns.clear(block)
  }

  /** What leaves for the index to have no more listings than it may; nothing while they are not many more. */
  eviction(closedBy: number): Eviction | undefined {
    const createdAt = this.#columns.createdAt.values
    const { places, count } = this.#all
    const recent = count - this.#all.countBefore(this.#window.from, createdAt)
    if (recent <= this.most * (1 + slack)) return undefined
    const from = createdAt[places[count - this.most] ?? 0] ?? 0
    const leaving = places
      .slice(0, this.#all.countBefore(from, createdAt))
      .filter((place) => !this.#columns.isOpen(place, closedBy))
    return leaving.length === 0
      ? undefined
      : { from, closedBy, leaving, ...thinned(this.#columns.held, leaving, this.#columns.places) }
  }

  /** Narrows the window; `staying` are the listings of the eviction that stay, as they are now. */
  evict({ from, closedBy, leaving, blocks, staying }: Eviction, listings: readonly IndexedListing[]): void {
    const { places } = this.#columns
    this.#window = { from, closedBy: Math.max(closedBy, this.#window.closedBy) }
    this.#remove([...leaving, ...staying.map((number) => places.find(number) ?? 0)])
    for (const block of blocks) this.#columns.clear(block)
    this.place(listings, closedBy)
  }

  #remove(removed: readonly number[] | Int32Array): void {
    const columns = this.#columns
    let last = -Infinity
    for (const place of removed) {
      columns.forget(place)
      last = Math.max(last, columns.createdAt.values[place] ?? 0)
    }
    const isRemoved = (place: number) => !columns.holds(place)
    const reach = (order: TimeOrder) => order.countBefore(last + 1, columns.createdAt.values)
    this.#all.remove(isRemoved, reach(this.#all))
    for (const name of codedNames) columns.coded[name].leave(removed, isRemoved, reach)
    for (const place of removed) columns.places.release(place)
  }

  /** Columns that an order needs and that have to be read before. */
  lackedBy({ keys }: LiveOrder): OrderName[] {
    const { held } = this.#columns.orders
    return keys.flatMap(({ column }) => (isOneOf(orderNames, column) && !held.includes(column) ? [column] : []))
  }

  /** Columns that only orders need, as far as they were read. */
  get heldOrders(): readonly OrderName[] {
    return this.#columns.orders.held
  }

  /** Writes such columns of listings, those that are not in the index left out. */
  writeOrders(listings: readonly ({ readonly number: number } & OrderValues)[]): void {
    for (const { number, ...values } of listings) {
      const place = this.#columns.places.find(number)
      if (place !== undefined && this.#columns.holds(place)) this.#columns.orders.write(place, values)
    }
  }

  /** Replaces these columns of all listings. */
  holdOrders(names: readonly OrderName[]): void {
    this.#columns.orders.hold(names)
  }

  /** Whether all listings that meet the conditions are in the index. */
  isComplete(conditions: readonly Condition[], now: number): boolean {
    return this.#window === everything || isInside(this.#window, conditions, now)
  }

  /** The listings that meet all conditions, newest first where the slice has no order. `now` decides what has expired. */
  select(conditions: readonly Condition[], slice: Slice, now: number): Selected {
    const { places, found } = this.#selection.page(conditions, { ...slice, limit: slice.limit + 1 }, now)
    return {
      numbers: places.slice(0, slice.limit).map((place) => this.#columns.places.numberAt(place)),
      total: Math.min(found, countedRows),
      totalIsMinimum: found > countedRows,
      hasMore: places.length > slice.limit,
    }
  }
}
