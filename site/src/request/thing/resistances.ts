import type { Row } from '../../format/ask.ts'

interface Resistances {
  /** Types of damage that any of the rows resists or suffers more from, in the order in which rows name them. */
  readonly told: readonly string[]
  /** Types that make no difference to any of them. */
  readonly zero: readonly string[]
}

export const resistanceOf = (row: Row, type: string): unknown => ((row.resistances ?? {}) as Row)[type]

/** Zeros say together what a line of each would. */
export function resistancesOf(rows: readonly Row[]): Resistances {
  const types = [...new Set(rows.flatMap(({ resistances }) => Object.keys((resistances ?? {}) as Row)))]
  const isZero = (type: string) => rows.every((row) => (resistanceOf(row, type) ?? 0) === 0)
  return { told: types.filter((type) => !isZero(type)), zero: types.filter(isZero) }
}
