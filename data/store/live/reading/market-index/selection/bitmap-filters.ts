import type { Condition } from '../../../../../api/model/conditions.ts'
import type { Run } from '../bits/bit-memory.ts'
import type { Bitmap } from '../bits/bitmap.ts'
import {
  narrowTo,
  narrowToAny,
  narrowToBound,
  putBack,
  taken,
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
  /** The listings that meet it, where that is one set of listings that are held. */
  readonly all?: Bitmap
  /** Whether no listing of a run meets it, as is known before any bits are read. */
  readonly isOutside?: (run: Run) => boolean
  /** As far as the bitmaps can tell. */
  readonly narrow?: (selected: Bitmap, run: Run) => void
  /** By the values of the remaining listings, after all filters have narrowed the set, so that few are left. */
  readonly settle?: (selected: Bitmap, run: Run) => void
}

/** Makes a set of the listings of some orders, for one query. */
type MakeSet = (orders: readonly TimeOrder[]) => Bitmap

/** Throws for a column that the index lacks. */
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
    const isLeast = range.high === Infinity
    return bounded(columns.levels[column].at(isLeast ? range.low : range.high), isLeast, range)
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

/** The listings of each of the texts that are many; those of all others, few as they are, together. */
function setsOf(column: DictionaryColumn, texts: readonly string[], make: MakeSet): readonly Bitmap[] {
  const sets = texts.flatMap((text) => column.bits(text) ?? [])
  if (sets.length === texts.length) return sets
  return [...sets, make(texts.flatMap((text) => (column.bits(text) ? [] : (column.order(text) ?? []))))]
}

/** Values are looked at only in the cell of the bound, and not even there where all of them are equal to it. */
function bounded(bound: ColumnBound, isLeast: boolean, range: Range): BitmapFilter {
  return {
    narrow: (selected, run) => narrowToBound(selected, bound, isLeast, run),
    ...(!bound.isExact && {
      settle: (selected, run) =>
        putBack(selected, keepInRange(range, taken, takeCell(selected, bound, isLeast, run)), run),
    }),
  }
}

/** A lower and an upper bound, which may be of two columns: going through the bits once takes half as long as twice. */
function bandOf(
  columns: MarketColumns,
  conditions: readonly Condition[],
  now: number,
): { readonly filter: BitmapFilter; readonly bounds: readonly Condition[] } | undefined {
  const boundBy = (wanted: Condition['operator']) => {
    const condition = conditions.find(({ column, operator }) => isOneOf(measuredNames, column) && operator === wanted)
    if (!condition || !isOneOf(measuredNames, condition.column)) return undefined
    const bound = columns.levels[condition.column].at(Number(condition.value))
    return { condition, bound, range: rangeOf(columns, condition, now) }
  }
  const [least, most] = [boundBy('atLeast'), boundBy('atMost')]
  if (!least || !most) return undefined
  // Digits by which nothing is in the cell of a bound that needs no look at values.
  const low = least.bound.isExact ? { ...least.bound, upToDigit: least.bound.belowDigit } : least.bound
  const high = most.bound.isExact ? { ...most.bound, belowDigit: most.bound.upToDigit } : most.bound
  const settle = (selected: Bitmap, run: Run) => {
    const count = keepInRange(least.range, taken, takeBand(selected, low, high, run))
    putBack(selected, keepInRange(most.range, taken, count), run)
  }
  return { filter: { settle }, bounds: [least.condition, most.condition] }
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

/** Calls for the blocks of a run that lie on one side, as many at once as follow one another. */
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
 * A block that lies in the range as a whole, or outside of it, needs no look at its values. Listings that are chosen or
 * rejected have none that count.
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
        if (side === 'across') putBack(selected, keepInRange(range, taken, takeOthers(selected, chosen, part)), part)
      }),
  }
}
