// Which listings the market's index has.
import type { Condition } from '../../../../api/model/conditions.ts'
import { expiredFrom } from '../../rows/expired.ts'
import { placesPerBlock } from './bits/bit-memory.ts'
import type { Bitmap } from './bits/bitmap.ts'
import { countIn } from './bits/narrowing.ts'
import type { IndexedListing } from './columns/market-columns.ts'
import type { Places } from './columns/places.ts'

/**
 * The index has all listings that were created at `from` or later, and older ones that were still open after `closedBy`.
 * Both are ms since 1970.
 */
export interface Window {
  readonly from: number
  readonly closedBy: number
}

/** A narrower window, and the changes of the index that it requires. */
export interface Eviction extends Window {
  /** Places of the listings that leave. */
  readonly leaving: Int32Array
  /** Blocks of places that are freed. */
  readonly blocks: readonly number[]
  /** Numbers of listings in these blocks that stay. */
  readonly staying: readonly number[]
}

/** The window of an index that has all listings. */
export const unlimitedWindow: Window = { from: -Infinity, closedBy: -Infinity }

/** A block with fewer listings is freed. */
const minInBlock = placesPerBlock / 8

/** Whether all listings that meet the conditions are certain to be in a window. `now` decides what has expired. */
export function windowCovers({ from, closedBy }: Window, conditions: readonly Condition[], now: number): boolean {
  const has = (column: string, isMet: (condition: Condition) => boolean) =>
    conditions.some((condition) => condition.column === column && isMet(condition))
  if (has('created_at', ({ operator, value }) => operator === 'atLeast' && Number(value) >= from)) return true
  return closedBy <= now && flagNames.every((name) => has(name, ({ value }) => value === false))
}

const flagNames = ['has_sold', 'has_expired', 'has_cancelled']

/** Whether a listing is neither sold nor cancelled, and has not expired at the instant `at`. */
export const isOpen = (listing: IndexedListing, at: number): boolean =>
  listing.has_sold === 0 && listing.has_cancelled === 0 && expiredFrom(listing) > at

/** Finds the blocks in which few listings are left without those that leave, and the numbers of the few. */
export function findSparseBlocks(
  indexed: Bitmap,
  leaving: Int32Array,
  places: Places,
): Pick<Eviction, 'blocks' | 'staying'> {
  const left = indexed.copy()
  for (const place of leaving) left.set(place, false)
  const blocks = places.blocks.slice(0, -1).filter((block) => countIn(left, { block, blocks: 1 }) < minInBlock)
  const staying: number[] = []
  for (const block of blocks)
    for (let place = block * placesPerBlock; place < (block + 1) * placesPerBlock; place += 1)
      if (left.has(place)) staying.push(places.numberAt(place))
  left.release()
  return { blocks, staying }
}
