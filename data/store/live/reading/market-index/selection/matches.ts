import { blockNumbers, type Run } from '../bits/bit-memory.ts'
import type { Bitmap } from '../bits/bitmap.ts'
import { beginWith, countIn, placesIn, taken } from '../bits/narrowing.ts'
import type { MarketColumns } from '../columns/market-columns.ts'
import type { Older } from '../columns/time-order.ts'
import type { BitmapFilter } from './bitmap-filters.ts'

/** With more moves than this per listing, the listings are not nearly in order. */
const movesPerListing = 16

/** A run is read as a whole if it has no more listings than this for each that is wanted: of 4,096, most were sorted in vain. */
const readPerWanted = 8

/** The listings for which all conditions hold, as bits; a block is evaluated on demand. */
export class Matches {
  readonly #columns: MarketColumns
  readonly #begin: Bitmap
  readonly #filters: readonly BitmapFilter[]
  readonly #selected: Bitmap
  readonly #isFiltered: Uint8Array

  /** `selected` is room for them, of any content. */
  constructor(columns: MarketColumns, filters: readonly BitmapFilter[], selected: Bitmap) {
    this.#columns = columns
    const first = filters.find(({ all }) => all)
    this.#begin = first?.all ?? columns.held
    this.#filters = filters.filter((filter) => filter !== first)
    this.#selected = selected
    this.#isFiltered = new Uint8Array(columns.places.blockCount)
  }

  has(place: number): boolean {
    const block = Math.floor(place / blockNumbers)
    if (this.#isFiltered[block] === 0) this.#filter({ block, blocks: 1 })
    return this.#selected.has(place)
  }

  /** How many there are, those that came in last first, until they are more than `most`; and among how many places these are. */
  count(most: number): { found: number; among: number } {
    let [found, among] = [0, 0]
    for (const run of this.#columns.places.runs.toReversed()) {
      if (found > most) break
      found += this.#filter(run)
      if (found > 0) among += run.blocks * blockNumbers
    }
    return { found, among }
  }

  /**
   * The newest for which something holds, the newest first: as many as are wanted. They are read in the order in which
   * they came in, until what is left is older than all of these.
   */
  newest(wanted: number, holds: (place: number) => boolean): Int32Array {
    const { createdAt, older } = this.#columns
    const latest = this.#latestInstants()
    // Filled from the end, since what is read later is mostly older.
    const newest = new Int32Array(wanted + blockNumbers)
    let first = newest.length
    let oldest = -Infinity
    for (const run of this.#fromLast(Math.min(blockNumbers, wanted * readPerWanted))) {
      if (oldest > (latest[run.block + run.blocks - 1] ?? 0)) break
      const places = taken.subarray(0, placesIn(this.#selected, run, taken)).filter(holds)
      first -= places.length
      newest.set(places, first)
      if (places.length === 0 || newest.length - first < wanted) continue
      sortNearlySorted(newest.subarray(first), older)
      first = blockNumbers
      oldest = createdAt.values[newest[first] ?? 0] ?? 0
    }
    sortNearlySorted(newest.subarray(first), older)
    return newest.subarray(first).reverse()
  }

  /** Of each block, the latest instant of its listings and of those that came in before. */
  #latestInstants(): Float64Array {
    const { createdAt, places } = this.#columns
    const latest = new Float64Array(places.blockCount)
    let last = -Infinity
    for (const { block, blocks } of places.runs)
      for (let at = block; at < block + blocks; at += 1) {
        last = Math.max(last, createdAt.max(at))
        latest[at] = last
      }
    return latest
  }

  /** Runs, those that came in last first; block by block where more listings are left than are read at once. */
  *#fromLast(atOnce: number): Generator<Run> {
    for (const run of this.#columns.places.runs.toReversed()) {
      const end = run.block + run.blocks
      if (!this.#isFiltered.subarray(run.block, end).every(Boolean)) this.#filter(run)
      if (countIn(this.#selected, run) <= atOnce) yield run
      else for (let block = end - 1; block >= run.block; block -= 1) yield { block, blocks: 1 }
    }
  }

  /** Evaluates some blocks; returns how many listings of theirs there are. */
  #filter(run: Run): number {
    const selected = this.#selected
    this.#isFiltered.fill(1, run.block, run.block + run.blocks)
    if (this.#filters.some(({ isOutside }) => isOutside?.(run))) {
      beginWith(selected, this.#columns.expired.none, run)
      return 0
    }
    beginWith(selected, this.#begin, run)
    for (const { narrow } of this.#filters) narrow?.(selected, run)
    for (const { settle } of this.#filters) settle?.(selected, run)
    return countIn(selected, run)
  }
}

/** By insertion, until that takes too many moves. */
function sortNearlySorted(places: Int32Array, older: Older): void {
  let movesLeft = places.length * movesPerListing
  for (let at = 1; at < places.length && movesLeft >= 0; at += 1) {
    const place = places[at] ?? 0
    let to = at
    for (; to > 0 && older(place, places[to - 1] ?? 0); to -= 1) places[to] = places[to - 1] ?? 0
    places[to] = place
    movesLeft -= at - to
  }
  if (movesLeft < 0) places.sort((a, b) => (older(a, b) ? -1 : 1))
}
