import type { Numbers } from './growing.ts'
import type { Term } from '../../../api/live/live-store.ts'
import { codedNames, flagBits, isOneOf, measuredNames, type MarketColumns } from './market-columns.ts'

/** Keeps the numbers at the front that pass; returns how many they are. */
export type Pass = (numbers: Int32Array, count: number) => number

/** A loop over plain arrays for each kind of condition. Throws for a column that the index has not. */
export function passOf(columns: MarketColumns, { column, is, value }: Term, now: number): Pass {
  if (isOneOf(codedNames, column)) {
    const coded = columns.coded[column]
    const code = coded.codeOf(String(value))
    return code === undefined ? () => 0 : equalTo(coded.codes.values, code)
  }
  if (isOneOf(measuredNames, column)) {
    const { values } = columns.measured[column]
    return is === 'atLeast' ? atLeast(values, Number(value)) : atMost(values, Number(value))
  }
  if (column === 'has_expired') return expired(columns, now, value === true)
  if (column === 'has_sold' || column === 'has_cancelled')
    return flagged(columns.flags.values, flagBits[column], value === true)
  throw new Error(`The market's index has no column ${column}`)
}

function equalTo(codes: Numbers, code: number): Pass {
  return (numbers, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const number = numbers[at] ?? 0
      if (codes[number] === code) numbers[kept++] = number
    }
    return kept
  }
}

function atLeast(values: Numbers, least: number): Pass {
  return (numbers, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const number = numbers[at] ?? 0
      if ((values[number] ?? 0) >= least) numbers[kept++] = number
    }
    return kept
  }
}

function atMost(values: Numbers, most: number): Pass {
  return (numbers, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const number = numbers[at] ?? 0
      if ((values[number] ?? 0) <= most) numbers[kept++] = number
    }
    return kept
  }
}

function flagged(flags: Numbers, bit: number, wanted: boolean): Pass {
  const expected = wanted ? bit : 0
  return (numbers, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const number = numbers[at] ?? 0
      if (((flags[number] ?? 0) & bit) === expected) numbers[kept++] = number
    }
    return kept
  }
}

/** Seen as expired, or past its end and neither sold nor cancelled (DESIGN 3). */
function expired(columns: MarketColumns, now: number, wanted: boolean): Pass {
  const flags = columns.flags.values
  const expiresAt = columns.expiresAt.values
  const over = flagBits.has_sold | flagBits.has_cancelled
  return (numbers, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const number = numbers[at] ?? 0
      const bits = flags[number] ?? 0
      const isExpired = (bits & flagBits.has_expired) !== 0 || ((bits & over) === 0 && (expiresAt[number] ?? 0) <= now)
      if (isExpired === wanted) numbers[kept++] = number
    }
    return kept
  }
}
