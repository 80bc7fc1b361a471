import { constants, copyFileSync, linkSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { unfinishedSuffix } from './write-atomic.ts'

/**
 * Where a hard link is refused: between file systems, by those that have none, of files that belong to another user
 * (protected_hardlinks), and of a file that has too many.
 */
const refusals = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Gives a file a second name, which a copy has where a hard link is refused. Such a copy is not flushed. Throws `EEXIST` if the name is
 * taken.
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
