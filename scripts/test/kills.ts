// How often suites kill what they test: KILLS says so, or the form that they run in.
import { inLongForm } from './long-form.ts'

export const killsOf = (long: number, short: number): number =>
  process.env.KILLS === undefined ? inLongForm(long, short) : Number(process.env.KILLS)

/** As the command of the faults reads it, which counts kills by what was killed. */
export const reportKills = (of: 'intake' | 'move' | 'snapshot', kills: number, said: string): void =>
  console.log(`kills of ${of}: ${kills}, ${said}`)
