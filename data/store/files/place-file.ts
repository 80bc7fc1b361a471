import {
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { unfinishedSuffix } from './write-atomic.ts'

/**
 * Codes of errors that mean that a hard link is not possible: between file systems, in those without links, to files of
 * another user (protected_hardlinks), and to files that have too many.
 */
const linkRefusals = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Gives a file a second name by a hard link or, if that is not possible, a copy, which is not synced to disk. Throws
 * `EEXIST` if the name is taken.
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!linkRefusals.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    copyWhole(from, to)
  }
}

function copyWhole(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  } catch (error) {
    if (!isTaken(error)) rmSync(to, { force: true })
    throw error
  }
}

/** Whether an error says that a name is taken (`EEXIST`). */
export const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST'

/**
 * Moves a file so that it appears atomically in its new place, which may be on another file system. No other file may
 * be moved there with the same name meanwhile.
 */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const beside = `${to}.${basename(from)}${unfinishedSuffix}`
    try {
      copyFileSync(from, beside)
      renameSync(beside, to)
    } finally {
      rmSync(beside, { force: true })
    }
    rmSync(from)
  }
}

/**
 * Creates a folder with `mode`, and missing folders above it. Throws the errors of `mkdirSync`. Its option `recursive` is
 * not used, because it never returns on file systems, such as /proc, that report an existing parent as missing.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates an empty file that other users cannot read, unless it exists. Errors are ignored: opening the file reports
 * them.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    return
  }
}
