// Trades and listings have integer ids that increase with time, made of a cell of ten minutes and a number within it.
import { minuteMs } from './calendar.ts'

export const cellMs = 10 * minuteMs

/** An upper bound for the number of rows in a cell. */
const maxPerCell = 512

export const idInCell = (cell: number, n: number): number => cell * maxPerCell + n
