// The columns of listings that filters read, in memory: millions of rows are looked through in milliseconds, by any filters
// together, and totals are exact.
import type { Condition } from '../../../../api/model/conditions.ts'
import { countedRows, type LiveOrder, type Slice } from '../../../../api/model/live-store.ts'
import { Bitmap, blockWords } from './bitmap.ts'
import { frequent } from './dictionary-column.ts'
import {
  codedNames,
  isOneOf,
  MarketColumns,
  type ComparedListing,
  type IndexedListing,
  type Restored,
} from './market-columns.ts'
import { Matches } from './matches.ts'
import { bitmapFilterOf } from './bitmap-filters.ts'
import { keepInRange, rangeOf, type Range } from './ranges.ts'
import { listingOrder } from './listing-order.ts'
import { orderNames, type OrderColumns, type OrderName } from './order-columns.ts'
import type { Page, Plan, Span } from './plan.ts'
import { sortedPage } from './sorted-page.ts'
import { TimeOrder } from './time-order.ts'

const blockLength = 4096
/** Listings of an order that is worth going through as bits. */
const longOrder = 4096
/** Putting a listing in order takes as long as looking at so many. */
const stepsPerMatch = 20

export interface Selected {
  /** Of the listings on the page, in order. */
  readonly numbers: readonly number[]
  readonly total: number
  readonly totalIsMinimum: boolean
  /** Whether others follow. */
  readonly hasMore: boolean
}

export class MarketIndex {
  #columns = new MarketColumns()
  readonly #all = new TimeOrder()
  readonly #held = new Bitmap()
  #words = new Int32Array(0)
  readonly #block = new Int32Array(blockLength)

  get count(): number {
    return this.#all.count
  }

  /** What a snapshot has of it: of listings whose numbers are below `length`. */
  get contents(): Pick<MarketColumns, 'arrays' | 'texts' | 'length'> {
    return this.#columns
  }

  /** Has the contents of another index, if these listings are in it as they are here. */
  restore(contents: Restored, listings: readonly ComparedListing[]): boolean {
    const columns = new MarketColumns()
    const inOrder = columns.restore(contents)
    if (!listings.every((listing) => columns.isAs(listing))) return false
    this.#columns = columns
    this.#all.adopt(inOrder)
    this.#held.adopt(columns.held)
    return true
  }

