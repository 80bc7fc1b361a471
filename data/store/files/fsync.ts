import { execFile } from 'node:child_process'
import { closeSync, fsyncSync, openSync, statfsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Writes one file, or the names in a folder, to disk. */
export function fsyncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The types of Linux's file systems in memory, tmpfs and ramfs. */
const typesInMemory = new Set([0x01021994, 0x858458f6])

/**
 * Writes the file system's cache to disk; one in memory has none. Where `sync` knows no `-f`, everything is flushed.
 * Rejects where the disk refuses: a plain `sync` would not tell.
 */
export async function syncFileSystem(folder: string): Promise<void> {
  // Starting a program copies the page tables of this process: 50 ms and more for a large one.
  if (typesInMemory.has(statfsSync(folder).type)) return
  const run = promisify(execFile)
  try {
    await run('sync', ['-f', folder])
  } catch (error) {
    const said = (error as { stderr?: string }).stderr ?? ''
    if (/option|usage/i.test(said)) {
      await run('sync')
      return
    }
    const reason = said.trim() || (error instanceof Error ? error.message : String(error))
    throw new Error(`${folder} could not be written to disk, so nothing of it is used: ${reason}`, { cause: error })
  }
}
