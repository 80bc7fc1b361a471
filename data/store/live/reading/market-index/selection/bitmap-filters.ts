import type { Condition } from '../../../../../api/model/conditions.ts'
import { Bitmap, blockWords, lowestBit } from '../columns/bitmap.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import { codedNames, flaggedNames, isOneOf, measuredNames, type MarketColumns } from '../columns/market-columns.ts'
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
    const { below, upTo } = columns.levels[column].around(Number(value))
    return bounded(below, upTo, operator === 'atLeast', range)
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
    const base = block * blockWords
    for (let at = 0; at < blockWords; at += 1) words[at] = (words[at] ?? 0) & ((set[base + at] ?? 0) ^ flip)
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
    const base = block * blockWords
    for (let at = 0; at < blockWords; at += 1) {
      let union = 0
      for (const set of sets) union |= set[base + at] ?? 0
      words[at] = (words[at] ?? 0) & union
    }
  }
}

/** `below` are surely below the bound, and what is not in `upTo` is surely above it; only between them values are looked at. */
function bounded(below: Int32Array, upTo: Int32Array, isLeast: boolean, range: Range): BitmapFilter {
  return (words, block) => {
    const base = block * blockWords
    for (let at = 0; at < blockWords; at += 1) {
      const word = words[at] ?? 0
      if (word === 0) continue
      const under = below[base + at] ?? 0
      const reached = upTo[base + at] ?? 0
      const sure = word & (isLeast ? ~reached : under)
      const open = word & reached & ~under
      words[at] = open === 0 ? sure : sure | filterWord(open, base + at, range)
    }
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
    const base = block * blockWords
    const side = sideOf(expiredFrom, block, range)
    for (let at = 0; at < blockWords; at += 1) {
      const word = words[at] ?? 0
      if (word === 0) continue
      const sure = word & (chosen[base + at] ?? 0)
      const open = word & ~sure & ~(rejected[base + at] ?? 0)
      words[at] = sure | (side === 'outside' ? 0 : side === 'inside' ? open : filterWord(open, base + at, range))
    }
  }
}
