// Flips one bit of the catalog or of a rendered file: a service refuses to start on such a catalog, and gives the same
// answers without such a file.
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
import { prepareWork, type PreparedWork } from './data-folder.ts'
import { renderedRequests } from './served-answers.ts'

/** Opens a data folder as a service does and collects all answers; undefined if the service refuses the folder. */
type Open = (dataDir: string) => Promise<Opened | undefined>

interface Opened {
  /** Hash of all answers. */
  readonly answers: string
  /** Number of answers that come from rendered files. */
  readonly files: number
}

/** Flips a random bit of a file; returns the offset of its byte. */
function flipBit(rig: Rig, path: string): number {
  const bytes = readFileSync(path)
  const at = rig.random.int(0, bytes.length - 1)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << rig.random.int(0, 7))
  writeFileSync(path, bytes)
  return at
}

async function flipBits(rig: Rig, open: Open): Promise<void> {
  const prepared = await prepareWork(rig.folder, 'import')
  prepared.reset()
  const intact = await open(prepared.dataDir)
  if (intact === undefined) throw new Error('the folder without faults is refused')
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const name = nth % 4 === 3 ? renderedFile(rig, prepared) : 'catalog.db'
    const path = join(prepared.dataDir, name)
    const at = flipBit(rig, path)
    const got = await open(prepared.dataDir)
    if (name === 'catalog.db') rig.check(got === undefined, `${name}, byte ${at}: it was served`)
    else rig.check(isWithoutFile(intact, got), `${name}, byte ${at}: ${JSON.stringify({ intact, got })}`)
    cpSync(join(prepared.before, name), path)
  }
}

/** Whether the answers are the same but fewer come from files, so the damaged file was noticed. */
const isWithoutFile = (intact: Opened, got: Opened | undefined): boolean =>
  got !== undefined && got.answers === intact.answers && got.files < intact.files

function renderedFile({ random }: Rig, { before }: PreparedWork): string {
  const files = readdirSync(join(before, '_static'), { recursive: true, encoding: 'utf8' }).sort()
  return join('_static', random.pick(files.filter((name) => name.endsWith('.json'))))
}

/** Opens the folder with the code of the service: answers come from files if there are any, else from the catalog. */
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
    const file = current.staticAnswer(request)
    if (file) files += 1
    const { bytes } = await (file ?? (await current.respond(request))).body('identity')
    bodies.push(bytes.toString())
  }
  return { answers: sha256(bodies.join('\n')), files }
}

/** Opens every catalog that SQLite accepts as a database; files are read as the service reads them. */
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
    what: 'a service that opens every catalog that SQLite accepts',
    amount: 40,
    finds: [/^catalog\.db, byte \d+: it was served$/],
    run: (rig) => flipBits(rig, openUnchecked),
  },
}
