// What loops do with the bits of one run of blocks: a set is narrowed, step by step, to the listings that meet
// conditions.
import { lowestBit } from '../../../../../api/model/values/bits.ts'
import { groupWords } from './bit-loops.ts'
import { blockNumbers, blockWords, stretchNumbers, type Area, type Run } from './bit-memory.ts'
import type { Bitmap } from './bitmap.ts'

/**
 * A bound of a column: the listings of lower levels and those up to its own; of lower digits in whatever level, and up
 * to its own digit.
 */
export interface Bound {
  readonly below: Bitmap
  readonly upTo: Bitmap
  readonly belowDigit: Bitmap
  readonly upToDigit: Bitmap
}

const bytesOf = (words: number) => words * Int32Array.BYTES_PER_ELEMENT
const bytesAt = (set: Bitmap, { block }: Run) => bytesOf(set.at(block))
const wordsOf = ({ blocks }: Run) => blocks * blockWords

/** Starts with all listings of a set. */
export function beginWith(into: Bitmap, set: Bitmap, run: Run): void {
  const to = into.roomAt(run.block)
  const from = set.at(run.block)
  into.areaOf(run.block).words.copyWithin(to, from, from + wordsOf(run))
}

/** Removes the listings that a set lacks, or those that it has. */
export function narrowTo(into: Bitmap, set: Bitmap, isWanted: boolean, run: Run): void {
  const at = bytesAt(into, run)
  into.areaOf(run.block).loops.narrowBySet(at, bytesAt(set, run), isWanted ? 0 : -1, at + bytesOf(wordsOf(run)))
}

/** Removes the listings on the wrong side of a bound, except for those in its cell. */
export function narrowToBound(into: Bitmap, bound: Bound, isLeast: boolean, run: Run): void {
  const at = bytesAt(into, run)
  const [below, upTo] = [bytesAt(bound.below, run), bytesAt(bound.upTo, run)]
  const digits = bytesAt(isLeast ? bound.belowDigit : bound.upToDigit, run)
  const end = at + bytesOf(wordsOf(run))
  into.areaOf(run.block).loops.narrowByBound(at, below, upTo, digits, isLeast ? -1 : 0, end)
}

/** The places that were removed last, in ascending order, while they are being examined. */
export const taken = new Int32Array(stretchNumbers)

/** Removes the listings in the cell of a bound to which a set was narrowed. Returns how many places `taken` has now. */
export function takeCell(into: Bitmap, bound: Bound, isLeast: boolean, run: Run): number {
  const area = into.areaOf(run.block)
  const at = bytesAt(into, run)
  // Of what lies on the right side, the cell is what would lie on the right side of the opposite bound.
  const [level, digit] = isLeast ? [bound.upTo, bound.upToDigit] : [bound.below, bound.belowDigit]
  const end = at + bytesOf(wordsOf(run))
  area.loops.takeBoth(at, bytesOf(area.found), bytesAt(level, run), bytesAt(digit, run), isLeast ? 0 : -1, end)
  return listPlaces(area, area.found, run, taken)
}

/**
 * Removes the listings that are not between a lower and an upper bound, and those in the cells of both. Returns how many
 * places `taken` has now. In one pass: going through the bits bound by bound takes twice as long.
 */
export function takeBand(into: Bitmap, low: Bound, high: Bound, run: Run): number {
  const area = into.areaOf(run.block)
  const at = bytesAt(into, run)
  const positions = [low, high]
    .flatMap(({ below, upTo, belowDigit, upToDigit }) => [below, upTo, belowDigit, upToDigit])
    .map((set) => bytesAt(set, run))
  area.loops.takeBand(at, bytesOf(area.found), ...positions, at + bytesOf(wordsOf(run)))
  return listPlaces(area, area.found, run, taken)
}

/** Removes the listings that a set lacks. Returns how many places `taken` has now. */
export function takeOthers(into: Bitmap, set: Bitmap, run: Run): number {
  const area = into.areaOf(run.block)
  const at = into.at(run.block)
  area.words.copyWithin(area.found, at, at + wordsOf(run))
  area.loops.narrowBySet(bytesOf(area.found), bytesAt(set, run), -1, bytesOf(area.found + wordsOf(run)))
  narrowTo(into, set, true, run)
  return listPlaces(area, area.found, run, taken)
}

/** Adds the first places of `taken`. */
export function putBack(into: Bitmap, count: number, { block }: Run): void {
  const { words } = into.areaOf(block)
  const at = into.at(block) - block * blockWords
  for (let nth = 0; nth < count; nth += 1) {
    const place = taken[nth] ?? 0
    words[at + (place >>> 5)] = (words[at + (place >>> 5)] ?? 0) | (1 << (place & 31))
  }
}

/** Removes the listings that none of some sets has. */
export function narrowToAny(into: Bitmap, sets: readonly Bitmap[], run: Run): void {
  const { words, found, loops } = into.areaOf(run.block)
  const end = bytesOf(found + wordsOf(run))
  words.fill(0, found, found + wordsOf(run))
  for (const set of sets) loops.include(bytesOf(found), bytesAt(set, run), end)
  const at = bytesAt(into, run)
  loops.narrowBySet(at, bytesOf(found), 0, at + bytesOf(wordsOf(run)))
}

export function countIn(set: Bitmap, run: Run): number {
  const at = bytesAt(set, run)
  return set.areaOf(run.block).loops.countBits(at, at + bytesOf(wordsOf(run)))
}

/** Writes the places of a set in a run, in ascending order. Returns their number. */
export function placesIn(set: Bitmap, run: Run, places: Int32Array): number {
  return listPlaces(set.areaOf(run.block), set.at(run.block), run, places)
}

function listPlaces({ words, list, loops }: Area, at: number, run: Run, places: Int32Array): number {
  const end = loops.listGroups(bytesOf(at), bytesOf(list), bytesOf(at + wordsOf(run))) / bytesOf(1)
  const first = run.block * blockNumbers
  let count = 0
  for (let nth = list; nth < end; nth += 1) {
    const group = (words[nth] ?? 0) >>> 2
    for (let word = group; word < group + groupWords; word += 1)
      for (let left = words[word] ?? 0; left !== 0; left &= left - 1)
        places[count++] = first + (word - at) * 32 + lowestBit(left)
  }
  return count
}
