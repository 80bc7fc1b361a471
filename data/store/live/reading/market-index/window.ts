// Which listings the market's index has.
import type { Condition } from '../../../../api/model/conditions.ts'
import { expiredFrom } from '../../rows/expired.ts'
import { blockNumbers } from './bits/bit-memory.ts'
import type { Bitmap } from './bits/bitmap.ts'
import { countIn } from './bits/narrowing.ts'
import type { IndexedListing } from './columns/market-columns.ts'
import type { Places } from './columns/places.ts'

/** What the index has: all listings that were created at `from` or later, and older ones that were open after `closedBy`; ms since 1970. */
export interface Window {
  readonly from: number
  readonly closedBy: number
}

/** A narrower window, and what follows from it. */
export interface Eviction extends Window {
  /** Places of the listings that leave. */
  readonly leaving: Int32Array
  /** Blocks of places that are given back. */
  readonly blocks: readonly number[]
  /** Numbers of listings in these blocks that stay. */
  readonly staying: readonly number[]
}

/** Of an index that has all listings. */
export const everything: Window = { from: -Infinity, closedBy: -Infinity }

/** A block with fewer listings is given back. */
const fewInBlock = blockNumbers / 8

/** Whether all listings that meet the conditions are in a window. `now` decides what has expired. */
export function isInside({ from, closedBy }: Window, conditions: readonly Condition[], now: number): boolean {
  const has = (column: string, isMet: (condition: Condition) => boolean) =>
    conditions.some((condition) => condition.column === column && isMet(condition))
  if (has('created_at', ({ operator, value }) => operator === 'atLeast' && Number(value) >= from)) return true
  return closedBy <= now && flagNames.every((name) => has(name, ({ value }) => value === false))
}

const flagNames = ['has_sold', 'has_expired', 'has_cancelled']

/** Whether a listing is neither sold nor cancelled, nor has expired by then. */
export const isOpen = (listing: IndexedListing, at: number): boolean =>
  listing.has_sold === 0 && listing.has_cancelled === 0 && expiredFrom(listing) > at

/** Blocks in which few listings are left, and which listings these are. */
export function thinned(held: Bitmap, leaving: Int32Array, places: Places): Pick<Eviction, 'blocks' | 'staying'> {
  const left = held.copy()
  for (const place of leaving) left.set(place, false)
  const blocks = places.blocks.slice(0, -1).filter((block) => countIn(left, { block, blocks: 1 }) < fewInBlock)
  const staying: number[] = []
  for (const block of blocks)
    for (let place = block * blockNumbers; place < (block + 1) * blockNumbers; place += 1)
      if (left.has(place)) staying.push(places.numberAt(place))
  left.release()
  return { blocks, staying }
}
