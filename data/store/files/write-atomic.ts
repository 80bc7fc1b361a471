// Atomic writes of thousands of files, and of links. Small files that must be durable are written with
// `write-file-atomic`.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Suffix of the names of incomplete files. */
export const unfinishedSuffix = '.new'

/**
 * Returns a function that writes many files, each atomically and without fsync. The caller syncs all of them together
 * before anything refers to them. `write-file-atomic` takes about 4 times as long without fsync and 16 times as long with
 * it.
 */
export function createBatchWriter(): (path: string, bytes: Buffer | string) => void {
  const makeFolder = folderMaker()
  return (path, bytes) => {
    makeFolder(dirname(path))
    writeFileSync(path + unfinishedSuffix, bytes)
    renameSync(path + unfinishedSuffix, path)
  }
}

/**
 * Returns a function that writes many files in place, which must not have readers yet. Threads of Node write them while the
 * caller makes the next ones: with 7,000 files on a busy machine, this takes 0.2 s of the calling thread instead of 4, and
 * 7 s in all instead of 18.
 */
export function createHiddenWriter(): (path: string, bytes: Buffer | string) => Promise<void> {
  const makeFolder = folderMaker()
  return (path, bytes) => {
    makeFolder(dirname(path))
    return writeFile(path, bytes)
  }
}

/** Returns a function that creates each folder only once. */
function folderMaker(): (folder: string) => void {
  const made = new Set<string>()
  return (folder) => {
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(folder)
  }
}

/** Changes the target of a symbolic link atomically. */
export function replaceSymlink(link: string, target: string): void {
  rmSync(link + unfinishedSuffix, { force: true })
  symlinkSync(target, link + unfinishedSuffix)
  renameSync(link + unfinishedSuffix, link)
}
