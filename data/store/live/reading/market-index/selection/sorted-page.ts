import type { Slice } from '../../../../../api/model/live-store.ts'
import type { ListingOrder } from './listing-order.ts'
import { visitAll, type Page, type Plan } from './plan.ts'

const minSpare = 1024

/** The first listings of an order among many that come in any order: not more than twice as many are held. */
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
    if (this.#count === this.#places.length) this.#cut()
  }

  /** From a place in the order on. */
  after(offset: number): number[] {
    this.#cut()
    return [...this.#places.subarray(offset, this.#count)]
  }

  #cut(): void {
    this.#places.subarray(0, this.#count).sort(this.#compare)
    this.#count = Math.min(this.#count, this.#limit)
    if (this.#count === this.#limit && this.#limit > 0) this.#last = this.#places[this.#limit - 1]
  }
}

/** A page of what a plan selects, in an order of its own; `count` listings are held in all. */
export function sortedPage(plan: Plan, { offset, limit }: Slice, order: ListingOrder, count: number): Page {
  const first = new FirstListings(Math.min(offset + limit, count), order.compare)
  let found = 0
  visitAll(plan, order.isDescending, (place) => {
    found += 1
    if (order.isAfter(place)) first.offer(place)
  })
  return { places: first.after(offset), found }
}
