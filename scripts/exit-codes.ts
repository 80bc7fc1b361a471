import { BusyError } from '../build/publish.ts'
import { SettingsError } from '../dynamic/settings.ts'

/** What a command's exit tells scripts; `npm run import -- --help` lists them. */
export const exitCodes = { unexpected: 1, usage: 2, faults: 3, anomalies: 4, conflict: 5, busy: 6 } as const

/** Prints an error as a sentence, or whole when nobody expected it, and sets the exit code. */
export function exitWith(kind: keyof typeof exitCodes, error: unknown): void {
  const known = error instanceof SettingsError ? 'usage' : error instanceof BusyError ? 'busy' : kind
  const isSentence = known !== 'unexpected' || (error instanceof Error && error.constructor === Error)
  console.error(isSentence && error instanceof Error ? error.message : error)
  process.exitCode = exitCodes[known]
}
