import type { BitMemory } from '../bits/bit-memory.ts'
import { Bitmap } from '../bits/bitmap.ts'
import type { Bound } from '../bits/narrowing.ts'
import type { Numbers } from './growable-array.ts'

/** How many bits of a cell say which of its level it is. */
const digitBits = 5
/** Of the upper half of a double a cell has the exponent and six digits; of these, two belong to the level. */
const droppedBits = 14
const droppedMask = (1 << droppedBits) - 1

const double = new Float64Array(1)
/** Little-endian, as every platform of Node. */
const halves = new Uint32Array(double.buffer)

/**
 * Rises with the value; values of one cell differ by less than a 64th. Numbers with up to six digits (binary) are in
 * cells of their own, since many listings have the same round price. The lowest cell has zero and less.
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

/** `isExact` where all values in the cell of the bound are equal to it. */
export interface ColumnBound extends Bound {
  readonly isExact: boolean
}

/**
 * For each level of a column's values, which is 32 cells, the listings up to it, and the same for the 32 digits that a
 * cell can have in its level. So a bound is four operations for 32 listings, and a look at the values of one cell. The
 * digits as numbers of five bits would take 8 bytes less of a listing, but three times as long.
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

  /** `isNew` where nothing was written for the place yet. */
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

  /** Restores the values of these places. */
  restore(values: Numbers, places: Int32Array): void {
    const ofLevels: (Bitmap | undefined)[] = []
    const ofDigits: (Bitmap | undefined)[] = []
    for (const place of places) {
      const cell = cellOf(values[place] ?? 0)
      ;(ofLevels[levelOf(cell)] ??= new Bitmap(this.#memory)).set(place, true)
      ;(ofDigits[digitOf(cell)] ??= new Bitmap(this.#memory)).set(place, true)
    }
    this.#levels.restore(ofLevels)
    this.#digits.restore(ofDigits)
  }

  at(bound: number): ColumnBound {
    const cell = cellOf(bound)
    const [below, upTo] = this.#levels.at(levelOf(cell))
    const [belowDigit, upToDigit] = this.#digits.at(digitOf(cell))
    return { below, upTo, belowDigit, upToDigit, isExact: cell > 0 && (cell & 1) === 0 }
  }
}

/** For each key that occurs the places with this key or a lower one. */
class CumulativeBitmaps {
  /** In ascending order. */
  readonly #keys: number[] = []
  readonly #upTo: Bitmap[] = []
  readonly #none: Bitmap

  constructor(memory: BitMemory) {
    this.#none = new Bitmap(memory)
  }

  write(place: number, key: number, isNew: boolean): void {
    let position = this.#positionOf(key)
    if (this.#keys[position] !== key) {
      this.#keys.splice(position, 0, key)
      this.#upTo.splice(position, 0, (this.#upTo[position - 1] ?? this.#none).copy())
    }
    if (!isNew) for (let at = 0; at < position; at += 1) this.#upTo[at]?.set(place, false)
    for (; position < this.#upTo.length; position += 1) this.#upTo[position]?.set(place, true)
  }

  clear(block: number): void {
    for (const places of this.#upTo) places.clear(block)
  }

  /** Restores the places of each key. */
  restore(ofKeys: readonly (Bitmap | undefined)[]): void {
    for (const [key, ofKey] of ofKeys.entries()) {
      if (!ofKey) continue
      const lower = this.#upTo.at(-1)
      if (lower) ofKey.include(lower)
      this.#keys.push(key)
      this.#upTo.push(ofKey)
    }
  }

  /** The places with lower keys, and those with the key too. */
  at(key: number): [below: Bitmap, upTo: Bitmap] {
    const position = this.#positionOf(key)
    const below = this.#upTo[position - 1] ?? this.#none
    const upTo = this.#keys[position] === key ? (this.#upTo[position] ?? below) : below
    return [below, upTo]
  }

  /** The position of a key, or where it would be inserted. */
  #positionOf(key: number): number {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? 0) < key) low = middle + 1
      else high = middle
    }
    return low
  }
}
