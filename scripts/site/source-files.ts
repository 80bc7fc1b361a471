import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The root folder of the repository. */
export const root = join(import.meta.dirname, '../..')

const isTest = /\.test\.ts$|(^|\/)test\//

/** Returns files, and all files of folders, as sorted paths relative to the root, without suites and their helpers. */
export const filesOf = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path]))

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((path) => !isTest.test(path))
    .sort()
}

/** Hashes the names and the contents of files. */
export function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of filesOf(paths)) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
