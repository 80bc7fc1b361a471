// The number of kills in suites that kill processes.
import { inLongForm } from './long-form.ts'

/** Returns the number of kills: that of KILLS if it is set, else that of the form in which the suites run. */
export const killCount = (long: number, short: number): number =>
  process.env.KILLS === undefined ? inLongForm(long, short) : Number(process.env.KILLS)

/** Prints the number of kills in the form that `npm run faults` reads to sum kills by activity. */
export const reportKills = (of: 'intake' | 'move' | 'snapshot', kills: number, said: string): void =>
  console.log(`kills of ${of}: ${kills}, ${said}`)
