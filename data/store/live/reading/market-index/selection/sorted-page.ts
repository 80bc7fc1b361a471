import type { Slice } from '../../../../../api/model/live-store.ts'
import type { ListingOrder } from './listing-order.ts'
import { visitAll, type Page, type Plan } from './plan.ts'

/** Minimum number of listings that are collected beyond the limit before they are sorted. */
const minSpare = 1024

/** Collects the first `limit` listings of an order from listings that are offered in any order. */
class FirstListings {
  readonly #limit: number
  readonly #compare: (a: number, b: number) => number
  readonly #places: Int32Array
  #count = 0
  #last: number | undefined

  constructor(limit: number, compare: (a: number, b: number) => number) {
    this.#limit = limit
    this.#compare = compare
    this.#places = new Int32Array(limit + Math.max(limit, minSpare))
  }

  offer(place: number): void {
    if (this.#last !== undefined && this.#compare(place, this.#last) > 0) return
    this.#places[this.#count++] = place
    if (this.#count === this.#places.length) this.#discardOthers()
  }

  /** Returns the collected listings from position `offset` on, in order. */
  after(offset: number): number[] {
    this.#discardOthers()
    return [...this.#places.subarray(offset, this.#count)]
  }

  #discardOthers(): void {
    this.#places.subarray(0, this.#count).sort(this.#compare)
    this.#count = Math.min(this.#count, this.#limit)
    if (this.#count === this.#limit && this.#limit > 0) this.#last = this.#places[this.#limit - 1]
  }
}

/**
 * Returns a page of the listings that a plan selects, sorted by `order`. `count` is the number of listings in the
 * index.
 */
export function sortedPage(plan: Plan, { offset, limit }: Slice, order: ListingOrder, count: number): Page {
  const first = new FirstListings(Math.min(offset + limit, count), order.compare)
  let found = 0
  visitAll(plan, order.isDescending, (place) => {
    found += 1
    if (order.isAfter(place)) first.offer(place)
  })
  return { places: first.after(offset), found }
}
