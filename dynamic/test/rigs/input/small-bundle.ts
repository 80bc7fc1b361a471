import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf, writeLines } from './bundle-mutations.ts'

const documents = ['patch.json', 'facets.json', 'locales/en.json']
const rowsPerFile = 12
const rowFiles = ['items.ndjson', 'loot_tables.ndjson', 'monsters.ndjson']

/** Writes a bundle with the first rows of three files of another bundle, and the pictures and models that they name. */
export function writeSmallBundle(from: string, to: string): void {
  mkdirSync(join(to, 'locales'), { recursive: true })
  for (const name of documents.filter((one) => existsSync(join(from, one))))
    copyFileSync(join(from, name), join(to, name))
  for (const name of rowFiles) writeLines(join(to, name), linesOf(join(from, name)).slice(0, rowsPerFile))
  const texts = rowFiles.map((name) => readFileSync(join(to, name), 'utf8')).join('')
  for (const [path] of texts.matchAll(/assets\/[\w/]+\.(png|glb)/g)) cpSync(join(from, path), join(to, path))
}
