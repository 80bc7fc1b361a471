import type { BitMemory } from '../bits/bit-memory.ts'
import { Bitmap } from '../bits/bitmap.ts'
import type { Bound } from '../bits/narrowing.ts'
import type { Numbers } from './growable-array.ts'

/** Number of low bits of a cell that are its digit. */
const digitBits = 5
/**
 * Number of low bits of the upper half of a double that a cell drops. It has the exponent and the first six bits of the
 * fraction, two of which belong to the level.
 */
const droppedBits = 14
const droppedMask = (1 << droppedBits) - 1

const double = new Float64Array(1)
/** The lower half of `double`, then the upper one: all platforms of Node are little-endian. */
const halves = new Uint32Array(double.buffer)

/**
 * Returns the cell of a value; greater values have equal or greater cells. Values in one cell differ by less than a 64th.
 * A number with at most six binary digits after the first has a cell of its own, since many listings have the same round
 * price. Zero and negative values are in the lowest cell.
 */
function cellOf(value: number): number {
  if (!(value > 0)) return 0
  double[0] = value
  const [low = 0, high = 0] = halves
  const isRound = (high & droppedMask) === 0 && low === 0
  return ((high >>> droppedBits) << 1) | (isRound ? 0 : 1)
}

const levelOf = (cell: number): number => cell >>> digitBits
const digitOf = (cell: number): number => cell & ((1 << digitBits) - 1)

/** A bound with the bitmaps of its cell. */
export interface ColumnBound extends Bound {
  /** Whether all values in the cell equal the bound. */
  readonly isExact: boolean
}

/**
 * Bitmaps by which a column of numbers is compared with a bound. A cell consists of a level and a digit from 0 to 31.
 * There is a bitmap of the listings up to each level, and one of the listings up to each digit in any level. So a bound
 * takes four operations for 32 listings, and reading the values in one cell. Storing digits as numbers of five bits would
 * take 8 bytes less per listing, but three times as long.
 */
export class RangeBitmaps {
  readonly #memory: BitMemory
  readonly #levels: CumulativeBitmaps
  readonly #digits: CumulativeBitmaps

  constructor(memory: BitMemory) {
    this.#memory = memory
    this.#levels = new CumulativeBitmaps(memory)
    this.#digits = new CumulativeBitmaps(memory)
  }

  /** `isNew` says that the place has no value yet. */
  write(place: number, value: number, isNew: boolean): void {
    const cell = cellOf(value)
    this.#levels.write(place, levelOf(cell), isNew)
    this.#digits.write(place, digitOf(cell), isNew)
  }

  /** Removes the values of a block of places. */
  clear(block: number): void {
    this.#levels.clear(block)
    this.#digits.clear(block)
  }

  /** Restores the values at `places`; there were none before. */
  restore(values: Numbers, places: Int32Array): void {
    const byLevel: (Bitmap | undefined)[] = []
    const byDigit: (Bitmap | undefined)[] = []
    for (const place of places) {
      const cell = cellOf(values[place] ?? 0)
      ;(byLevel[levelOf(cell)] ??= new Bitmap(this.#memory)).set(place, true)
      ;(byDigit[digitOf(cell)] ??= new Bitmap(this.#memory)).set(place, true)
    }
    this.#levels.restore(byLevel)
    this.#digits.restore(byDigit)
  }

  /** The bitmaps of a bound. */
  at(bound: number): ColumnBound {
    const cell = cellOf(bound)
    const [below, upTo] = this.#levels.at(levelOf(cell))
    const [belowDigit, upToDigit] = this.#digits.at(digitOf(cell))
    return { below, upTo, belowDigit, upToDigit, isExact: cell > 0 && (cell & 1) === 0 }
  }
}

/** For each key that occurs: the places with this key or a lower one. */
class CumulativeBitmaps {
  /** In ascending order. */
  readonly #keys: number[] = []
  readonly #upTo: Bitmap[] = []
  readonly #none: Bitmap

  constructor(memory: BitMemory) {
    this.#none = new Bitmap(memory)
  }

  write(place: number, key: number, isNew: boolean): void {
    let index = this.#indexOf(key)
    if (this.#keys[index] !== key) {
      this.#keys.splice(index, 0, key)
      this.#upTo.splice(index, 0, (this.#upTo[index - 1] ?? this.#none).copy())
    }
    if (!isNew) for (let at = 0; at < index; at += 1) this.#upTo[at]?.set(place, false)
    for (; index < this.#upTo.length; index += 1) this.#upTo[index]?.set(place, true)
  }

  clear(block: number): void {
    for (const places of this.#upTo) places.clear(block)
  }

  /** Restores the places of each key, whose bitmaps it takes over. */
  restore(byKey: readonly (Bitmap | undefined)[]): void {
    for (const [key, places] of byKey.entries()) {
      if (!places) continue
      const lower = this.#upTo.at(-1)
      if (lower) places.include(lower)
      this.#keys.push(key)
      this.#upTo.push(places)
    }
  }

  /** The places with lower keys, and those with this key or lower ones. */
  at(key: number): [below: Bitmap, upTo: Bitmap] {
    const index = this.#indexOf(key)
    const below = this.#upTo[index - 1] ?? this.#none
    const upTo = this.#keys[index] === key ? (this.#upTo[index] ?? below) : below
    return [below, upTo]
  }

  /** The index of a key, or the one at which it would be inserted. */
  #indexOf(key: number): number {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? 0) < key) low = middle + 1
      else high = middle
    }
    return low
  }
}
