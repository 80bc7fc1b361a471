// Small files that must be durable are written with `write-file-atomic`. What is here is for thousands of files at once and for links.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Returns a function that writes many files, each atomically and without fsync: the caller flushes all of them at once before
 * anything refers to them. `write-file-atomic` takes about 4 times as long without fsync and 16 times as long with it.
 * `isHidden` says that the file has no readers yet, so that it is written in place.
 */
export function createBatchWriter(): (path: string, bytes: Buffer | string, isHidden?: boolean) => void {
  const made = new Set<string>()
  return (path, bytes, isHidden = false) => {
    const folder = dirname(path)
    if (!made.has(folder)) {
      mkdirSync(folder, { recursive: true })
      made.add(folder)
    }
    if (isHidden) return writeFileSync(path, bytes)
    writeFileSync(`${path}.new`, bytes)
    renameSync(`${path}.new`, path)
  }
}

/** Points a symbolic link to another target: it leads to the old target or to the new one at every moment. */
export function replaceSymlink(link: string, target: string): void {
  rmSync(`${link}.new`, { force: true })
  symlinkSync(target, `${link}.new`)
  renameSync(`${link}.new`, link)
}
