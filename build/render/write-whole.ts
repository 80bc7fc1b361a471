import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns a function that writes files whole: nobody ever sees half of one. */
export function wholeWriter(): (path: string, bytes: Buffer | string) => void {
  const made = new Set<string>()
  return (path, bytes) => {
    const folder = dirname(path)
    if (!made.has(folder)) {
      mkdirSync(folder, { recursive: true })
      made.add(folder)
    }
    writeFileSync(`${path}.new`, bytes)
    renameSync(`${path}.new`, path)
  }
}
