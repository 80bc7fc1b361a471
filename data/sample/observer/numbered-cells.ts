// Trades and listings have integer ids that rise with time: cells of ten minutes, and a number within the cell.
import { minuteMs } from './calendar.ts'

export const cellMs = 10 * minuteMs

/** More than a cell ever has. */
const maxPerCell = 512

export const idInCell = (cell: number, n: number): number => cell * maxPerCell + n
