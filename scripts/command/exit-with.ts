import { BusyError } from '../../data/store/files/import-lock.ts'
import { SettingsError } from '../../dynamic/settings.ts'
import { exitCodes, type ExitKind } from './exit-codes.ts'

/** Prints an error, an unexpected one with its stack, and sets the exit code. */
export function exitWith(kind: ExitKind, error: unknown): void {
  const known = error instanceof SettingsError ? 'usage' : error instanceof BusyError ? 'busy' : kind
  const isSentence = known !== 'unexpected' || (error instanceof Error && error.constructor === Error)
  console.error(isSentence && error instanceof Error ? error.message : error)
  process.exitCode = exitCodes[known]
}
