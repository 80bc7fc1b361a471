import type { Condition } from '../../../../../api/model/conditions.ts'
import type { Run } from '../bits/bit-memory.ts'
import type { Bitmap } from '../bits/bitmap.ts'
import {
  narrowTo,
  narrowToAny,
  narrowToBound,
  putBack,
  takenPlaces,
  takeBand,
  takeCell,
  takeOthers,
} from '../bits/narrowing.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import { codedNames, flaggedNames, isOneOf, measuredNames, type MarketColumns } from '../columns/market-columns.ts'
import type { ColumnBound } from '../columns/range-bitmaps.ts'
import type { TimeOrder } from '../columns/time-order.ts'
import type { ZoneMap } from '../columns/zone-map.ts'
import { keepInRange, rangeOf, textsOf, type Range } from './ranges.ts'

/** Removes from a set, in a run of blocks, the listings that do not meet a condition. */
export interface BitmapFilter {
  /** All listings of the index that meet the condition, if there is a bitmap of exactly these. */
  readonly all?: Bitmap
  /** Returns true if no listing of a run can meet the condition, which is known without reading bits. */
  readonly isOutside?: (run: Run) => boolean
  /** Removes listings as far as bitmaps can tell. */
  readonly narrow?: (selected: Bitmap, run: Run) => void
  /**
   * Removes the others by reading values. Called after all filters have narrowed the set, so that few listings are
   * left.
   */
  readonly settle?: (selected: Bitmap, run: Run) => void
}

/** Makes a bitmap of the listings of some orders, for one query. */
type MakeSet = (orders: readonly TimeOrder[]) => Bitmap

/**
 * Translates the conditions of a request to filters. Throws an `Error` if a condition names a column that the index
 * lacks.
 */
export function bitmapFiltersOf(
  columns: MarketColumns,
  conditions: readonly Condition[],
  now: number,
  make: MakeSet,
): BitmapFilter[] {
  const band = bandOf(columns, conditions, now)
  const others = conditions.filter((condition) => !band?.bounds.includes(condition))
  return [...others.map((condition) => bitmapFilterOf(columns, condition, now, make)), ...(band ? [band.filter] : [])]
}

function bitmapFilterOf(columns: MarketColumns, condition: Condition, now: number, make: MakeSet): BitmapFilter {
  const { column, value } = condition
  if (isOneOf(codedNames, column)) {
    const sets = setsOf(columns.coded[column], textsOf(condition), make)
    const [only] = sets
    return only && sets.length === 1 ? { ...inSet(only, true), all: only } : inAnySet(sets)
  }
  if (isOneOf(flaggedNames, column)) return inSet(columns.flagged[column], value === true)
  const range = rangeOf(columns, condition, now)
  if (isOneOf(measuredNames, column)) {
    const isLowerBound = range.high === Infinity
    return bounded(columns.ranges[column].at(isLowerBound ? range.low : range.high), isLowerBound, range)
  }
  const { always, never, none } = columns.expired
  if (column === 'created_at')
    return {
      ...inZones(columns.createdAt, range, none, none),
      isOutside: (run) => isOutside(columns.createdAt, range, run),
    }
  return value === true
    ? inZones(columns.expiredFrom, range, always, never)
    : inZones(columns.expiredFrom, range, never, always)
}

const inSet = (set: Bitmap, isWanted: boolean): BitmapFilter => ({
  narrow: (selected, run) => narrowTo(selected, set, isWanted, run),
})

const inAnySet = (sets: readonly Bitmap[]): BitmapFilter => ({
  narrow: (selected, run) => narrowToAny(selected, sets, run),
})

/**
 * Returns the bitmaps of texts that have one and, if others do not, a bitmap of the listings of all others together.
 */
function setsOf(column: DictionaryColumn, texts: readonly string[], make: MakeSet): readonly Bitmap[] {
  const sets = texts.flatMap((text) => column.bits(text) ?? [])
  if (sets.length === texts.length) return sets
  return [...sets, make(texts.flatMap((text) => (column.bits(text) ? [] : (column.order(text) ?? []))))]
}

