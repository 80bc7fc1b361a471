// The columns of listings that filters read, in memory: millions of rows are looked through in milliseconds, by any filters
// together, and totals are exact.
import { countedRows, type Slice, type Term } from '../../../api/live/live-store.ts'
import { Bits, blockWords } from './bits.ts'
import { frequent } from './coded-column.ts'
import { codedNames, MarketColumns, type IndexedListing } from './market-columns.ts'
import { Matches } from './matches.ts'
import { narrowOf } from './narrows.ts'
import { passOf, type Pass } from './passes.ts'
import { TimeOrder } from './time-order.ts'

const blockLength = 4096
/** Listings of an order that is worth going through as bits. */
const longOrder = 4096
/** Putting a listing in order takes as long as looking at so many. */
const stepsPerMatch = 20

export interface Selected {
  /** Of the listings on the page, the newest first. */
  readonly numbers: readonly number[]
  readonly total: number
  readonly totalIsMinimum: boolean
}

export class MarketIndex {
  readonly #columns = new MarketColumns()
  readonly #all = new TimeOrder()
  readonly #held = new Bits()
  #words = new Int32Array(0)
  readonly #block = new Int32Array(blockLength)

  get count(): number {
    return this.#all.count
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

  /** The listings for which all terms hold, newest first. `now` decides what has expired. */
  select(terms: readonly Term[], slice: Slice, now: number): Selected {
    const order = this.#shortestOrder(terms)
    if (!order) return { numbers: [], total: 0, totalIsMinimum: false }
    const span = this.#spanOf(order, terms)
    const others = terms.filter((term) => term.column !== 'created_at' && this.#orderOf(term) !== order)
    const matches = others.length === 0 ? undefined : this.#matches(order, terms, now)
    const { numbers, found } =
      others.length === 0
        ? pageOf(order, span, slice)
        : matches
          ? this.#pageOfMatches(order, span, slice, matches)
          : this.#scan(
              order,
              span,
              slice,
              others.map((term) => passOf(this.#columns, term, now)),
            )
    return { numbers, total: Math.min(found, countedRows), totalIsMinimum: found > countedRows }
  }

  /** The fewest listings among which all results are; nothing where a term names a text that no listing has. */
  #shortestOrder(terms: readonly Term[]): TimeOrder | undefined {
    let shortest: TimeOrder | undefined = this.#all
    for (const term of terms) {
      if (!isCoded(term.column)) continue
      const order = this.#orderOf(term)
      if (!order) return undefined
      if (order.count < shortest.count) shortest = order
    }
    return shortest
  }

  #orderOf({ column, value }: Term): TimeOrder | undefined {
    return isCoded(column) ? this.#columns.coded[column].order(String(value)) : undefined
  }

  #spanOf(order: TimeOrder, terms: readonly Term[]): Span {
    const span = { from: 0, to: order.count }
    for (const { column, is, value } of terms) {
      if (column !== 'created_at') continue
      const before = order.countBefore(Number(value), this.#columns.createdAt.values)
      if (is === 'atLeast') span.from = Math.max(span.from, before)
      else span.to = Math.min(span.to, before)
    }
    return span
  }

  /** Where an order is long. */
  #matches(order: TimeOrder, terms: readonly Term[], now: number): Matches | undefined {
    if (order.count < longOrder || order.count * frequent < this.#all.count) return undefined
    const narrows = terms.map((term) => narrowOf(this.#columns, term, now))
    if (!narrows.every((narrow) => narrow !== undefined)) return undefined
    const held = this.#held.words
    const length = Math.ceil(held.length / blockWords) * blockWords
    if (this.#words.length !== length) this.#words = new Int32Array(length)
    return new Matches(held, narrows, this.#words)
  }

  #pageOfMatches(order: TimeOrder, { from, to }: Span, { offset, limit }: Slice, matches: Matches): Page {
    const found = matches.count(countedRows)
    const isExact = found <= countedRows
    if (isExact && found <= offset) return { numbers: [], found }
    if (isExact && found * stepsPerMatch < (to - from) * Math.min(1, (offset + limit) / found)) {
      const newest = matches.inOrder(found, this.#columns.older).reverse()
      return { numbers: [...newest.subarray(offset, offset + limit)], found }
    }
    const numbers: number[] = []
    for (let at = to - 1, passed = 0; at >= from && numbers.length < limit; at -= 1) {
      const number = order.numbers[at] ?? 0
      if (matches.has(number) && passed++ >= offset) numbers.push(number)
    }
    return { numbers, found }
  }

  /** From the newest back, block by block, until the page is full and the count is as high as counts go. */
  #scan(order: TimeOrder, { from, to }: Span, { offset, limit }: Slice, passes: readonly Pass[]): Page {
    const numbers: number[] = []
    const enough = Math.max(countedRows + 1, offset + limit)
    let found = 0
    for (let end = to; end > from && found < enough; end -= blockLength) {
      let count = this.#load(order.numbers, Math.max(from, end - blockLength), end)
      for (const pass of passes) count = pass(this.#block, count)
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

interface Span {
  from: number
  to: number
}

interface Page {
  readonly numbers: readonly number[]
  readonly found: number
}

const isCoded = (column: string): column is (typeof codedNames)[number] =>
  (codedNames as readonly string[]).includes(column)

function pageOf({ numbers }: TimeOrder, { from, to }: Span, { offset, limit }: Slice): Page {
  const end = Math.max(from, to - offset)
  const page = [...numbers.subarray(Math.max(from, end - limit), end)].reverse()
  return { numbers: page, found: Math.max(0, to - from) }
}
