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
