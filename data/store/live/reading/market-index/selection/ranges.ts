import type { Condition } from '../../../../../api/model/conditions.ts'
import type { Numbers } from '../columns/growable-array.ts'
import { codedNames, flaggedNames, isOneOf, measuredNames, type MarketColumns } from '../columns/market-columns.ts'

/** A condition on a listing's number in `values`: it has to be between two bounds, inclusive. */
export interface Range {
  readonly values: Numbers
  readonly low: number
  readonly high: number
  /** If present, the number also has to be one of these. */
  readonly only?: ReadonlySet<number>
}

/**
 * Translates a condition to a range. Instants are whole milliseconds. Throws an `Error` if the index lacks the column.
 */
export function rangeOf(columns: MarketColumns, { column, operator, value }: Condition, now: number): Range {
  if (isOneOf(codedNames, column)) {
    const { codes, codeOf } = columns.coded[column]
    // No listing has the code -1.
    if (operator !== 'oneOf') return only(codes.values, codeOf.get(String(value)) ?? -1)
    const wanted = textsOf({ value }).map((text) => codeOf.get(text) ?? -1)
    return { values: codes.values, low: Math.min(...wanted), high: Math.max(...wanted), only: new Set(wanted) }
  }
  if (isOneOf(flaggedNames, column)) return only(columns.flags[column].values, value === true ? 1 : 0)
  if (column === 'has_expired') {
    const { values } = columns.expiredFrom
    return value === true ? atMost(values, now) : atLeast(values, Math.floor(now) + 1)
  }
  const bound = Number(value)
  const values = isOneOf(measuredNames, column) ? columns.measured[column].values : instants(columns, column)
  if (operator === 'atLeast') return atLeast(values, bound)
  return atMost(values, operator === 'below' ? Math.ceil(bound) - 1 : bound)
}

function instants({ createdAt }: MarketColumns, column: string): Numbers {
  if (column !== 'created_at') throw new Error(`The market's index has no column ${column}`)
  return createdAt.values
}

const atLeast = (values: Numbers, low: number): Range => ({ values, low, high: Infinity })
const atMost = (values: Numbers, high: number): Range => ({ values, low: -Infinity, high })
const only = (values: Numbers, code: number): Range => ({ values, low: code, high: code })

/** The texts of a condition on a coded column: several for `oneOf`. */
export const textsOf = ({ value }: Pick<Condition, 'value'>): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [String(value)]

/** Moves the places whose values are in the range to the front. Returns their number. */
export function keepInRange({ values, low, high, only: wanted }: Range, places: Int32Array, count: number): number {
  let kept = 0
  if (wanted) {
    for (let at = 0; at < count; at += 1) {
      const place = places[at] ?? 0
      if (wanted.has(values[place] ?? 0)) places[kept++] = place
    }
    return kept
  }
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0
    const value = values[place] ?? 0
    if (value >= low && value <= high) places[kept++] = place
  }
  return kept
}
