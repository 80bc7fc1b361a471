// Selects the listings that meet conditions, and a page of them. Listings are identified by their places in the
// columns.
import type { Condition } from '../../../../../api/model/conditions.ts'
import { maxCountedRows, type Slice } from '../../../../../api/model/live-store.ts'
import { Bitmap } from '../bits/bitmap.ts'
import { codedNames, isOneOf, type MarketColumns } from '../columns/market-columns.ts'
import { TimeOrder } from '../columns/time-order.ts'
import { bitmapFiltersOf } from './bitmap-filters.ts'
import { listingOrder } from './listing-order.ts'
import { Matches } from './matches.ts'
import type { Page, Plan, Span } from './plan.ts'
import { testOf, type PlaceTest } from './place-tests.ts'
import { textsOf } from './ranges.ts'
import { sortedPage } from './sorted-page.ts'

/** Number of places that are tested at a time. */
const blockLength = 4096
/** Bitmaps are combined if otherwise at least this many listings would be tested one by one ... */
const minForBitmaps = 4096
/** ... and at least this share of all listings, for which both ways take equally long. */
const minShareForBitmaps = 1 / 512
/** The share if each test reads a bit, which takes half as long as reading a value. */
const minShareIfTestsReadBits = 1 / 256
/**
 * So many of the newest listings are tested one by one for a page, if half of them are expected to suffice. Otherwise the
 * selection is read run by run, which takes as long for each row as testing some ten listings.
 */
const minSteps = 4096
const stepsPerRow = 16

/** Answers queries over the listings of an index. */
export class Selection {
  readonly #columns: MarketColumns
  readonly #all: TimeOrder
  /** Listings that the current query selects. */
  readonly #selected: Bitmap
  /** Bitmaps that were made for the last query, to be released by the next one. */
  readonly #temporary: Bitmap[] = []
  readonly #block = new Int32Array(blockLength)

  /** `all` has all listings of the index in order of time. */
  constructor(columns: MarketColumns, all: TimeOrder) {
    this.#columns = columns
    this.#all = all
    this.#selected = new Bitmap(columns.bits)
  }

