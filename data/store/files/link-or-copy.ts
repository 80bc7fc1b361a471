import { constants, copyFileSync, linkSync, rmSync } from 'node:fs'

/**
 * Where a hard link is refused: between file systems, by those that have none, of files that belong to another user
 * (protected_hardlinks), and of a file that has too many.
 */
const refusals = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Gives a file a second name, which a copy has where a hard link is refused. Such a copy is not flushed. */
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
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
}
