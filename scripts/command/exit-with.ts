import { DatabaseUnavailableError } from '../../data/store/dialect/unavailable.ts'
import { BusyError } from '../../data/store/files/import-lock.ts'
import { SettingsError } from '../../dynamic/settings.ts'
import { exitCodes, type ExitKind } from './exit-codes.ts'

/** Prints an error, an unexpected one with its stack, and sets the exit code. */
export function exitWith(kind: ExitKind, error: unknown): void {
  const known = error instanceof SettingsError ? 'usage' : error instanceof BusyError ? 'busy' : kind
  const isSentence = known !== 'unexpected' || (error instanceof Error && error.constructor === Error)
  console.error(isSentence && error instanceof Error ? error.message : (sentenceOf(error) ?? error))
  process.exitCode = exitCodes[known]
}

/** SQLite's primary codes for what is wrong with a file or its disk, not with a statement. */
const fileCodes = /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)/
const insufficientPrivilege = '42501'

/** Of an error that operators can mend: where the database is, or what may be done there. */
function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message, cause } = error
  if (error instanceof DatabaseUnavailableError) {
    const why = cause instanceof Error && !message.includes(cause.message) ? cause.message : ''
    return why === '' ? message : `${message.replace(/\.$/, '')}: ${why}.`
  }
  const code = 'code' in error ? String(error.code) : ''
  if (error.name === 'SqliteError' && fileCodes.test(code))
    return `A database of DATA_DIR cannot be used: ${message} (${code}).`
  return code === insufficientPrivilege ? `The database refuses it: ${message} (${code}).` : undefined
}
