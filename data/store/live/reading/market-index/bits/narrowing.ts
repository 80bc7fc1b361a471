// Operations on the bits of one run of blocks, by which a set is narrowed, step by step, to the listings that meet all
// conditions.
import { lowestBit } from '../../../../../api/model/values/bits.ts'
import { wordsPerGroup } from './bit-loops.ts'
import { placesPerBlock, wordsPerBlock, placesPerStretch, type Area, type Run } from './bit-memory.ts'
import type { Bitmap } from './bitmap.ts'

/** A bound of a column. A value's cell consists of its level and of its digit within the level (`RangeBitmaps`). */
export interface Bound {
  /** Listings of lower levels than the bound's. */
  readonly below: Bitmap
  /** Listings of the bound's level or lower ones. */
  readonly upTo: Bitmap
  /** Listings with lower digits than the bound's, in any level. */
  readonly belowDigit: Bitmap
  /** Listings with the bound's digit or lower ones, in any level. */
  readonly upToDigit: Bitmap
}

const bytesOf = (words: number) => words * Int32Array.BYTES_PER_ELEMENT
const bytesAt = (set: Bitmap, { block }: Run) => bytesOf(set.positionOf(block))
const wordsOf = ({ blocks }: Run) => blocks * wordsPerBlock

/** Replaces the listings of a run by those of another set. */
export function copyRun(into: Bitmap, set: Bitmap, run: Run): void {
  const to = into.writablePositionOf(run.block)
  const from = set.positionOf(run.block)
  into.areaOf(run.block).words.copyWithin(to, from, from + wordsOf(run))
}

/** Keeps the listings that a set has or, without `isWanted`, those that it lacks. */
export function narrowTo(into: Bitmap, set: Bitmap, isWanted: boolean, run: Run): void {
  const at = bytesAt(into, run)
  into.areaOf(run.block).loops.narrowBySet(at, bytesAt(set, run), isWanted ? 0 : -1, at + bytesOf(wordsOf(run)))
}

/** Removes the listings on the wrong side of a bound, but none in its cell. */
export function narrowToBound(into: Bitmap, bound: Bound, isLowerBound: boolean, run: Run): void {
  const at = bytesAt(into, run)
  const [below, upTo] = [bytesAt(bound.below, run), bytesAt(bound.upTo, run)]
  const digits = bytesAt(isLowerBound ? bound.belowDigit : bound.upToDigit, run)
  const end = at + bytesOf(wordsOf(run))
  into.areaOf(run.block).loops.narrowByBound(at, below, upTo, digits, isLowerBound ? -1 : 0, end)
}

/**
 * The places that `takeCell`, `takeBand` or `takeOthers` removed last, in ascending order, until their values have been
 * tested.
 */
export const takenPlaces = new Int32Array(placesPerStretch)

/**
 * Removes the listings in the cell of a bound that the set was narrowed to. Returns the new number of `takenPlaces`.
 */
export function takeCell(into: Bitmap, bound: Bound, isLowerBound: boolean, run: Run): number {
  const area = into.areaOf(run.block)
  const at = bytesAt(into, run)
  // After narrowing, the cell has exactly those listings that would be on the right side of the opposite bound too.
  const [level, digit] = isLowerBound ? [bound.upTo, bound.upToDigit] : [bound.below, bound.belowDigit]
  const end = at + bytesOf(wordsOf(run))
  area.loops.takeBoth(at, bytesOf(area.scratch), bytesAt(level, run), bytesAt(digit, run), isLowerBound ? 0 : -1, end)
  return listPlaces(area, area.scratch, run, takenPlaces)
}

/**
 * Removes the listings that are not between a lower and an upper bound, and takes those in the cells of both. Returns
 * the new number of `takenPlaces`. One pass over the bits takes half as long as one for each bound.
 */
export function takeBand(into: Bitmap, low: Bound, high: Bound, run: Run): number {
  const area = into.areaOf(run.block)
  const at = bytesAt(into, run)
  const positions = [low, high]
    .flatMap(({ below, upTo, belowDigit, upToDigit }) => [below, upTo, belowDigit, upToDigit])
    .map((set) => bytesAt(set, run))
  area.loops.takeBand(at, bytesOf(area.scratch), ...positions, at + bytesOf(wordsOf(run)))
  return listPlaces(area, area.scratch, run, takenPlaces)
}

/** Removes the listings that a set lacks. Returns the new number of `takenPlaces`. */
export function takeOthers(into: Bitmap, set: Bitmap, run: Run): number {
  const area = into.areaOf(run.block)
  const at = into.positionOf(run.block)
  area.words.copyWithin(area.scratch, at, at + wordsOf(run))
  area.loops.narrowBySet(bytesOf(area.scratch), bytesAt(set, run), -1, bytesOf(area.scratch + wordsOf(run)))
  narrowTo(into, set, true, run)
  return listPlaces(area, area.scratch, run, takenPlaces)
}

/** Adds the first `count` of `takenPlaces` again. */
export function putBack(into: Bitmap, count: number, { block }: Run): void {
  const { words } = into.areaOf(block)
  const at = into.positionOf(block) - block * wordsPerBlock
  for (let nth = 0; nth < count; nth += 1) {
    const place = takenPlaces[nth] ?? 0
    words[at + (place >>> 5)] = (words[at + (place >>> 5)] ?? 0) | (1 << (place & 31))
  }
}

/** Keeps the listings that are in any of the sets. */
export function narrowToAny(into: Bitmap, sets: readonly Bitmap[], run: Run): void {
  const { words, scratch, loops } = into.areaOf(run.block)
  const end = bytesOf(scratch + wordsOf(run))
  words.fill(0, scratch, scratch + wordsOf(run))
  for (const set of sets) loops.include(bytesOf(scratch), bytesAt(set, run), end)
  const at = bytesAt(into, run)
  loops.narrowBySet(at, bytesOf(scratch), 0, at + bytesOf(wordsOf(run)))
}

/** Number of listings of a set in a run. */
export function countIn(set: Bitmap, run: Run): number {
  const at = bytesAt(set, run)
  return set.areaOf(run.block).loops.countBits(at, at + bytesOf(wordsOf(run)))
}

/** Writes the places of a set in a run to `places`, in ascending order. Returns their number. */
export function placesIn(set: Bitmap, run: Run, places: Int32Array): number {
  return listPlaces(set.areaOf(run.block), set.positionOf(run.block), run, places)
}

function listPlaces({ words, groupList, loops }: Area, at: number, run: Run, places: Int32Array): number {
  const end = loops.listGroups(bytesOf(at), bytesOf(groupList), bytesOf(at + wordsOf(run))) / bytesOf(1)
  const first = run.block * placesPerBlock
  let count = 0
  for (let nth = groupList; nth < end; nth += 1) {
    const group = (words[nth] ?? 0) >>> 2
    for (let word = group; word < group + wordsPerGroup; word += 1)
      for (let left = words[word] ?? 0; left !== 0; left &= left - 1)
        places[count++] = first + (word - at) * 32 + lowestBit(left)
  }
  return count
}
