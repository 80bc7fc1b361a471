import type { Column } from '../../../api/model/columns.ts'
import { sortBytewise } from '../../../api/model/values/byte-order.ts'
import type { Texts } from '../../../api/model/values/locales.ts'
import type { Scalar } from './column-values.ts'
import type { Steps } from '../../../api/model/values/steps.ts'

/**
 * For each row the rank of its value among the distinct values of the column, from 0; `count` for rows without a value.
 */
export interface ColumnRanks {
  readonly ranks: Uint32Array
  /** Number of distinct values. */
  readonly count: number
}

const rowsPerStep = 5000

/**
 * Ranks the values of a column: numbers by size, then texts bytewise or, if the column is ordered, first in the order of its
 * usual values. With `texts`, localization keys are ranked by their texts.
 */
export function* columnRanks(values: readonly Scalar[], column?: Column, texts?: Texts): Steps<ColumnRanks> {
  const codes = new Uint32Array(values.length)
  const codeOf = new Map<Scalar, number>()
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? null
    const localized = texts && typeof value === 'string' ? (texts.get(value) ?? value) : value
    const code = codeOf.get(localized) ?? codeOf.size
    codeOf.set(localized, code)
    codes[at] = code
    if (at % rowsPerStep === rowsPerStep - 1) yield
  }
  const sorted = sortedValues([...codeOf.keys()], column)
  yield
  const rankOf = new Uint32Array(codeOf.size).fill(sorted.length)
  for (const [rank, value] of sorted.entries()) rankOf[codeOf.get(value) ?? 0] = rank
  return { ranks: codes.map((code) => rankOf[code] ?? 0), count: sorted.length }
}

function sortedValues(distinct: readonly Scalar[], column?: Column): Scalar[] {
  const numbers = Float64Array.from(distinct.filter((value) => typeof value === 'number')).sort()
  const texts = sortBytewise(distinct.filter((value) => typeof value === 'string'))
  if (!column?.isOrdered) return [...numbers, ...texts]
  const usual = (column.usual ?? []).filter((value) => texts.includes(value))
  return [...numbers, ...usual, ...texts.filter((value) => !usual.includes(value))]
}
