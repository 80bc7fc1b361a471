import { Bitmap } from './bitmap.ts'
import { integers, type Numbers } from './growable-array.ts'

/** How many bits say which cell of its level a value is in. */
export const cellBits = 5
/** Of the upper half of a double a cell has the exponent and six digits; of these, two belong to the level. */
const droppedBits = 14
const droppedMask = (1 << droppedBits) - 1
const nothing = new Int32Array(0)

const double = new Float64Array(1)
/** Little-endian, as every platform of Node. */
const halves = new Uint32Array(double.buffer)

/**
 * Rises with the value; values of one cell differ by less than a 64th. Numbers with up to six digits (binary) are in cells of their own,
 * since many listings have the same round price. The lowest cell has zero and less.
 */
function cellOf(value: number): number {
  if (!(value > 0)) return 0
  double[0] = value
  const [low = 0, high = 0] = halves
  const isRound = (high & droppedMask) === 0 && low === 0
  return ((high >>> droppedBits) << 1) | (isRound ? 0 : 1)
}

const levelOf = (cell: number): number => cell >>> cellBits

/** A bound of a column. `below` are the listings surely below it, those that are not in `upTo` are surely above. */
export interface Bound {
  readonly below: Int32Array
  readonly upTo: Int32Array
  /** For each word of bits `cellBits` words: the digits, the highest first, of the cells of those between `below` and `upTo`. */
  readonly cells: Int32Array
  /** The digits of the bound's own cell: all bits where it is 1. */
  readonly digits: readonly [number, number, number, number, number]
  /** Whether all values in the cell of the bound are equal to it. */
  readonly isExact: boolean
}

/**
 * For each level of a column's values, which is 32 cells, the listings up to it, and in which cell of its level a listing is. So a bound
 * is a few operations for 32 listings, and a look at the values of one cell.
 */
export class RangeBitmaps {
  /** Those that occur, rising. */
  readonly #levels: number[] = []
  readonly #upTo: Bitmap[] = []
  readonly #cells = integers()

  /** `isNew` where nothing was written for the place yet. */
  write(place: number, value: number, isNew: boolean): void {
    const cell = cellOf(value)
    const level = levelOf(cell)
    let position = this.#placeOf(level)
    if (this.#levels[position] !== level) {
      this.#levels.splice(position, 0, level)
      this.#upTo.splice(position, 0, this.#upTo[position - 1]?.copy() ?? new Bitmap())
    }
    if (!isNew) for (let at = 0; at < position; at += 1) this.#upTo[at]?.set(place, false)
    for (; position < this.#upTo.length; position += 1) this.#upTo[position]?.set(place, true)
    for (let bit = 0; bit < cellBits; bit += 1) {
      const at = (place >>> 5) * cellBits + bit
      const word = (this.#cells.values[at] ?? 0) & ~(1 << (place & 31))
      this.#cells.set(at, word | (bitOf(cell, bit) << (place & 31)))
    }
  }

  /** Forgets what was written for the places of a block. */
  clear(block: number): void {
    for (const places of this.#upTo) places.clear(block)
  }

  /** Has the values of these places, all of them below `length`. */
  restore(values: Numbers, places: Int32Array, length: number): void {
    const ofLevels: (Bitmap | undefined)[] = []
    const cells = new Int32Array(Math.ceil(length / 32) * cellBits)
    for (const place of places) {
      const value = values[place] ?? 0
      const cell = cellOf(value)
      const { words } = (ofLevels[levelOf(cell)] ??= Bitmap.below(length))
      const at = place >>> 5
      words[at] = (words[at] ?? 0) | (1 << (place & 31))
      for (let bit = 0; bit < cellBits; bit += 1) {
        const word = cells[at * cellBits + bit] ?? 0
        cells[at * cellBits + bit] = word | (bitOf(cell, bit) << (place & 31))
      }
    }
    this.#cells.adopt(cells)
    for (const [level, ofLevel] of ofLevels.entries()) {
      if (!ofLevel) continue
      const lower = this.#upTo.at(-1)
      if (lower) ofLevel.include(lower)
      this.#levels.push(level)
      this.#upTo.push(ofLevel)
    }
  }

  at(bound: number): Bound {
    const cell = cellOf(bound)
    const position = this.#placeOf(levelOf(cell))
    const below = this.#upTo[position - 1]?.words ?? nothing
    const upTo = this.#levels[position] === levelOf(cell) ? (this.#upTo[position]?.words ?? nothing) : below
    const digit = (nth: number) => 0 - bitOf(cell, nth)
    const digits = [digit(0), digit(1), digit(2), digit(3), digit(4)] as const
    return { below, upTo, cells: this.#cells.values, digits, isExact: cell > 0 && (cell & 1) === 0 }
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

/** The nth bit of a cell in its level, from the highest on. */
const bitOf = (cell: number, nth: number): number => (cell >>> (cellBits - 1 - nth)) & 1
