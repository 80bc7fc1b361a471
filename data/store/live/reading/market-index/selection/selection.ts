// Which listings meet conditions, and a page of them. Listings are known by their places in the columns.
import type { Condition } from '../../../../../api/model/conditions.ts'
import { countedRows, type Slice } from '../../../../../api/model/live-store.ts'
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

const blockLength = 4096
/** Fewer listings, or less than this part of all, are looked at one by one: that takes as long as going through all as bits. */
const longOrder = 4096
const longPart = 1 / 512
/** The same where bits are read of each one, which takes half as long as reading values. */
const longPartByBits = 1 / 256
/**
 * So many of the newest listings are looked at one by one, where half of them would suffice; else what is selected is
 * read run by run, which takes as long for each row as looking at some ten.
 */
const minSteps = 4096
const stepsPerRow = 16

/** Finds listings among those of an index. */
export class Selection {
  readonly #columns: MarketColumns
  readonly #all: TimeOrder
  /** What a query selects. */
  readonly #selected: Bitmap
  /** What was made for the last query. */
  readonly #made: Bitmap[] = []
  readonly #block = new Int32Array(blockLength)

  /** `all` has the listings that are held in order of time. */
  constructor(columns: MarketColumns, all: TimeOrder) {
    this.#columns = columns
    this.#all = all
    this.#selected = new Bitmap(columns.bits)
  }

  /** A page of the listings that meet all conditions, newest first where the slice has no order. `now` decides what has expired. */
  page(given: readonly Condition[], slice: Slice, now: number): Page {
    const conditions = given.map((one) => this.#narrowed(one))
    for (const set of this.#made.splice(0)) set.release()
    const plan = this.#plan(conditions, now)
    const { order } = slice
    if (order) return sortedPage(plan, slice, listingOrder(this.#columns, order, now), this.#all.count)
    return this.#newest(plan, slice)
  }

  /** Without values that no listing has; equality where one is left. */
  #narrowed(condition: Condition): Condition {
    const { column, operator } = condition
    if (operator !== 'oneOf' || !isOneOf(codedNames, column)) return condition
    const texts = textsOf(condition)
    const held = texts.filter((text) => this.#columns.coded[column].order(text))
    const [only = texts[0] ?? ''] = held
    return held.length > 1 ? { ...condition, value: held } : { ...condition, operator: 'equal', value: only }
  }

  /** Decides how the listings are found: the shortest order of time that has all of them, and what is tested of its listings. */
  #plan(conditions: readonly Condition[], now: number): Plan {
    const orders = new Map(conditions.map((one) => [one, this.#orderOf(one)]))
    const order = this.#shortestOrder(orders)
    if (!order) return { by: 'nothing' }
    const span = this.#spanOf(order, conditions)
    const untested = conditions.filter((one) => one.column !== 'created_at' && orders.get(one) !== order)
    if (untested.length === 0) return { by: 'order', order, span }
    const tests = untested.map((one) => testOf(this.#columns, one, now))
    const part = tests.every(({ readsBits }) => readsBits) ? longPartByBits : longPart
    if (this.#isLong(order.count, part)) return { by: 'bitmaps', order, span, matches: this.#matches(conditions, now) }
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

  /** Where in an order a page ends that has older listings only. */
  #endOf(order: TimeOrder, { from, to }: Span, { olderThan }: Slice): number {
    if (!olderThan) return to
    const end = order.countWhile((place) => this.#columns.isOlder(place, olderThan))
    return Math.max(from, Math.min(to, end))
  }

  /** The fewest listings among which all results are; nothing where a condition names a text that no listing has. */
  #shortestOrder(orders: ReadonlyMap<Condition, TimeOrder | undefined>): TimeOrder | undefined {
    let shortest = this.#all
    for (const [{ column, operator }, order] of orders) {
      if (!order && operator === 'equal' && isOneOf(codedNames, column)) return undefined
      if (order && order.count < shortest.count) shortest = order
    }
    return shortest
  }

  /** The listings that a condition on a text selects; of several texts only where they are few. */
  #orderOf(condition: Condition): TimeOrder | undefined {
    const { column, operator, value } = condition
    if (!isOneOf(codedNames, column)) return undefined
    const coded = this.#columns.coded[column]
    if (operator !== 'oneOf') return coded.order(String(value))
    const orders = textsOf(condition).flatMap((text) => coded.order(text) ?? [])
    if (this.#isLong(orders.reduce((sum, { count }) => sum + count, 0))) return undefined
    const merged = new TimeOrder()
    for (const { places, count } of orders) merged.add([...places.subarray(0, count)], this.#columns.older)
    return merged
  }

  /** Whether so many listings, as a part of all, are worth going through as bits. */
  #isLong(count: number, part = longPart): boolean {
    return count >= longOrder && count >= this.#all.count * part
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
    this.#made.push(made)
    return made
  }

  #pageOfMatches(order: TimeOrder, span: Span, slice: Slice, matches: Matches): Page {
    const { from, to } = span
    const { offset, limit, olderThan } = slice
    const { found, among } = matches.count(countedRows)
    const isExact = found <= countedRows
    if (isExact && found <= offset) return { places: [], found }
    const wanted = Math.min(offset + limit, to - from)
    const steps = minSteps + stepsPerRow * wanted
    const end = this.#endOf(order, span, slice)
    const isOnPage = (place: number) => !olderThan || this.#columns.isOlder(place, olderThan)
    const share = found / (isExact ? to - from : among)
    // They may be fewer among the newest.
    const isWalked = end - from <= steps || 2 * wanted <= steps * share
    const walked = isWalked ? this.#walk(order, { from, to: end }, { offset, wanted, steps }, matches) : undefined
    return { places: walked ?? [...matches.newest(wanted, isOnPage).subarray(offset)], found }
  }

  /** The newest of a span after some, looked at one by one; nothing where so many steps do not suffice. */
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

  /** Those that are not older than the page's are counted first. */
  #scanBoth(order: TimeOrder, span: Span, slice: Slice, tests: readonly PlaceTest[]): Page {
    const end = this.#endOf(order, span, slice)
    const newer =
      end < span.to ? this.#scan(order, { from: end, to: span.to }, { offset: 0, limit: 0 }, tests).found : 0
    const { places, found } = this.#scan(order, { from: span.from, to: end }, slice, tests)
    return { places, found: newer + found }
  }

  /** From the newest back, block by block, until the page is full and the count is as high as counts go. */
  #scan(order: TimeOrder, { from, to }: Span, { offset, limit }: Slice, tests: readonly PlaceTest[]): Page {
    const places: number[] = []
    const enough = Math.max(countedRows + 1, offset + limit)
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

  /** Copies a stretch into the block, the newest first. */
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
