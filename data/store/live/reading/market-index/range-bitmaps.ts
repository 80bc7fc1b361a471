import { Bitmap } from './bitmap.ts'

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

  /** `isNew` where nothing was written for the number yet. */
  write(number: number, value: number, isNew: boolean): void {
    const level = levelOf(value)
    let place = this.#placeOf(level)
    if (this.#levels[place] !== level) {
      this.#levels.splice(place, 0, level)
      this.#upTo.splice(place, 0, this.#upTo[place - 1]?.copy() ?? new Bitmap())
    }
    if (!isNew) for (let at = 0; at < place; at += 1) this.#upTo[at]?.set(number, false)
    for (; place < this.#upTo.length; place += 1) this.#upTo[place]?.set(number, true)
  }

  /** Has the values of these numbers, all of them below `length`. */
  restore(values: Float64Array, numbers: Int32Array, length: number): void {
    const bits = new Map<number, Bitmap>()
    let last = NaN
    let words = nothing
    for (const number of numbers) {
      const level = levelOf(values[number] ?? 0)
      if (level !== last) {
        const ofLevel = bits.get(level) ?? Bitmap.below(length)
        bits.set(level, ofLevel)
        last = level
        words = ofLevel.words
      }
      words[number >>> 5] = (words[number >>> 5] ?? 0) | (1 << (number & 31))
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
    const place = this.#placeOf(level)
    const below = this.#upTo[place - 1]?.words ?? nothing
    return { below, upTo: this.#levels[place] === level ? (this.#upTo[place]?.words ?? nothing) : below }
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