  /**
   * A page of the listings that meet all conditions, newest first unless the slice has another order. `now` decides what
   * has expired. Throws an `Error` if the index lacks a column.
   */
  page(given: readonly Condition[], slice: Slice, now: number): Page {
    const conditions = given.map((one) => this.#simplified(one))
    for (const set of this.#temporary.splice(0)) set.release()
    const plan = this.#plan(conditions, now)
    const { order } = slice
    if (order) return sortedPage(plan, slice, listingOrder(this.#columns, order, now), this.#all.count)
    return this.#newest(plan, slice)
  }

  /** Drops those of several texts that no listing has; a single one that is left is tested for equality. */
  #simplified(condition: Condition): Condition {
    const { column, operator } = condition
    if (operator !== 'oneOf' || !isOneOf(codedNames, column)) return condition
    const texts = textsOf(condition)
    const present = texts.filter((text) => this.#columns.coded[column].order(text))
    const [only = texts[0] ?? ''] = present
    return present.length > 1 ? { ...condition, value: present } : { ...condition, operator: 'equal', value: only }
  }

  /** Decides how the listings are found: from the shortest order of time that has all of them, and by which tests. */
  #plan(conditions: readonly Condition[], now: number): Plan {
    const orders = new Map(conditions.map((one) => [one, this.#orderOf(one)]))
    const order = this.#shortestOrder(orders)
    if (!order) return { by: 'nothing' }
    const span = this.#spanOf(order, conditions)
    const untested = conditions.filter((one) => one.column !== 'created_at' && orders.get(one) !== order)
    if (untested.length === 0) return { by: 'order', order, span }
    const tests = untested.map((one) => testOf(this.#columns, one, now))
    const minShare = tests.every(({ readsBits }) => readsBits) ? minShareIfTestsReadBits : minShareForBitmaps
    if (this.#needsBitmaps(order.count, minShare))
      return { by: 'bitmaps', order, span, matches: this.#matches(conditions, now) }
    return { by: 'scan', order, span, tests }
  }

  #newest(plan: Plan, slice: Slice): Page {
    switch (plan.by) {
      case 'nothing':
        return { places: [], found: 0 }
      case 'order':
        return pageOf(plan.order, plan.span, slice, this.#endOf(plan.order, plan.span, slice))
      case 'bitmaps':
        return this.#pageOfMatches(plan.order, plan.span, slice, plan.matches)
      case 'scan':
        return this.#scanBoth(plan.order, plan.span, slice, plan.tests)
    }
  }

  /** The end of the part of a span whose listings are older than the row that the page follows. */
  #endOf(order: TimeOrder, { from, to }: Span, { olderThan }: Slice): number {
    if (!olderThan) return to
    const end = order.countWhile((place) => this.#columns.isOlder(place, olderThan))
    return Math.max(from, Math.min(to, end))
  }

  /** The shortest order that has all results, or undefined if a condition names a text that no listing has. */
  #shortestOrder(orders: ReadonlyMap<Condition, TimeOrder | undefined>): TimeOrder | undefined {
    let shortest = this.#all
    for (const [{ column, operator }, order] of orders) {
      if (!order && operator === 'equal' && isOneOf(codedNames, column)) return undefined
      if (order && order.count < shortest.count) shortest = order
    }
    return shortest
  }

  /** The listings that meet a condition on texts; undefined if it names several texts and their listings are many. */
  #orderOf(condition: Condition): TimeOrder | undefined {
    const { column, operator, value } = condition
    if (!isOneOf(codedNames, column)) return undefined
    const coded = this.#columns.coded[column]
    if (operator !== 'oneOf') return coded.order(String(value))
    const orders = textsOf(condition).flatMap((text) => coded.order(text) ?? [])
    if (this.#needsBitmaps(orders.reduce((sum, { count }) => sum + count, 0))) return undefined
    const merged = new TimeOrder()
    for (const { places, count } of orders) merged.add([...places.subarray(0, count)], this.#columns.older)
    return merged
  }

  /** Whether so many listings are too many to be tested one by one. */
  #needsBitmaps(count: number, share = minShareForBitmaps): boolean {
    return count >= minForBitmaps && count >= this.#all.count * share
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

  #matches(conditions: readonly Condition[], now: number): Matches {
    const make = (orders: readonly TimeOrder[]) => this.#makeSet(orders)
    return new Matches(this.#columns, bitmapFiltersOf(this.#columns, conditions, now, make), this.#selected)
  }

  #makeSet(orders: readonly TimeOrder[]): Bitmap {
    const made = new Bitmap(this.#columns.bits)
    for (const { places, count } of orders) made.add(places.subarray(0, count))
    this.#temporary.push(made)
    return made
  }

  #pageOfMatches(order: TimeOrder, span: Span, slice: Slice, matches: Matches): Page {
    const { from, to } = span
    const { offset, limit, olderThan } = slice
    const { found, placeCount } = matches.count(maxCountedRows)
    const isExact = found <= maxCountedRows
    if (isExact && found <= offset) return { places: [], found }
    const wanted = Math.min(offset + limit, to - from)
    const steps = minSteps + stepsPerRow * wanted
    const end = this.#endOf(order, span, slice)
    const isOnPage = (place: number) => !olderThan || this.#columns.isOlder(place, olderThan)
    const share = found / (isExact ? to - from : placeCount)
    // `#walk` fails if they are less frequent among the newest listings.
    const isWalked = end - from <= steps || 2 * wanted <= steps * share
    const walked = isWalked ? this.#walk(order, { from, to: end }, { offset, wanted, steps }, matches) : undefined
    return { places: walked ?? [...matches.newest(wanted, isOnPage).subarray(offset)], found }
  }

  /**
   * Tests the newest listings of a span one by one, until `wanted` of them match, and returns the matches after the first
   * `offset`. Returns undefined if that takes more than `steps` listings.
   */
  #walk(
    { places }: TimeOrder,
    { from, to }: Span,
    { offset, wanted, steps }: { readonly offset: number; readonly wanted: number; readonly steps: number },
    matches: Matches,
  ): number[] | undefined {
    const first = Math.max(from, to - steps)
    const page: number[] = []
    let passed = 0
    for (let at = to - 1; at >= first && passed < wanted; at -= 1) {
      const place = places[at] ?? 0
      if (matches.has(place) && passed++ >= offset) page.push(place)
    }
    return passed === wanted || first === from ? page : undefined
  }

  /** Scans a span for a page. Listings that are newer than the page are only counted. */
  #scanBoth(order: TimeOrder, span: Span, slice: Slice, tests: readonly PlaceTest[]): Page {
    const end = this.#endOf(order, span, slice)
    const newer =
      end < span.to ? this.#scan(order, { from: end, to: span.to }, { offset: 0, limit: 0 }, tests).found : 0
    const { places, found } = this.#scan(order, { from: span.from, to: end }, slice, tests)
    return { places, found: newer + found }
  }

  /**
   * Tests listings from the newest back, block by block, until the page is full and the count is above `maxCountedRows`.
   */
  #scan(order: TimeOrder, { from, to }: Span, { offset, limit }: Slice, tests: readonly PlaceTest[]): Page {
    const places: number[] = []
    const enough = Math.max(maxCountedRows + 1, offset + limit)
    let found = 0
    for (let end = to; end > from && found < enough; end -= blockLength) {
      let count = this.#load(order.places, Math.max(from, end - blockLength), end)
      for (const { keep } of tests) count = keep(this.#block, count)
      for (let at = Math.max(0, offset - found); at < count && places.length < limit; at += 1)
        places.push(this.#block[at] ?? 0)
      found += count
    }
    return { places, found }
  }

  /** Copies the places from `from` to `to`, exclusive, into the block, newest first. Returns their number. */
  #load(places: Int32Array, from: number, to: number): number {
    for (let at = to - 1, into = 0; at >= from; at -= 1, into += 1) this.#block[into] = places[at] ?? 0
    return to - from
  }
}

function pageOf({ places }: TimeOrder, { from, to }: Span, { offset, limit }: Slice, last: number): Page {
  const end = Math.max(from, last - offset)
  const page = [...places.subarray(Math.max(from, end - limit), end)].reverse()
  return { places: page, found: Math.max(0, to - from) }
}