  /** Takes in listings that are new, or as they are now. */
  place(listings: readonly IndexedListing[]): void {
    const columns = this.#columns
    const entering = listings.filter((listing) => !columns.holds(listing.number) || !columns.keepsPlace(listing))
    const leaving = new Set(entering.map(({ number }) => number).filter((number) => columns.holds(number)))
    if (leaving.size > 0) {
      this.#all.remove((number) => leaving.has(number))
      for (const name of codedNames) columns.coded[name].leave(leaving)
    }
    for (const listing of listings) {
      columns.write(listing)
      this.#held.set(listing.number, true)
    }
    entering.sort((a, b) => (columns.older(a.number, b.number) ? -1 : 1))
    this.#all.add(
      entering.map(({ number }) => number),
      columns.older,
    )
    for (const name of codedNames)
      columns.coded[name].enter(
        entering.map((listing) => ({ number: listing.number, text: listing[name] })),
        columns.older,
      )
  }

  /** Forgets listings that were created before an instant. */
  prune(before: number): void {
    const createdAt = this.#columns.createdAt.values
    const pruned = this.#all.numbers.subarray(0, this.#all.countBefore(before, createdAt))
    if (pruned.length === 0) return
    for (const number of pruned) this.#columns.forget(number)
    const isPruned = (number: number) => (createdAt[number] ?? 0) < before
    for (const number of this.#all.numbers.subarray(0, this.#all.countBefore(before, createdAt)))
      this.#held.set(number, false)
    this.#all.remove(isPruned)
    for (const name of codedNames) this.#columns.coded[name].prune(isPruned)
  }

  /** Columns that an order needs and that have to be read before. */
  lackedBy({ keys }: LiveOrder): OrderName[] {
    const { held } = this.#columns.orders
    return keys.flatMap(({ column }) => (isOneOf(orderNames, column) && !held.includes(column) ? [column] : []))
  }

  /** Where columns that an order needs are written. */
  get orderColumns(): OrderColumns {
    return this.#columns.orders
  }

  /** The listings that meet all conditions, newest first where the slice has no order. `now` decides what has expired. */
  select(conditions: readonly Condition[], slice: Slice, now: number): Selected {
    const plan = this.#plan(conditions, now)
    const asked = { ...slice, limit: slice.limit + 1 }
    const { order } = slice
    const { numbers, found } = order
      ? sortedPage(plan, asked, listingOrder(this.#columns, order, now), this.#all.count)
      : this.#page(plan, asked)
    return {
      numbers: numbers.slice(0, slice.limit),
      total: Math.min(found, countedRows),
      totalIsMinimum: found > countedRows,
      hasMore: numbers.length > slice.limit,
    }
  }

  /** Decides how the listings are found: the shortest order of time that has all of them, and what is tested of its listings. */
  #plan(conditions: readonly Condition[], now: number): Plan {
    const order = this.#shortestOrder(conditions)
    if (!order) return { by: 'nothing' }
    const span = this.#spanOf(order, conditions)
    const untested = conditions.filter((one) => one.column !== 'created_at' && this.#orderOf(one) !== order)
    if (untested.length === 0) return { by: 'order', order, span }
    const matches = this.#matches(order, conditions, now)
    if (matches) return { by: 'bitmaps', order, span, matches }
    return { by: 'scan', order, span, ranges: untested.map((one) => rangeOf(this.#columns, one, now)) }
  }

  #page(plan: Plan, slice: Slice): Page {
    switch (plan.by) {
      case 'nothing':
        return { numbers: [], found: 0 }
      case 'order':
        return pageOf(plan.order, plan.span, slice, this.#endOf(plan.order, plan.span, slice))
      case 'bitmaps':
        return this.#pageOfMatches(plan.order, plan.span, slice, plan.matches)
      case 'scan':
        return this.#scanBoth(plan.order, plan.span, slice, plan.ranges)
    }
  }

  /** Where in an order a page ends that has older listings only. */
  #endOf(order: TimeOrder, { from, to }: Span, { olderThan }: Slice): number {
    if (!olderThan) return to
    const end = order.countWhile((number) => this.#columns.isOlder(number, olderThan))
    return Math.max(from, Math.min(to, end))
  }

  /** The fewest listings among which all results are; nothing where a condition names a text that no listing has. */
  #shortestOrder(conditions: readonly Condition[]): TimeOrder | undefined {
    let shortest: TimeOrder | undefined = this.#all
    for (const condition of conditions) {
      if (!isCoded(condition.column)) continue
      const order = this.#orderOf(condition)
      if (!order) return undefined
      if (order.count < shortest.count) shortest = order
    }
    return shortest
  }

  #orderOf({ column, value }: Condition): TimeOrder | undefined {
    return isCoded(column) ? this.#columns.coded[column].order(String(value)) : undefined
  }

  #spanOf(order: TimeOrder, conditions: readonly Condition[]): Span {
    const span = { from: 0, to: order.count }
    for (const { column, operator, value } of conditions) {
      if (column !== 'created_at') continue
      const before = order.countBefore(Number(value), this.#columns.createdAt.values)
      if (operator === 'atLeast') span.from = Math.max(span.from, before)
      else span.to = Math.min(span.to, before)
    }
    return span
  }

  /** By bitmaps, where the order is long and every condition has one. */
  #matches(order: TimeOrder, conditions: readonly Condition[], now: number): Matches | undefined {
    if (order.count < longOrder || order.count * frequent < this.#all.count) return undefined
    const filters = conditions.map((condition) => bitmapFilterOf(this.#columns, condition, now))
    if (!filters.every((filter) => filter !== undefined)) return undefined
    const held = this.#held.words
    const length = Math.ceil(held.length / blockWords) * blockWords
    if (this.#words.length !== length) this.#words = new Int32Array(length)
    return new Matches(held, filters, this.#words)
  }

  #pageOfMatches(order: TimeOrder, span: Span, slice: Slice, matches: Matches): Page {
    const { from, to } = span
    const { offset, limit, olderThan } = slice
    const found = matches.count(countedRows)
    const isExact = found <= countedRows
    if (isExact && found <= offset) return { numbers: [], found }
    const steps = olderThan ? to - from : (to - from) * Math.min(1, (offset + limit) / found)
    if (isExact && found * stepsPerMatch < steps) {
      const inOrder = matches.inOrder(found, this.#columns.older)
      const older = olderThan ? inOrder.findLastIndex((number) => this.#columns.isOlder(number, olderThan)) + 1 : found
      const newest = inOrder.subarray(0, older).reverse()
      return { numbers: [...newest.subarray(offset, offset + limit)], found }
    }
    const numbers: number[] = []
    for (let at = this.#endOf(order, span, slice) - 1, passed = 0; at >= from && numbers.length < limit; at -= 1) {
      const number = order.numbers[at] ?? 0
      if (matches.has(number) && passed++ >= offset) numbers.push(number)
    }
    return { numbers, found }
  }

  /** Those that are not older than the page's are counted first. */
  #scanBoth(order: TimeOrder, span: Span, slice: Slice, ranges: readonly Range[]): Page {
    const end = this.#endOf(order, span, slice)
    const newer =
      end < span.to ? this.#scan(order, { from: end, to: span.to }, { offset: 0, limit: 0 }, ranges).found : 0
    const { numbers, found } = this.#scan(order, { from: span.from, to: end }, slice, ranges)
    return { numbers, found: newer + found }
  }

  /** From the newest back, block by block, until the page is full and the count is as high as counts go. */
  #scan(order: TimeOrder, { from, to }: Span, { offset, limit }: Slice, ranges: readonly Range[]): Page {
    const numbers: number[] = []
    const enough = Math.max(countedRows + 1, offset + limit)
    let found = 0
    for (let end = to; end > from && found < enough; end -= blockLength) {
      let count = this.#load(order.numbers, Math.max(from, end - blockLength), end)
      for (const range of ranges) count = keepInRange(range, this.#block, count)
      for (let at = Math.max(0, offset - found); at < count && numbers.length < limit; at += 1)
        numbers.push(this.#block[at] ?? 0)
      found += count
    }
    return { numbers, found }
  }

  /** Copies a stretch into the block, the newest first. */
  #load(numbers: Int32Array, from: number, to: number): number {
    for (let at = to - 1, into = 0; at >= from; at -= 1, into += 1) this.#block[into] = numbers[at] ?? 0
    return to - from
  }
}

const isCoded = (column: string): column is (typeof codedNames)[number] =>
  (codedNames as readonly string[]).includes(column)

function pageOf({ numbers }: TimeOrder, { from, to }: Span, { offset, limit }: Slice, last: number): Page {
  const end = Math.max(from, last - offset)
  const page = [...numbers.subarray(Math.max(from, end - limit), end)].reverse()
  return { numbers: page, found: Math.max(0, to - from) }
}
