import { Bitmap } from './bitmap.ts'
import type { Numbers } from './growable-array.ts'

const perOctave = 4
const nothing = new Int32Array(0)

/** Values of one level differ by less than a fifth. Rising with the value; the lowest has zero and less. */
const levelOf = (value: number): number => (value > 0 ? Math.floor(Math.log2(value) * perOctave) : -Infinity)

/**
 * For each level of a column's values the listings up to it. So a bound is two sets and a look at the values of one level
 * between them.
 */
export class RangeBitmaps {
  /** Those that occur, rising. */
  readonly #levels: number[] = []
  readonly #upTo: Bitmap[] = []

  /** `isNew` where nothing was written for the place yet. */
  write(place: number, value: number, isNew: boolean): void {
    const level = levelOf(value)
    let position = this.#placeOf(level)
    if (this.#levels[position] !== level) {
      this.#levels.splice(position, 0, level)
      this.#upTo.splice(position, 0, this.#upTo[position - 1]?.copy() ?? new Bitmap())
    }
    if (!isNew) for (let at = 0; at < position; at += 1) this.#upTo[at]?.set(place, false)
    for (; position < this.#upTo.length; position += 1) this.#upTo[position]?.set(place, true)
  }

  /** Forgets what was written for the places of a block. */
  clear(block: number): void {
    for (const places of this.#upTo) places.clear(block)
  }

  /** Has the values of these places, all of them below `length`. */
  restore(values: Numbers, places: Int32Array, length: number): void {
    const bits = new Map<number, Bitmap>()
    let last = NaN
    let words = nothing
    for (const place of places) {
      const level = levelOf(values[place] ?? 0)
      if (level !== last) {
        const ofLevel = bits.get(level) ?? Bitmap.below(length)
        bits.set(level, ofLevel)
        last = level
        words = ofLevel.words
      }
      words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31))
    }
    const inOrder = [...bits].sort(([a], [b]) => a - b)
    for (const [at, [level, ofLevel]] of inOrder.entries()) {
      const lower = inOrder[at - 1]
      if (lower) ofLevel.include(lower[1])
      this.#levels.push(level)
      this.#upTo.push(ofLevel)
    }
  }

  /** The listings surely below a bound, and those that are not surely above it. */
  around(bound: number): { below: Int32Array; upTo: Int32Array } {
    const level = levelOf(bound)
    const position = this.#placeOf(level)
    const below = this.#upTo[position - 1]?.words ?? nothing
    return { below, upTo: this.#levels[position] === level ? (this.#upTo[position]?.words ?? nothing) : below }
  }

  /** The position of a level, or where it would be inserted. */
  #placeOf(level: number): number {
    let [low, high] = [0, this.#levels.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#levels[middle] ?? 0) < level) low = middle + 1
      else high = middle
    }
    return low
  }
}