/** A filter by one bound. Values are read only in the cell of the bound, and not at all if they all equal the bound. */
function bounded(bound: ColumnBound, isLowerBound: boolean, range: Range): BitmapFilter {
  return {
    narrow: (selected, run) => narrowToBound(selected, bound, isLowerBound, run),
    ...(!bound.isExact && {
      settle: (selected, run) =>
        putBack(selected, keepInRange(range, takenPlaces, takeCell(selected, bound, isLowerBound, run)), run),
    }),
  }
}

/**
 * Combines a lower and an upper bound, which may be of different columns, to one filter: one pass over the bits takes
 * half as long as two. Returns undefined if the conditions do not have both.
 */
function bandOf(
  columns: MarketColumns,
  conditions: readonly Condition[],
  now: number,
): { readonly filter: BitmapFilter; readonly bounds: readonly Condition[] } | undefined {
  const findBound = (wanted: Condition['operator']) => {
    const condition = conditions.find(({ column, operator }) => isOneOf(measuredNames, column) && operator === wanted)
    if (!condition || !isOneOf(measuredNames, condition.column)) return undefined
    const bound = columns.ranges[condition.column].at(Number(condition.value))
    return { condition, bound, range: rangeOf(columns, condition, now) }
  }
  const [lower, upper] = [findBound('atLeast'), findBound('atMost')]
  if (!lower || !upper) return undefined
  // If all values in the cell of a bound equal it, these digits keep its listings from being taken out and tested.
  const low = lower.bound.isExact ? { ...lower.bound, upToDigit: lower.bound.belowDigit } : lower.bound
  const high = upper.bound.isExact ? { ...upper.bound, belowDigit: upper.bound.upToDigit } : upper.bound
  const settle = (selected: Bitmap, run: Run) => {
    const count = keepInRange(lower.range, takenPlaces, takeBand(selected, low, high, run))
    putBack(selected, keepInRange(upper.range, takenPlaces, count), run)
  }
  return { filter: { settle }, bounds: [lower.condition, upper.condition] }
}

type Side = 'inside' | 'outside' | 'across'

function sideOf(zones: ZoneMap, block: number, { low, high }: Range): Side {
  const [min, max] = [zones.min(block), zones.max(block)]
  if (min > high || max < low) return 'outside'
  return min >= low && max <= high ? 'inside' : 'across'
}

function isOutside(zones: ZoneMap, range: Range, { block, blocks }: Run): boolean {
  for (let at = block; at < block + blocks; at += 1) if (sideOf(zones, at, range) !== 'outside') return false
  return true
}

/** Splits a run where the side of its blocks changes, and calls `visit` for each part. */
function visitSides(zones: ZoneMap, range: Range, run: Run, visit: (part: Run, side: Side) => void): void {
  const end = run.block + run.blocks
  for (let block = run.block, next = block; block < end; block = next) {
    const side = sideOf(zones, block, range)
    do next += 1
    while (next < end && sideOf(zones, next, range) === side)
    visit({ block, blocks: next - block }, side)
  }
}

/**
 * A filter by a range of values. Values are read only in blocks that lie neither inside the range nor outside of it as a
 * whole. Listings in `chosen` meet the condition and those in `rejected` do not, whatever the range; their values are
 * infinite.
 */
function inZones(zones: ZoneMap, range: Range, chosen: Bitmap, rejected: Bitmap): BitmapFilter {
  return {
    narrow: (selected, run) =>
      visitSides(zones, range, run, (part, side) => {
        if (side === 'outside') narrowTo(selected, chosen, true, part)
        else narrowTo(selected, rejected, false, part)
      }),
    settle: (selected, run) =>
      visitSides(zones, range, run, (part, side) => {
        if (side === 'across')
          putBack(selected, keepInRange(range, takenPlaces, takeOthers(selected, chosen, part)), part)
      }),
  }
}
