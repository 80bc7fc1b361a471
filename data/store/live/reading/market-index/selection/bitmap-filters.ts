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
export interface BitmapFilter {
  narrow(block: number, blocks: number): void
}

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
    if (operator === 'oneOf') return new InAnySet(setsOf(columns.coded[column], textsOf(condition), blocks))
    const bits = columns.coded[column].bits(String(value))
    return bits && new InSet(bits.wordsOf(blocks), true)
  }
  if (isOneOf(flaggedNames, column)) return new InSet(columns.flagged[column].wordsOf(blocks), value === true)
  const range = rangeOf(columns, condition, now)
  if (isOneOf(measuredNames, column)) {
    const isLeast = range.high === Infinity
    return new Bounded(columns.levels[column].at(isLeast ? range.low : range.high, blocks), isLeast, range)
  }
  if (column === 'created_at') return new InZones(columns.createdAt, range)
  const { always, never } = columns.expired
  const [chosen, rejected] = value === true ? [always, never] : [never, always]
  return new Expired(columns.expiredFrom, range, chosen.wordsOf(blocks), rejected.wordsOf(blocks))
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

class InSet implements BitmapFilter {
  readonly #set: Int32Array
  readonly #isWanted: boolean

  constructor(set: Int32Array, isWanted: boolean) {
    this.#set = set
    this.#isWanted = isWanted
  }

  narrow(block: number, blocks: number): void {
    narrowTo(this.#set, this.#isWanted, block * blockWords, blocks * blockWords)
  }
}

class InAnySet implements BitmapFilter {
  readonly #sets: readonly Int32Array[]

  constructor(sets: readonly Int32Array[]) {
    this.#sets = sets
  }

  narrow(block: number, blocks: number): void {
    for (let at = 0, from = block * blockWords; at < blocks * blockWords; at += 1, from += 1) {
      let union = 0
      for (const set of this.#sets) union |= set[from] ?? 0
      stretch[at] = (stretch[at] ?? 0) & union
    }
  }
}

/** Values are looked at only in the cell of the bound, and not even there where all of them are equal to it. */
class Bounded implements BitmapFilter {
  readonly #bound: Bound
  readonly #isLeast: boolean
  readonly #range: Range

  constructor(bound: Bound, isLeast: boolean, range: Range) {
    this.#bound = bound
    this.#isLeast = isLeast
    this.#range = range
  }

  narrow(block: number, blocks: number): void {
    const [from, count] = [block * blockWords, blocks * blockWords]
    const groups = narrowToBound(this.#bound, this.#isLeast, from, count)
    for (let nth = 0; nth < groups; nth += 1) {
      const first = groupAt(nth)
      for (let at = first; at < first + groupWords; at += 1)
        stretch[at] = (stretch[at] ?? 0) | filterWord(ofCell[at] ?? 0, from + at, this.#range)
    }
  }
}

/** A block that lies in the range as a whole, or outside of it, needs no look at its values. */
class InZones implements BitmapFilter {
  readonly #zones: ZoneMap
  readonly #range: Range

  constructor(zones: ZoneMap, range: Range) {
    this.#zones = zones
    this.#range = range
  }

  narrow(block: number, blocks: number): void {
    for (let nth = 0; nth < blocks; nth += 1) {
      const side = sideOf(this.#zones, block + nth, this.#range)
      if (side === 'outside') stretch.fill(0, nth * blockWords, (nth + 1) * blockWords)
      if (side === 'across') filterBlock(block, nth, this.#range)
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
class Expired implements BitmapFilter {
  readonly #zones: ZoneMap
  readonly #range: Range
  readonly #chosen: Int32Array
  readonly #rejected: Int32Array

  constructor(zones: ZoneMap, range: Range, chosen: Int32Array, rejected: Int32Array) {
    this.#zones = zones
    this.#range = range
    this.#chosen = chosen
    this.#rejected = rejected
  }

  narrow(block: number, blocks: number): void {
    for (let nth = 0; nth < blocks; nth += 1) {
      const side = sideOf(this.#zones, block + nth, this.#range)
      const [from, at] = [(block + nth) * blockWords, nth * blockWords]
      if (side === 'outside') narrowTo(this.#chosen, true, from, blockWords, at)
      else narrowTo(this.#rejected, false, from, blockWords, at)
      if (side === 'across') this.#filterOpen(from, at)
    }
  }

  #filterOpen(from: number, at: number): void {
    for (let nth = 0; nth < blockWords; nth += 1) {
      const word = stretch[at + nth] ?? 0
      const sure = word & (this.#chosen[from + nth] ?? 0)
      stretch[at + nth] = sure | filterWord(word & ~sure, from + nth, this.#range)
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
