import { lowestBit } from '../../../../../api/model/values/bits.ts'
import { blockNumbers, blockWords } from '../columns/bitmap.ts'
import { beginWith, countOf, stretch, stretchWords } from './bit-loops.ts'
import type { BitmapFilter } from './bitmap-filters.ts'
import type { Older } from '../columns/time-order.ts'

const stretchBlocks = stretchWords / blockWords
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
    const block = Math.floor(place / blockNumbers)
    if (this.#isFiltered[block] === 0) this.#filter(block, 1)
    return ((this.#words[at] ?? 0) & (1 << (place & 31))) !== 0
  }

  /** How many there are; those that came in last first, until they are more than `most`. */
  count(max: number): number {
    let count = 0
    for (let left = this.#blocks.length; left > 0 && count <= max;) {
      const blocks = this.#stretchBefore(left)
      left -= blocks
      count += this.#filter(this.#blocks[left] ?? 0, blocks)
    }
    return count
  }

  /** How many of the blocks before one in turn lie side by side, the last of them first: as many as a stretch may have. */
  #stretchBefore(end: number): number {
    const last = this.#blocks[end - 1] ?? 0
    let blocks = 1
    while (blocks < stretchBlocks && this.#blocks[end - 1 - blocks] === last - blocks) blocks += 1
    return blocks
  }

  /** All of them, the oldest first. */
  inOrder(count: number, older: Older): Int32Array {
    const places = new Int32Array(count)
    let to = 0
    for (const block of this.#blocks) {
      if (this.#isFiltered[block] === 0) this.#filter(block, 1)
      for (let at = block * blockWords; at < (block + 1) * blockWords; at += 1)
        for (let left = this.#words[at] ?? 0; left !== 0; left &= left - 1) places[to++] = at * 32 + lowestBit(left)
    }
    if (!sortNearlySorted(places, older)) places.sort((a, b) => (older(a, b) ? -1 : 1))
    return places
  }

  /** Evaluates some blocks; returns how many listings of theirs there are. */
  #filter(block: number, blocks: number): number {
    const [from, count] = [block * blockWords, blocks * blockWords]
    beginWith(this.#held, from, count)
    for (const narrow of this.#filters) narrow(block, blocks)
    this.#words.set(stretch.subarray(0, count), from)
    this.#isFiltered.fill(1, block, block + blocks)
    return countOf(count)
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
