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
 * Where a hard link is refused: between file systems, by those that have none, of files that belong to another user
 * (protected_hardlinks), and of a file that has too many.
 */
const refusals = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Gives a file a second name: a hard link, or a copy where that is refused. A copy is not flushed. Throws `EEXIST` if
 * the name is taken.
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code ?? '')) throw error
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

export const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST'

/** Moves a file, atomically in its new place, which may be on another file system. The name of the file must be unique there. */
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
 * Makes a folder, with `mode`, and those above it that are missing. Throws what `mkdirSync` throws. Not by its `recursive`: with it Node
 * tries for ever where a file system, such as /proc, says that the parent of a new folder is not there.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Makes an empty file that nobody else can read, unless there is one. One that cannot be made is told by whoever opens it. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    return
  }
}
