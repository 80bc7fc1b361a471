import { integers } from './growable-array.ts'

/** Numbers of one block; queries narrow block by block. */
export const blockNumbers = 4096
export const blockWords = blockNumbers / 32

/** A set of listings: one bit for each number. */
export class Bitmap {
  readonly #words = integers()

  /** For loops; valid until the next `set`. What lies beyond its end is not in the set. */
  get words(): Int32Array<ArrayBuffer> {
    return this.#words.values
  }

  set(number: number, isIn: boolean): void {
    const at = number >>> 5
    const word = this.#words.values[at] ?? 0
    const bit = 1 << (number & 31)
    this.#words.set(at, isIn ? word | bit : word & ~bit)
  }

  /** An empty set with room for the numbers below a length. */
  static below(length: number): Bitmap {
    const made = new Bitmap()
    made.#words.adopt(new Int32Array(Math.ceil(length / 32)))
    return made
  }

  /** Has what another set has from now on; that is not used any more. */
  adopt({ words }: Bitmap): void {
    this.#words.adopt(words)
  }

  /** Takes in what another set of the same room has. */
  include({ words }: Bitmap): void {
    const own = this.words
    for (let at = 0; at < own.length; at += 1) own[at] = (own[at] ?? 0) | (words[at] ?? 0)
  }

  /** The numbers below a length of which this is so. */
  static where(length: number, isIn: (number: number) => boolean): Bitmap {
    const made = Bitmap.below(length)
    const { words } = made
    for (let number = 0; number < length; number += 1)
      if (isIn(number)) words[number >>> 5] = (words[number >>> 5] ?? 0) | (1 << (number & 31))
    return made
  }

  copy(): Bitmap {
    const copied = new Bitmap()
    const { words } = this
    if (words.length > 0) copied.#words.set(words.length - 1, 0)
    copied.#words.values.set(words)
    return copied
  }
}

/** How many bits of a word are set. */
export function bitCount(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Place of the lowest bit that is set. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word)
