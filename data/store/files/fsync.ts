import { execFile } from 'node:child_process'
import { closeSync, fsyncSync, openSync, statfsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Syncs a file, or the names in a folder, to disk. */
export function fsyncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Types of the file systems of Linux that are in memory: tmpfs and ramfs. */
const typesInMemory = new Set([0x01021994, 0x858458f6])

/**
 * Syncs the file system of a folder to disk, unless it is in memory. If `sync` does not know `-f`, all file systems are
 * synced. Rejects if the disk fails, which only `sync -f` reports.
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
