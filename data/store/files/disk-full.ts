import { statfsSync } from 'node:fs'

const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** Whether an error of Node or SQLite says that the disk, its inodes or the quota of the user is exhausted. */
export const isDiskFull = (error: unknown): boolean => codes.has((error as { code?: unknown } | undefined)?.code)

/**
 * Calls a function that writes to a folder. If the disk is full, throws an `Error` whose message says how much is left.
 */
export async function withDiskFullError<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isDiskFull(error) ? diskFullError(folder, error) : error
  }
}

/** Makes the error for operators. */
function diskFullError(folder: string, cause: unknown): Error {
  const { bavail, bsize, files, ffree } = statfsSync(folder)
  const inodes = files > 0 ? ` and ${ffree} files` : ''
  const sentence = `The disk of ${folder} is full: ${Math.floor((bavail * bsize) / 1024)} KB${inodes} are left. What was served before still is. Make room and run the command again.`
  return new Error(sentence, { cause })
}
