import { placesPerBlock, type Run } from '../bits/bit-memory.ts'
import type { Bitmap } from '../bits/bitmap.ts'
import { copyRun, countIn, placesIn, takenPlaces } from '../bits/narrowing.ts'
import type { MarketColumns } from '../columns/market-columns.ts'
import type { Older } from '../columns/time-order.ts'
import type { BitmapFilter } from './bitmap-filters.ts'

/** Listings for which an insertion sort takes more moves than this each are not nearly in order. */
const movesPerListing = 16

/**
 * A run is read as a whole if it has at most this many listings for each one wanted: with 4,096, most would be sorted
 * in vain.
 */
const maxReadPerWanted = 8

/** The listings that meet all conditions, as bits. Blocks are evaluated on demand. */
export class Matches {
  readonly #columns: MarketColumns
  readonly #begin: Bitmap
  readonly #filters: readonly BitmapFilter[]
  readonly #selected: Bitmap
  readonly #isFiltered: Uint8Array

  /** `selected` is the bitmap that the listings are written to; whatever it has is overwritten. */
  constructor(columns: MarketColumns, filters: readonly BitmapFilter[], selected: Bitmap) {
    this.#columns = columns
    const first = filters.find(({ all }) => all)
    this.#begin = first?.all ?? columns.indexed
    this.#filters = filters.filter((filter) => filter !== first)
    this.#selected = selected
    this.#isFiltered = new Uint8Array(columns.places.blockCount)
  }

  has(place: number): boolean {
    const block = Math.floor(place / placesPerBlock)
    if (this.#isFiltered[block] === 0) this.#filter({ block, blocks: 1 })
    return this.#selected.has(place)
  }

  /**
   * Counts the listings, run by run from the last that came in, until there are more than `max`. `placeCount` is the
   * number of places in the runs that were counted, without those before the first match.
   */
  count(max: number): { found: number; placeCount: number } {
    let [found, placeCount] = [0, 0]
    for (const run of this.#columns.places.runs.toReversed()) {
      if (found > max) break
      found += this.#filter(run)
      if (found > 0) placeCount += run.blocks * placesPerBlock
    }
    return { found, placeCount }
  }

  /**
   * Returns the newest listings that pass a test, newest first; at most `wanted`. Reads them from the last that came in
   * back, until all others are older than those found.
   */
  newest(wanted: number, test: (place: number) => boolean): Int32Array {
    const { createdAt, older } = this.#columns
    const latest = this.#latestInstants()
    // Filled from its end, since listings that are read later are mostly older.
    const newest = new Int32Array(wanted + placesPerBlock)
    let first = newest.length
    let oldest = -Infinity
    for (const run of this.#fromLast(Math.min(placesPerBlock, wanted * maxReadPerWanted))) {
      if (oldest > (latest[run.block + run.blocks - 1] ?? 0)) break
      const places = takenPlaces.subarray(0, placesIn(this.#selected, run, takenPlaces)).filter(test)
      first -= places.length
      newest.set(places, first)
      if (places.length === 0 || newest.length - first < wanted) continue
      sortNearlySorted(newest.subarray(first), older)
      first = placesPerBlock
      oldest = createdAt.values[newest[first] ?? 0] ?? 0
    }
    sortNearlySorted(newest.subarray(first), older)
    return newest.subarray(first).reverse()
  }

  /** For each block: the latest instant of its listings and of all that came in before them. */
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

  /**
   * Yields runs from the last that came in back. A run with more than `maxListings` selected is split into its blocks.
   */
  *#fromLast(maxListings: number): Generator<Run> {
    for (const run of this.#columns.places.runs.toReversed()) {
      const end = run.block + run.blocks
      if (!this.#isFiltered.subarray(run.block, end).every(Boolean)) this.#filter(run)
      if (countIn(this.#selected, run) <= maxListings) yield run
      else for (let block = end - 1; block >= run.block; block -= 1) yield { block, blocks: 1 }
    }
  }

  /** Evaluates the blocks of a run. Returns the number of their listings that meet all conditions. */
  #filter(run: Run): number {
    const selected = this.#selected
    this.#isFiltered.fill(1, run.block, run.block + run.blocks)
    if (this.#filters.some(({ isOutside }) => isOutside?.(run))) {
      copyRun(selected, this.#columns.expired.none, run)
      return 0
    }
    copyRun(selected, this.#begin, run)
    for (const { narrow } of this.#filters) narrow?.(selected, run)
    for (const { settle } of this.#filters) settle?.(selected, run)
    return countIn(selected, run)
  }
}

/** Sorts listings from the oldest to the newest: by insertion, or otherwise if that takes too many moves. */
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
