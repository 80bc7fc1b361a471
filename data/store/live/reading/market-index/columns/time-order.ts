import { grownLength } from './growable-array.ts'

/** Whether the listing at place `a` is older than the one at `b`. */
export type Older = (a: number, b: number) => boolean

/** The places of listings, from the oldest to the newest. New listings mostly belong at the end. */
export class TimeOrder {
  #places = new Int32Array(4)
  #count = 0

  get count(): number {
    return this.#count
  }

  /** The places, of which only the first `count` are listings; valid until the next change. */
  get places(): Int32Array {
    return this.#places
  }

  /** Replaces the listings by others, which are in order of time. */
  adopt(places: Int32Array<ArrayBuffer>): void {
    this.#places = places
    this.#count = places.length
  }

  /** Adds listings, which are in order of time among themselves. */
  add(added: readonly number[], older: Older): void {
    const [first] = added
    if (first === undefined) return
    const needed = this.#count + added.length
    if (needed > this.#places.length) {
      const grown = new Int32Array(grownLength(needed, this.#places.length))
      grown.set(this.#places.subarray(0, this.#count))
      this.#places = grown
    }
    this.#mergeFromEnd(added, older)
    this.#count = needed
  }

  #mergeFromEnd(added: readonly number[], older: Older): void {
    const places = this.#places
    let old = this.#count - 1
    let to = this.#count + added.length - 1
    for (let from = added.length - 1; from >= 0; from -= 1) {
      const place = added[from] ?? 0
      while (old >= 0 && older(place, places[old] ?? 0)) places[to--] = places[old--] ?? 0
      places[to--] = place
    }
  }

  /** Removes listings, which have to be among the oldest `reach`. */
  remove(isRemoved: (place: number) => boolean, reach: number = this.#count): void {
    let to = 0
    for (let at = 0; at < reach; at += 1) {
      const place = this.#places[at] ?? 0
      if (!isRemoved(place)) this.#places[to++] = place
    }
    this.#places.copyWithin(to, reach, this.#count)
    this.#count -= reach - to
  }

  /** Number of listings older than the instant `at`; `instantOf` has the instant of each place. */
  countBefore(at: number, instantOf: Float64Array): number {
    return this.countWhile((place) => (instantOf[place] ?? 0) < at)
  }

  /**
   * Number of listings before the first one for which `isBefore` is false; it has to be false for all later ones too.
   */
  countWhile(isBefore: (place: number) => boolean): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.#places[middle] ?? 0)) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Number of steps that instants are rounded to: the greatest number of 32 bits. */
const steps = 0xffff_ffff

/** Returns places sorted from the oldest listing to the newest. */
export function sortByTime(places: Int32Array, createdAt: Float64Array, older: Older): Int32Array<ArrayBuffer> {
  let [first, last] = [Infinity, -Infinity]
  for (const place of places) {
    const at = createdAt[place] ?? 0
    if (at < first) first = at
    if (at > last) last = at
  }
  const step = Math.max(1, (last - first) / steps)
  // Sorts numbers, without calling a function: the upper half of each is the rounded instant, the lower half the place.
  const keys = new BigUint64Array(places.length)
  const halves = new Uint32Array(keys.buffer)
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0
    halves[2 * at] = place
    halves[2 * at + 1] = Math.floor(((createdAt[place] ?? 0) - first) / step)
  }
  keys.sort()
  const sorted = new Int32Array(places.length)
  for (let at = 0; at < sorted.length; at += 1) {
    const place = halves[2 * at] ?? 0
    let to = at
    for (; to > 0 && older(place, sorted[to - 1] ?? 0); to -= 1) sorted[to] = sorted[to - 1] ?? 0
    sorted[to] = place
  }
  return sorted
}
