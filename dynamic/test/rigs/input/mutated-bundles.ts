// Bundles with something wrong in their bytes, rows, pictures or archive: refused with a sentence and without effect,
// or taken for exactly what their rows say.
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { create } from 'tar'
import { AnomalyError } from '../../../../build/import/anomalies.ts'
import { BundleValidationError } from '../../../../build/import/validation-errors.ts'
import { importAndRender } from '../../../../build/import-and-render.ts'
import { ArchiveError, NoBundleError } from '../../../../build/import/bundle.ts'
import { treeOf, writeTestBundle } from '../../../../build/test/test-bundle.ts'
import { api } from '../../../../data/api/table.ts'
import { Catalog } from '../../../../data/store/catalog/catalog.ts'
import type { Stream } from '../../../../data/sample/random.ts'
import { builtWorld } from '../../../../scripts/test/built-world.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { importedAt } from '../storage/data-folder.ts'
import { answersOf } from '../storage/served-answers.ts'
import { flipBits, linesOf, mutations, writeLines, type Line, type Mutation } from './bundle-mutations.ts'

async function packed(bundle: string, random: Stream): Promise<string> {
  const archive = `${bundle}.tar.gz`
  await create({ gzip: true, file: archive, cwd: bundle }, readdirSync(bundle))
  if (random.chance(0.7)) writeFileSync(archive, flipBits(readFileSync(archive), random))
  return archive
}

const documents = ['patch.json', 'facets.json', 'locales/en.json']
const rowsOfFile = 12
const rowFiles = ['items.ndjson', 'loot_tables.ndjson', 'monsters.ndjson']

/** Writes a bundle of a few rows each, and the pictures and models that these name. */
function writeSmallBundle(from: string, to: string): void {
  mkdirSync(join(to, 'locales'), { recursive: true })
  for (const name of documents.filter((one) => existsSync(join(from, one))))
    copyFileSync(join(from, name), join(to, name))
  for (const name of rowFiles) writeLines(join(to, name), linesOf(join(from, name)).slice(0, rowsOfFile))
  const texts = rowFiles.map((name) => readFileSync(join(to, name), 'utf8')).join('')
  for (const [path] of texts.matchAll(/assets\/[\w/]+\.(png|glb)/g)) cpSync(join(from, path), join(to, path))
}

/** Where bundles are imported; everything in it is made again after one was taken. */
class Place {
  readonly #world: string
  readonly #second: string
  readonly #folder: string
  readonly base: string
  readonly dataDir: string
  before = ''
  #filesBefore = ''

  constructor(folder: string, world: string) {
    this.#folder = folder
    this.#world = world
    this.#second = join(folder, 'second')
    this.base = join(folder, 'base')
    this.dataDir = join(folder, 'data')
  }

