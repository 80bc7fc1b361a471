import { grownLength } from './growable-array.ts'

/** True where listing `a` is older than `b`. */
export type Older = (a: number, b: number) => boolean

/** Listings from the oldest to the newest. New ones mostly come in at the end. */
export class TimeOrder {
  #places = new Int32Array(4)
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Of `count` listings; valid until the next change. */
  get places(): Int32Array {
    return this.#places
  }

  /** Replaces the listings by these, which are in order. */
  adopt(places: Int32Array<ArrayBuffer>): void {
    this.#places = places
    this.#count = places.length
  }

  /** Adds listings that are in order themselves. */
  add(added: readonly number[], older: Older): void {
    const [first] = added
    if (first === undefined) return
    const needed = this.#count + added.length
    if (needed > this.#places.length) {
      const grown = new Int32Array(grownLength(needed, this.#places.length))
      grown.set(this.#places.subarray(0, this.#count))
      this.#places = grown
    }
    this.#mergeFromTheEnd(added, older)
    this.#count = needed
  }

  #mergeFromTheEnd(added: readonly number[], older: Older): void {
    const places = this.#places
    let held = this.#count - 1
    let to = this.#count + added.length - 1
    for (let from = added.length - 1; from >= 0; from -= 1) {
      const place = added[from] ?? 0
      while (held >= 0 && older(place, places[held] ?? 0)) places[to--] = places[held--] ?? 0
      places[to--] = place
    }
  }

  /** Removes listings that are all among the oldest `reach`. */
  remove(removed: (place: number) => boolean, reach: number = this.#count): void {
    let to = 0
    for (let at = 0; at < reach; at += 1) {
      const place = this.#places[at] ?? 0
      if (!removed(place)) this.#places[to++] = place
    }
    this.#places.copyWithin(to, reach, this.#count)
    this.#count -= reach - to
  }

  /** How many listings are older than `at`, by `instantOf`. */
  countBefore(at: number, instantOf: Float64Array): number {
    return this.countWhile((place) => (instantOf[place] ?? 0) < at)
  }

  /** How many listings come before the first that is not `isBefore`, which is true of none after it. */
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

const steps = 0xffff_ffff

/** The listings in order of time, whatever their order is. */
export function inOrderOfTime(places: Int32Array, createdAt: Float64Array, older: Older): Int32Array<ArrayBuffer> {
  let [first, last] = [Infinity, -Infinity]
  for (const place of places) {
    const at = createdAt[place] ?? 0
    if (at < first) first = at
    if (at > last) last = at
  }
  const step = Math.max(1, (last - first) / steps)
  // Sorted without a function: the instant in the upper half of a word, the place in the lower.
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
