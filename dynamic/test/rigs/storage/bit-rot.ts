// One bit of a catalog or of a rendered file is another: a service refuses to start on such a catalog, and answers as
// before without the file.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { api } from '../../../../data/api/table.ts'
import { Catalog } from '../../../../data/store/catalog/catalog.ts'
import { sha256 } from '../../../../data/store/files/etag.ts'
import { readManifest } from '../../../../data/store/files/tree.ts'
import { Generation } from '../../../catalog/generation.ts'
import { ServedCatalog } from '../../../catalog/served-catalog.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { prepare, type Prepared } from './data-folder.ts'
import { renderedRequests } from './served-answers.ts'

/** Opens what a service would serve; gives all its answers, or undefined where it refuses to. */
type Open = (dataDir: string) => Promise<Opened | undefined>

interface Opened {
  /** As one hash. */
  readonly answers: string
  /** How many of them are files. */
  readonly files: number
}

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
  const whole = await open(prepared.dataDir)
  if (whole === undefined) throw new Error('the folder without faults is refused')
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const name = nth % 4 === 3 ? renderedFile(rig, prepared) : 'catalog.db'
    const path = join(prepared.dataDir, name)
    const at = flip(rig, path)
    const got = await open(prepared.dataDir)
    if (name === 'catalog.db') rig.check(got === undefined, `${name}, byte ${at}: it was served`)
    else rig.check(isWithout(whole, got), `${name}, byte ${at}: ${JSON.stringify({ whole, got })}`)
    cpSync(join(prepared.before, name), path)
  }
}

/** The same answers, with fewer of them from files: the one that is damaged was noticed. */
const isWithout = (whole: Opened, got: Opened | undefined): boolean =>
  got !== undefined && got.answers === whole.answers && got.files < whole.files

function renderedFile({ random }: Rig, { before }: Prepared): string {
  const files = readdirSync(join(before, '_static'), { recursive: true, encoding: 'utf8' }).sort()
  return join('_static', random.pick(files.filter((name) => name.endsWith('.json'))))
}

/** As a service opens it: files first, then its catalog. */
async function openServed(dataDir: string): Promise<Opened | undefined> {
  const log = pino({ level: 'silent' })
  try {
    const served = await ServedCatalog.open({ api, dataDir, build: { version: 'rig' }, log })
    const opened = await answersWithFiles(served.current)
    served.close()
    return opened
  } catch {
    return undefined
  }
}

async function answersWithFiles(current: Generation): Promise<Opened> {
  const bodies: string[] = []
  let files = 0
  for (const request of renderedRequests(current.catalog)) {
    const file = current.file(request)
    if (file) files += 1
    const { bytes } = await (file ?? (await current.respond(request))).body('identity')
    bodies.push(bytes.toString())
  }
  return { answers: sha256(bodies.join('\n')), files }
}

/** Opens whatever SQLite takes for a database; files are read as the service reads them. */
async function openUnchecked(dataDir: string): Promise<Opened | undefined> {
  try {
    if (!existsSync(join(dataDir, 'catalog.db'))) return undefined
    const generation = new Generation(new Catalog(join(dataDir, 'catalog.db'), api), dataDir, readManifest(dataDir))
    const opened = await answersWithFiles(generation)
    generation.close()
    return opened
  } catch {
    return undefined
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
