import { bitCount, lowestBit } from '../../../../../api/model/values/bits.ts'
import { blockWords, wordsOfBlock } from '../columns/bitmap.ts'
import type { BitmapFilter } from './bitmap-filters.ts'
import type { Older } from '../columns/time-order.ts'

/** Beyond so many moves for each listing, listings are not nearly in order. */
const movesPerListing = 16

/** The listings for which all conditions hold, as bits; a block is evaluated on demand. */
export class Matches {
  readonly #held: Int32Array
  readonly #filters: readonly BitmapFilter[]
  readonly #words: Int32Array
  readonly #blocks: readonly number[]
  readonly #isFiltered: Uint8Array

  /** `blocks` are in the order in which their listings came in; `words` is room for them, of any content. */
  constructor(held: Int32Array, filters: readonly BitmapFilter[], words: Int32Array, blocks: readonly number[]) {
    this.#blocks = blocks
    this.#held = held
    this.#filters = filters
    this.#words = words
    this.#isFiltered = new Uint8Array(words.length / blockWords)
  }

  has(place: number): boolean {
    const at = place >>> 5
    const block = place >>> 12
    if (this.#isFiltered[block] === 0) this.#filterBlock(block)
    return ((this.#words[at] ?? 0) & (1 << (place & 31))) !== 0
  }

  /** How many there are; those that came in last first, until they are more than `most`. */
  count(max: number): number {
    let count = 0
    for (let nth = this.#blocks.length - 1; nth >= 0 && count <= max; nth -= 1) {
      const words = this.#filterBlock(this.#blocks[nth] ?? 0)
      for (let at = 0; at < blockWords; at += 1) {
        const word = words[at] ?? 0
        if (word !== 0) count += bitCount(word)
      }
    }
    return count
  }

  /** All of them, the oldest first. */
  inOrder(count: number, older: Older): Int32Array {
    const places = new Int32Array(count)
    let to = 0
    for (const block of this.#blocks) {
      this.#filterBlock(block)
      for (let at = block * blockWords; at < (block + 1) * blockWords; at += 1)
        for (let left = this.#words[at] ?? 0; left !== 0; left &= left - 1) places[to++] = at * 32 + lowestBit(left)
    }
    if (!sortNearlySorted(places, older)) places.sort((a, b) => (older(a, b) ? -1 : 1))
    return places
  }

  #filterBlock(block: number): Int32Array {
    const words = this.#words.subarray(block * blockWords, (block + 1) * blockWords)
    if (this.#isFiltered[block] === 1) return words
    this.#isFiltered[block] = 1
    words.set(wordsOfBlock(this.#held, block))
    for (const filter of this.#filters) filter(words, block)
    return words
  }
}

/** By insertion; false when that is given up. */
function sortNearlySorted(places: Int32Array, older: Older): boolean {
  let movesLeft = places.length * movesPerListing
  for (let at = 1; at < places.length; at += 1) {
    const place = places[at] ?? 0
    let to = at
    while (to > 0 && older(place, places[to - 1] ?? 0)) {
      places[to] = places[to - 1] ?? 0
      to -= 1
    }
    places[to] = place
    movesLeft -= at - to
    if (movesLeft < 0) return false
  }
  return true
}
