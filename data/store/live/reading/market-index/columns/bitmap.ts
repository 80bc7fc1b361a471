import { integers } from './growable-array.ts'

/** Places of one block, and numbers of listings; queries narrow block by block. */
export const blockNumbers = 4096
export const blockWords = blockNumbers / 32

/** A set of listings: one bit for each place. */
export class Bitmap {
  readonly #words = integers()

  /** For loops; valid until the next `set`. What lies beyond its end is not in the set. */
  get words(): Int32Array<ArrayBuffer> {
    return this.#words.values
  }

  /**
   * The same for loops over so many blocks, which is room that is made: reading beyond the end of an array makes the loops that do it three
   * times as slow.
   */
  wordsOf(blocks: number): Int32Array<ArrayBuffer> {
    const last = blocks * blockWords - 1
    if (last >= this.#words.values.length) this.#words.set(last, 0)
    return this.#words.values
  }

  set(place: number, isIn: boolean): void {
    const at = place >>> 5
    const word = this.#words.values[at] ?? 0
    const bit = 1 << (place & 31)
    this.#words.set(at, isIn ? word | bit : word & ~bit)
  }

  has(place: number): boolean {
    return ((this.#words.values[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0
  }

  /** Takes out all of a block. */
  clear(block: number): void {
    this.#words.values.fill(0, block * blockWords, (block + 1) * blockWords)
  }

  /** An empty set with room for the places below a length. */
  static below(length: number): Bitmap {
    const made = new Bitmap()
    made.#words.adopt(new Int32Array(Math.ceil(length / blockNumbers) * blockWords))
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

  /** The places below a length of which this is so. */
  static where(length: number, isIn: (place: number) => boolean): Bitmap {
    const made = Bitmap.below(length)
    const { words } = made
    for (let place = 0; place < length; place += 1)
      if (isIn(place)) words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31))
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
