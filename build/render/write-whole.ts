import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Returns a function that writes files whole: nobody ever sees half of one. `isHidden` says that nobody looks yet, so
 * that the file may grow in its place.
 */
export function wholeWriter(): (path: string, bytes: Buffer | string, isHidden?: boolean) => void {
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
