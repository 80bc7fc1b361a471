import type { Row } from '../../format/api-response.ts'

interface Resistances {
  /** Types of damage with a resistance other than 0 in any of the rows, in the order of the rows. */
  readonly nonZero: readonly string[]
  /** Types of damage with a resistance of 0 in all rows. */
  readonly zero: readonly string[]
}

export const resistanceOf = (row: Row, type: string): unknown => ((row.resistances ?? {}) as Row)[type]

/** Separates types of damage that have an effect from those whose zeros are shown together in one line. */
export function resistancesOf(rows: readonly Row[]): Resistances {
  const types = [...new Set(rows.flatMap(({ resistances }) => Object.keys((resistances ?? {}) as Row)))]
  const isZero = (type: string) => rows.every((row) => (resistanceOf(row, type) ?? 0) === 0)
  return { nonZero: types.filter((type) => !isZero(type)), zero: types.filter(isZero) }
}
