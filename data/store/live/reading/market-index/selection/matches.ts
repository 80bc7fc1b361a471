import { blockNumbers, type Run } from '../bits/bit-memory.ts'
import type { Bitmap } from '../bits/bitmap.ts'
import { beginWith, countIn, placesIn, taken } from '../bits/narrowing.ts'
import type { MarketColumns } from '../columns/market-columns.ts'
import type { Older } from '../columns/time-order.ts'
import type { BitmapFilter } from './bitmap-filters.ts'

/** Beyond so many moves for each listing, listings are not nearly in order. */
const movesPerListing = 16

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

  /** How many there are; those that came in last first, until they are more than `most`. */
  count(most: number): number {
    const { runs } = this.#columns.places
    let count = 0
    for (let nth = runs.length - 1; nth >= 0 && count <= most; nth -= 1) {
      const run = runs[nth]
      if (run) count += this.#filter(run)
    }
    return count
  }

  /**
   * The newest for which something holds, the newest first: as many as are wanted. Runs are read in the order in which their listings came
   * in, until what is left is older than all of these.
   */
  newest(wanted: number, holds: (place: number) => boolean): number[] {
    const { createdAt, older, places } = this.#columns
    const latest = this.#latestInstants()
    let found: number[] = []
    for (const [nth, run] of [...places.runs.entries()].reverse()) {
      const oldest = found.length < wanted ? -Infinity : (createdAt.values[found[0] ?? 0] ?? 0)
      if (oldest > (latest[nth] ?? 0)) break
      if (!this.#isFiltered.subarray(run.block, run.block + run.blocks).every(Boolean)) this.#filter(run)
      const added = [...taken.subarray(0, placesIn(this.#selected, run, taken))].filter(holds)
      if (added.length > 0) found = inOrder([...added, ...found], older).slice(-wanted)
    }
    return found.reverse()
  }

  /** Up to each run, the latest instant of a listing. */
  #latestInstants(): Float64Array {
    const { createdAt, places } = this.#columns
    const latest = new Float64Array(places.runs.length)
    let last = -Infinity
    for (const [nth, { block, blocks }] of places.runs.entries()) {
      for (let at = block; at < block + blocks; at += 1) last = Math.max(last, createdAt.max(at))
      latest[nth] = last
    }
    return latest
  }

  /** Evaluates some blocks; returns how many listings of theirs there are. */
  #filter(run: Run): number {
    const selected = this.#selected
    this.#isFiltered.fill(1, run.block, run.block + run.blocks)
    beginWith(selected, this.#begin, run)
    for (const { narrow } of this.#filters) narrow(selected, run)
    for (const { settle } of this.#filters) settle?.(selected, run)
    return countIn(selected, run)
  }
}

/** By insertion, since they are nearly in order; until that takes too many moves. */
function inOrder(places: number[], older: Older): number[] {
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
    if (movesLeft < 0) return places.sort((a, b) => (older(a, b) ? -1 : 1))
  }
  return places
}