  async prepare(): Promise<void> {
    const [first, second] = [join(this.#folder, 'first'), this.#second]
    const [oldest = ''] = readdirSync(join(this.#world, 'bundles')).sort()
    for (const to of [first, second]) writeSmallBundle(join(this.#world, 'bundles', oldest), to)
    const patch = JSON.parse(readFileSync(join(second, 'patch.json'), 'utf8')) as Line
    const next = { ...patch, version: '9.0.0.1', version_raw: '9.0.0-1+main' }
    writeFileSync(join(second, 'patch.json'), JSON.stringify(next))
    await importAndRender([first], { api, dataDir: this.base, patches: 'none', now: importedAt })
    this.reset()
  }

  reset(): void {
    rmSync(this.dataDir, { recursive: true, force: true })
    cpSync(this.base, this.dataDir, { recursive: true })
    this.before = treeOf(this.dataDir)
    this.#filesBefore = this.#files()
  }

  hasChanged(): boolean {
    return this.#files() !== this.#filesBefore && treeOf(this.dataDir) !== this.before
  }

  /** Every file with the instant of its last change, which no program can set: what has the same was not written. */
  #files(): string {
    return readdirSync(this.dataDir, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const { ino, size, ctimeNs } = lstatSync(join(this.dataDir, name), { bigint: true })
        return `${name} ${ino} ${size} ${ctimeNs}`
      })
      .join('\n')
  }

  /** A copy of the bundle that follows. */
  next(): string {
    const bundle = join(this.#folder, 'next')
    for (const path of [bundle, `${bundle}.tar.gz`]) rmSync(path, { recursive: true, force: true })
    cpSync(this.#second, bundle, { recursive: true })
    return bundle
  }
}

/** A refusal that a person can act on. */
function isSentence(error: unknown): boolean {
  if (error instanceof BundleValidationError)
    return error.errors.every((one) => /^[\w./-]+(:\d+)?: .*expected .*, got /s.test(one))
  if (error instanceof AnomalyError) return error.anomalies.length > 0
  const isMeant = error instanceof ArchiveError || error instanceof NoBundleError
  return error instanceof Error && (isMeant || error.constructor === Error) && error.message.endsWith('.')
}

/** Whether the mutated bundle was taken. */
async function importMutated(rig: Rig, place: Place, mutate: Mutation): Promise<boolean> {
  const { random } = rig
  const bundle = place.next()
  let told = mutate(bundle, random)
  let given = bundle
  if (random.chance(0.1)) {
    given = await packed(bundle, random)
    told += ', as an archive'
  }
  const options = { api, dataDir: place.dataDir, patches: 'none' as const, now: importedAt }
  try {
    await importAndRender([given], options)
  } catch (error) {
    const problem = !isSentence(error) ? `not a sentence: ${String(error).slice(0, 300)}` : undefined
    const effect = place.hasChanged() ? 'it left something behind' : undefined
    rig.check(problem === undefined && effect === undefined, () => `${told}: ${problem ?? effect}`)
    if (effect) place.reset()
    return false
  }
  const got = answersIn(place.dataDir)
  const wanted = await answersOfParsed(bundle, place).catch((error: unknown) => String(error).slice(0, 200))
  rig.check(got === wanted, () => `${told}: it was taken for something else than its rows: ${wanted}`)
  place.reset()
  return true
}

/** The answers after an import of the same rows, parsed and written anew. */
async function answersOfParsed(bundle: string, place: Place): Promise<string> {
  const anew = `${bundle}-anew`
  const dataDir = `${place.dataDir}-anew`
  for (const path of [anew, dataDir]) rmSync(path, { recursive: true, force: true })
  cpSync(bundle, anew, { recursive: true })
  cpSync(place.base, dataDir, { recursive: true })
  for (const name of readdirSync(anew).filter((one) => one.endsWith('.ndjson')))
    writeLines(join(anew, name), linesOf(join(anew, name)))
  await importAndRender([anew], { api, dataDir, patches: 'none', now: importedAt })
  return answersIn(dataDir)
}

function answersIn(dataDir: string): string {
  const catalog = new Catalog(join(dataDir, 'catalog.db'), api)
  try {
    return answersOf(catalog)
  } finally {
    catalog.close()
  }
}

async function run(rig: Rig): Promise<void> {
  const place = new Place(rig.folder, await builtWorld())
  await place.prepare()
  let taken = 0
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const mutate = mutations[nth % mutations.length]
    if (mutate && (await importMutated(rig, place, mutate))) taken += 1
  }
  rig.note(
    `${taken} were taken, the others refused; memory at the end: ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB`,
  )
}

/** An importer that takes what it can parse, one file after the other, and is silent about the rest. */
async function runNegativeControl(rig: Rig): Promise<void> {
  const place = new Place(rig.folder, await builtWorld())
  await place.prepare()
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const bundle = place.next()
    const told = mutations[nth % mutations.length]?.(bundle, rig.random)
    const before = place.before
    try {
      for (const name of readdirSync(bundle).filter((one) => one.endsWith('.ndjson'))) {
        writeTestBundle(join(rig.folder, 'part'), `9.0.0.${nth}`, { [name]: readFileSync(join(bundle, name)) })
        linesOf(join(bundle, name))
        copyFileSync(join(bundle, name), join(place.dataDir, name))
      }
    } catch (error) {
      rig.check(isSentence(error) && treeOf(place.dataDir) === before, `${told}: ${String(error).slice(0, 80)}`)
    }
    place.reset()
  }
}

export const mutatedBundles: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'an importer that works file by file and passes on what the parser says',
    amount: 12,
    run: runNegativeControl,
  },
}
