// Negative control of do-work.ts, with the same usage: it writes the new manifest first, and overwrites files in place.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { manifestFile } from '../../../../data/api/static/manifest.ts'
import { waitForStart, doWork, type Work } from './data-folder.ts'

const [kind, dataDir = '', bundle = '', waits] = process.argv.slice(2)
if (waits === '--wait') await waitForStart()
const made = `${dataDir}.made`
rmSync(made, { recursive: true, force: true })
cpSync(dataDir, made, { recursive: true })
await doWork(kind as Work, made, bundle)
const files = readdirSync(made, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(made.length + 1))
for (const path of [manifestFile, 'catalog.db', ...paths]) {
  const to = join(dataDir, path)
  if (!existsSync(dirname(to))) mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, '')
  const bytes = readFileSync(join(made, path))
  for (let from = 0; from < bytes.length; from += 16_384) appendFileSync(to, bytes.subarray(from, from + 16_384))
}
console.log('done')
