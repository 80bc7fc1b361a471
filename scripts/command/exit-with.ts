import { CatalogVersionError } from '../../data/store/catalog/catalog-schema.ts'
import { messageWithCauses } from '../../data/store/dialect/message-of.ts'
import { DatabaseUnavailableError } from '../../data/store/dialect/unavailable.ts'
import { BusyError } from '../../data/store/files/import-lock.ts'
import { CannotListenError } from '../../dynamic/listener/listen.ts'
import { SettingsError } from '../../dynamic/settings.ts'
import { describePermissionError } from './describe-permission-error.ts'
import { exitCodes, type ExitKind } from './exit-codes.ts'
import { printableLines } from './printable.ts'

/**
 * Prints an error and sets the exit code. Errors that operators can fix are printed as a sentence, others with their
 * stack.
 */
export function exitWith(kind: ExitKind, error: unknown): void {
  const known = kindOf(error) ?? kind
  const isSentence = known !== 'unexpected' || (error instanceof Error && error.constructor === Error)
  const sentence = sentenceOf(error) ?? (isSentence && error instanceof Error ? error.message : undefined)
  console.error(sentence === undefined ? error : printableLines(sentence))
  process.exitCode = exitCodes[known]
}

function kindOf(error: unknown): ExitKind | undefined {
  if (error instanceof BusyError || error instanceof CannotListenError) return 'busy'
  const isUsage =
    error instanceof SettingsError ||
    pathOfNoFolder(error) !== undefined ||
    describePermissionError(error) !== undefined
  return isUsage ? 'usage' : undefined
}

/**
 * Returns the path at which a folder could not be made because of a file there or in its path, or because the file
 * system allows none.
 */
function pathOfNoFolder(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  return syscall === 'mkdir' && (code === 'EEXIST' || code === 'ENOTDIR' || code === 'ENOENT') ? path : undefined
}

/** Primary SQLite error codes of problems with a file or its disk, rather than with a statement. */
const fileCodes = /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)/
const damagedCodes = /^SQLITE_(CORRUPT|NOTADB)/
const insufficientPrivilege = '42501'

/**
 * Returns the sentence of an error that operators can fix, such as of a database that is away; undefined for other
 * errors.
 */
function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const path = pathOfNoFolder(error)
  if (path !== undefined)
    return 'code' in error && error.code === 'ENOENT'
      ? `${path} cannot be made: its file system takes no such folder. Name another.`
      : `${path} is a file or lies in one, and a folder is needed: name another.`
  const refused = describePermissionError(error)
  if (refused !== undefined) return refused
  if (error instanceof CatalogVersionError) return message
  if (error instanceof DatabaseUnavailableError) return messageWithCauses(error)
  const code = 'code' in error ? String(error.code) : ''
  if (error.name === 'SqliteError' && fileCodes.test(code)) {
    const file = 'path' in error ? String(error.path) : 'A database of DATA_DIR'
    return damagedCodes.test(code)
      ? `${file} is damaged: ${message} (${code}). Restore it from a backup.`
      : `${file} cannot be used: ${message} (${code}).`
  }
  return code === insufficientPrivilege ? `The database refuses it: ${message} (${code}).` : undefined
}
