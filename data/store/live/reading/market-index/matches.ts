import { bitCount, blockWords, lowestBit } from './bitmap.ts'
import type { BitmapFilter } from './bitmap-filters.ts'
import type { Older } from './time-order.ts'

/** Beyond so many moves for each listing, listings are not nearly in order. */
const movesPerListing = 16

/** The listings for which all conditions hold, as bits; a block is evaluated on demand. */
export class Matches {
  readonly #held: Int32Array
  readonly #filters: readonly BitmapFilter[]
  readonly #words: Int32Array
  readonly #isFiltered: Uint8Array

  /** `words` is room for as many blocks as there are, of any content. */
  constructor(held: Int32Array, filters: readonly BitmapFilter[], words: Int32Array) {
    this.#held = held
    this.#filters = filters
    this.#words = words
    this.#isFiltered = new Uint8Array(words.length / blockWords)
  }

  has(number: number): boolean {
    const at = number >>> 5
    const block = number >>> 12
    if (this.#isFiltered[block] === 0) this.#filterBlock(block)
    return ((this.#words[at] ?? 0) & (1 << (number & 31))) !== 0
  }

  /** How many there are; those of the last numbers first, until they are more than `most`. */
  count(max: number): number {
    let count = 0
    for (let block = this.#isFiltered.length - 1; block >= 0 && count <= max; block -= 1) {
      const words = this.#filterBlock(block)
      for (let at = 0; at < blockWords; at += 1) {
        const word = words[at] ?? 0
        if (word !== 0) count += bitCount(word)
      }
    }
    return count
  }

  /** All of them, the oldest first. */
  inOrder(count: number, older: Older): Int32Array {
    const numbers = new Int32Array(count)
    let to = 0
    for (let block = 0; block < this.#isFiltered.length; block += 1)
      if (this.#isFiltered[block] === 0) this.#filterBlock(block)
    for (let at = 0; at < this.#words.length; at += 1)
      for (let left = this.#words[at] ?? 0; left !== 0; left &= left - 1) numbers[to++] = at * 32 + lowestBit(left)
    if (!sortNearlySorted(numbers, older)) numbers.sort((a, b) => (older(a, b) ? -1 : 1))
    return numbers
  }

  #filterBlock(block: number): Int32Array {
    const words = this.#words.subarray(block * blockWords, (block + 1) * blockWords)
    if (this.#isFiltered[block] === 1) return words
    this.#isFiltered[block] = 1
    const held = this.#held.subarray(block * blockWords, (block + 1) * blockWords)
    words.set(held)
    words.fill(0, held.length)
    for (const filter of this.#filters) filter(words, block)
    return words
  }
}

/** By insertion; false when that is given up. */
function sortNearlySorted(numbers: Int32Array, older: Older): boolean {
  let movesLeft = numbers.length * movesPerListing
  for (let at = 1; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0
    let to = at
    while (to > 0 && older(number, numbers[to - 1] ?? 0)) {
      numbers[to] = numbers[to - 1] ?? 0
      to -= 1
    }
    numbers[to] = number
    movesLeft -= at - to
    if (movesLeft < 0) return false
  }
  return true
}
