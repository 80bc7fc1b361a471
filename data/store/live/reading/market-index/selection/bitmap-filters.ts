import type { Condition } from '../../../../../api/model/conditions.ts'
import { lowestBit } from '../../../../../api/model/values/bits.ts'
import { Bitmap, blockWords } from '../columns/bitmap.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import { codedNames, flaggedNames, isOneOf, measuredNames, type MarketColumns } from '../columns/market-columns.ts'
import type { Bound } from '../columns/range-bitmaps.ts'
import { groupAt, groupWords, narrowTo, narrowToBound, ofCell, stretch } from './bit-loops.ts'
import { rangeOf, textsOf, type Range } from './ranges.ts'
import type { ZoneMap } from '../columns/zone-map.ts'

/** Takes out of the `stretch`, which begins at a block, the bits of listings that do not meet a condition. */
export type BitmapFilter = (block: number, blocks: number) => void

/**
 * For so many blocks of places. Nothing where the condition is on a text that too few listings have. Throws for a column that the index
 * lacks.
 */
export function bitmapFilterOf(
  columns: MarketColumns,
  condition: Condition,
  now: number,
  blocks: number,
): BitmapFilter | undefined {
  const { column, operator, value } = condition
  if (isOneOf(codedNames, column)) {
    if (operator === 'oneOf') return inAnySet(setsOf(columns.coded[column], textsOf(condition), blocks))
    const bits = columns.coded[column].bits(String(value))
    return bits && inSet(bits.wordsOf(blocks), true)
  }
  if (isOneOf(flaggedNames, column)) return inSet(columns.flagged[column].wordsOf(blocks), value === true)
  const range = rangeOf(columns, condition, now)
  if (isOneOf(measuredNames, column)) {
    const isLeast = range.high === Infinity
    return bounded(columns.levels[column].at(isLeast ? range.low : range.high, blocks), isLeast, range)
  }
  if (column === 'created_at') return inZones(columns.createdAt, range)
  const { always, never } = columns.expired
  const [chosen, rejected] = value === true ? [always, never] : [never, always]
  return expired(columns.expiredFrom, range, chosen.wordsOf(blocks), rejected.wordsOf(blocks))
}

/** The listings of each of the texts that are many; those of all others, few as they are, in one set that is made for it. */
function setsOf(column: DictionaryColumn, texts: readonly string[], blocks: number): readonly Int32Array[] {
  const isMany = (text: string) => column.bits(text) !== undefined
  const sets = texts.flatMap((text) => column.bits(text)?.wordsOf(blocks) ?? [])
  if (texts.every(isMany)) return sets
  const others = new Bitmap()
  for (const text of texts) {
    const order = isMany(text) ? undefined : column.order(text)
    for (const place of order?.places.subarray(0, order.count) ?? []) others.set(place, true)
  }
  return [...sets, others.wordsOf(blocks)]
}

function inSet(set: Int32Array, isWanted: boolean): BitmapFilter {
  return (block, blocks) => narrowTo(set, isWanted, block * blockWords, blocks * blockWords)
}

function inAnySet(sets: readonly Int32Array[]): BitmapFilter {
  return (block, blocks) => {
    for (let at = 0, from = block * blockWords; at < blocks * blockWords; at += 1, from += 1) {
      let union = 0
      for (const set of sets) union |= set[from] ?? 0
      stretch[at] = (stretch[at] ?? 0) & union
    }
  }
}

/** Values are looked at only in the cell of the bound, and not even there where all of them are equal to it. */
function bounded(bound: Bound, isLeast: boolean, range: Range): BitmapFilter {
  return (block, blocks) => {
    const [from, count] = [block * blockWords, blocks * blockWords]
    const groups = narrowToBound(bound, isLeast, from, count)
    for (let nth = 0; nth < groups; nth += 1) {
      const first = groupAt(nth)
      for (let at = first; at < first + groupWords; at += 1)
        stretch[at] = (stretch[at] ?? 0) | filterWord(ofCell[at] ?? 0, from + at, range)
    }
  }
}

/** A block that lies in the range as a whole, or outside of it, needs no look at its values. */
function inZones(zones: ZoneMap, range: Range): BitmapFilter {
  return (block, blocks) => {
    for (let nth = 0; nth < blocks; nth += 1) {
      const side = sideOf(zones, block + nth, range)
      if (side === 'outside') stretch.fill(0, nth * blockWords, (nth + 1) * blockWords)
      if (side === 'across') filterBlock(block, nth, range)
    }
  }
}

/** Looks at the values of what is left of the nth block of the stretch. */
function filterBlock(block: number, nth: number, range: Range): void {
  for (let at = nth * blockWords, end = at + blockWords; at < end; at += 1)
    stretch[at] = filterWord(stretch[at] ?? 0, block * blockWords + at, range)
}

function sideOf(zones: ZoneMap, block: number, { low, high }: Range): 'inside' | 'outside' | 'across' {
  const [min, max] = [zones.min(block), zones.max(block)]
  if (min > high || max < low) return 'outside'
  return min >= low && max <= high ? 'inside' : 'across'
}

/** Time counts only for listings that are neither chosen nor rejected whatever the time. */
function expired(zones: ZoneMap, range: Range, chosen: Int32Array, rejected: Int32Array): BitmapFilter {
  const filterOpen = (from: number, at: number) => {
    for (let nth = 0; nth < blockWords; nth += 1) {
      const word = stretch[at + nth] ?? 0
      const sure = word & (chosen[from + nth] ?? 0)
      stretch[at + nth] = sure | filterWord(word & ~sure, from + nth, range)
    }
  }
  return (block, blocks) => {
    for (let nth = 0; nth < blocks; nth += 1) {
      const side = sideOf(zones, block + nth, range)
      const [from, at] = [(block + nth) * blockWords, nth * blockWords]
      if (side === 'outside') narrowTo(chosen, true, from, blockWords, at)
      else narrowTo(rejected, false, from, blockWords, at)
      if (side === 'across') filterOpen(from, at)
    }
  }
}

/** The bits of a word whose listings are in the range. */
function filterWord(word: number, at: number, { values, low, high }: Range): number {
  let kept = word
  for (let left = word; left !== 0; left &= left - 1) {
    const bit = lowestBit(left)
    const value = values[at * 32 + bit] ?? 0
    if (!(value >= low && value <= high)) kept &= ~(1 << bit)
  }
  return kept
}
