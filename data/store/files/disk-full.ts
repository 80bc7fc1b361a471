import { statfsSync } from 'node:fs'

const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** True if the disk, its inodes or the user's quota is exhausted, whichever call reported it. */
export const isDiskFull = (error: unknown): boolean => codes.has((error as { code?: unknown } | undefined)?.code)

/** Does work that writes to this folder. Throws the sentence about its disk if that is full. */
export async function onDiskOf<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isDiskFull(error) ? diskFull(folder, error) : error
  }
}

/** The error as a sentence. What is served has not changed. */
function diskFull(folder: string, cause: unknown): Error {
  const { bavail, bsize, files, ffree } = statfsSync(folder)
  const inodes = files > 0 ? ` and ${ffree} files` : ''
  const sentence = `The disk of ${folder} is full: ${Math.floor((bavail * bsize) / 1024)} KB${inodes} are left. What was served before still is. Make room and run the command again.`
  return new Error(sentence, { cause })
}
