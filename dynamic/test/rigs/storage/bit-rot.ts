// One bit of a catalog or of a rendered file is another: a service refuses to start on such a catalog, and answers as
// before without the file.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { api } from '../../../../data/api/table.ts'
import { Catalog } from '../../../../data/store/catalog/catalog.ts'
import { ServedCatalog } from '../../../catalog/served-catalog.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { prepare, type Prepared } from './data-folder.ts'
import { answersOf } from './served-answers.ts'

/** Opens what a service would serve; gives all its answers, or undefined where it refuses to. */
type Open = (dataDir: string) => Promise<string | undefined>

function flip(rig: Rig, path: string): number {
  const bytes = readFileSync(path)
  const at = rig.random.int(0, bytes.length - 1)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << rig.random.int(0, 7))
  writeFileSync(path, bytes)
  return at
}

async function flipBits(rig: Rig, open: Open): Promise<void> {
  const prepared = await prepare(rig.folder, 'import')
  prepared.reset()
  const expected = await open(prepared.dataDir)
  if (expected === undefined) throw new Error('the folder without faults is refused')
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const name = nth % 4 === 3 ? renderedFile(rig, prepared) : 'catalog.db'
    const path = join(prepared.dataDir, name)
    const at = flip(rig, path)
    const got = await open(prepared.dataDir)
    rig.check(name === 'catalog.db' ? got === undefined : got === expected, `${name}, byte ${at}: it was served`)
    cpSync(join(prepared.before, name), path)
  }
}

function renderedFile({ random }: Rig, { before }: Prepared): string {
  const files = readdirSync(join(before, '_static'), { recursive: true, encoding: 'utf8' }).sort()
  return join('_static', random.pick(files.filter((name) => name.endsWith('.json'))))
}

/** As a service opens it. */
async function openServed(dataDir: string): Promise<string | undefined> {
  const log = pino({ level: 'silent' })
  try {
    const served = await ServedCatalog.open({ api, dataDir, build: { version: 'rig' }, log })
    const answers = answersOf(served.current.catalog)
    served.close()
    return answers
  } catch {
    return undefined
  }
}

/** Opens whatever SQLite takes for a database. */
function openUnchecked(dataDir: string): Promise<string | undefined> {
  try {
    if (!existsSync(join(dataDir, 'catalog.db'))) return Promise.resolve(undefined)
    const catalog = new Catalog(join(dataDir, 'catalog.db'), api)
    const answers = answersOf(catalog)
    catalog.close()
    return Promise.resolve(answers)
  } catch {
    return Promise.resolve(undefined)
  }
}

export const bitRot: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => flipBits(rig, openServed),
  negativeControl: {
    what: 'a service that opens whatever SQLite takes',
    amount: 40,
    run: (rig) => flipBits(rig, openUnchecked),
  },
}
