import type { Condition } from '../../../../../api/model/conditions.ts'
import { lowestBit } from '../../../../../api/model/values/bits.ts'
import { Bitmap, blockWords, wordsOfBlock } from '../columns/bitmap.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import { codedNames, flaggedNames, isOneOf, measuredNames, type MarketColumns } from '../columns/market-columns.ts'
import { cellBits, type Bound } from '../columns/range-bitmaps.ts'
import { rangeOf, textsOf, type Range } from './ranges.ts'
import type { ZoneMap } from '../columns/zone-map.ts'

/** Takes out of the bits of a block those of listings that do not meet a condition. */
export type BitmapFilter = (words: Int32Array, block: number) => void

/** Nothing where the condition is on a text that too few listings have. Throws for a column that the index lacks. */
export function bitmapFilterOf(columns: MarketColumns, condition: Condition, now: number): BitmapFilter | undefined {
  const { column, operator, value } = condition
  if (isOneOf(codedNames, column)) {
    if (operator === 'oneOf') return inAnySet(setsOf(columns.coded[column], textsOf(condition)))
    const bits = columns.coded[column].bits(String(value))
    return bits && inSet(bits.words, true)
  }
  if (isOneOf(flaggedNames, column)) return inSet(columns.flagged[column].words, value === true)
  const range = rangeOf(columns, condition, now)
  if (isOneOf(measuredNames, column)) {
    const isLeast = range.high === Infinity
    return bounded(columns.levels[column].at(isLeast ? range.low : range.high), isLeast, range)
  }
  if (column === 'has_expired') return expiredFilter(columns, value === true, range)
  return zoned(columns.createdAt, range)
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

function inSet(set: Int32Array, wanted: boolean): BitmapFilter {
  const flip = wanted ? 0 : -1
  return (words, block) => {
    const own = wordsOfBlock(set, block)
    for (let at = 0; at < blockWords; at += 1) words[at] = (words[at] ?? 0) & ((own[at] ?? 0) ^ flip)
  }
}

/** The listings of each of the texts that are many; those of all others, few as they are, in one set that is made for it. */
function setsOf(column: DictionaryColumn, texts: readonly string[]): readonly Int32Array[] {
  const sets: Int32Array[] = []
  const others = new Bitmap()
  for (const text of texts) {
    const [bits, order] = [column.bits(text), column.order(text)]
    if (bits) sets.push(bits.words)
    else for (const place of order?.places.subarray(0, order.count) ?? []) others.set(place, true)
  }
  return others.words.length > 0 ? [...sets, others.words] : sets
}

function inAnySet(sets: readonly Int32Array[]): BitmapFilter {
  return (words, block) => {
    const own = sets.map((set) => wordsOfBlock(set, block))
    for (let at = 0; at < blockWords; at += 1) {
      let union = 0
      for (const set of own) union |= set[at] ?? 0
      words[at] = (words[at] ?? 0) & union
    }
  }
}

/** Values are looked at only in the cell of the bound, and not even there where all of them are equal to it. */
function bounded(bound: Bound, isLeast: boolean, range: Range): BitmapFilter {
  const { below, upTo, cells, digits, isExact } = bound
  return (words, block) => {
    const under = wordsOfBlock(below, block)
    compareBlock(words, under, wordsOfBlock(upTo, block), wordsOfBlock(cells, block, cellBits), digits, isLeast)
    for (let at = 0; at < blockWords; at += 1) {
      const word = inCell[at] ?? 0
      if (word === 0) continue
      const kept = isExact ? word : filterWord(word, block * blockWords + at, range)
      words[at] = (words[at] ?? 0) | kept
    }
  }
}

/** Those of a block that share the cell of a bound. */
const inCell = new Int32Array(blockWords)

/** Leaves in the bits those surely on the right side of a bound, and puts those in its cell into `inCell`. */
function compareBlock(
  words: Int32Array,
  below: Int32Array,
  upTo: Int32Array,
  cells: Int32Array,
  [d0, d1, d2, d3, d4]: Bound['digits'],
  isLeast: boolean,
): void {
  // Digits are written out: an inner loop over them takes twice as long.
  for (let at = 0, from = 0; at < blockWords; at += 1, from += cellBits) {
    const word = words[at] ?? 0
    const lower = word & (below[at] ?? 0)
    const inLevel = word & (upTo[at] ?? 0) & ~lower
    // For each digit the listings that have the bound's.
    const e0 = ~((cells[from] ?? 0) ^ d0)
    const e1 = ~((cells[from + 1] ?? 0) ^ d1)
    const e2 = ~((cells[from + 2] ?? 0) ^ d2)
    const e3 = ~((cells[from + 3] ?? 0) ^ d3)
    const e4 = ~((cells[from + 4] ?? 0) ^ d4)
    const equal = inLevel & e0 & e1 & e2 & e3 & e4
    // Less where the highest digit that differs is 1 in the bound.
    const less = (d0 & ~e0) | (e0 & ((d1 & ~e1) | (e1 & ((d2 & ~e2) | (e2 & ((d3 & ~e3) | (e3 & d4 & ~e4)))))))
    const under = lower | (inLevel & less)
    inCell[at] = equal
    words[at] = isLeast ? word & ~(under | equal) : under
  }
}

/** A block that lies in the range as a whole, or outside of it, needs no look at its values. */
function zoned(zones: ZoneMap, range: Range): BitmapFilter {
  return (words, block) => {
    const side = sideOf(zones, block, range)
    if (side === 'inside') return
    if (side === 'outside') {
      words.fill(0)
      return
    }
    const base = block * blockWords
    for (let at = 0; at < blockWords; at += 1) words[at] = filterWord(words[at] ?? 0, base + at, range)
  }
}

function sideOf(zones: ZoneMap, block: number, { low, high }: Range): 'inside' | 'outside' | 'across' {
  const [min, max] = [zones.min(block), zones.max(block)]
  if (min > high || max < low) return 'outside'
  return min >= low && max <= high ? 'inside' : 'across'
}

/** Time counts only for listings that are neither always nor never expired. */
function expiredFilter({ expired, expiredFrom }: MarketColumns, wanted: boolean, range: Range): BitmapFilter {
  const chosen = (wanted ? expired.always : expired.never).words
  const rejected = (wanted ? expired.never : expired.always).words
  return (words, block) => {
    const [surely, never] = [wordsOfBlock(chosen, block), wordsOfBlock(rejected, block)]
    const base = block * blockWords
    const side = sideOf(expiredFrom, block, range)
    for (let at = 0; at < blockWords; at += 1) {
      const word = words[at] ?? 0
      if (word === 0) continue
      const sure = word & (surely[at] ?? 0)
      const open = word & ~sure & ~(never[at] ?? 0)
      words[at] = sure | (side === 'outside' ? 0 : side === 'inside' ? open : filterWord(open, base + at, range))
    }
  }
}
