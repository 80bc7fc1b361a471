// Imports mutated bundles: each is refused with a sentence and without effect, or imported as exactly what its rows
// say.
import { cpSync, lstatSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'tar'
import { AnomalyError } from '../../../../build/import/anomalies.ts'
import { BundleValidationError } from '../../../../build/import/validation-errors.ts'
import { importAndRender } from '../../../../build/import-and-render.ts'
import { ArchiveError, NoBundleError } from '../../../../build/import/bundle.ts'
import { treeOf } from '../../../../build/test/test-bundle.ts'
import { api } from '../../../../data/api/table.ts'
import { Catalog } from '../../../../data/store/catalog/catalog.ts'
import type { Stream } from '../../../../data/sample/random.ts'
import { builtWorld } from '../../../../scripts/test/built-world.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { importedAt } from '../storage/data-folder.ts'
import { answersOf } from '../storage/served-answers.ts'
import { writeSmallBundle } from './small-bundle.ts'
import {
  flipBits,
  linesOf,
  mutate,
  mutations,
  rowTwice,
  writeLines,
  type Line,
  type Mutation,
} from './bundle-mutations.ts'

async function packed(bundle: string, random: Stream): Promise<string> {
  const archive = `${bundle}.tar.gz`
  await create({ gzip: true, file: archive, cwd: bundle }, readdirSync(bundle))
  if (random.chance(0.7)) writeFileSync(archive, flipBits(readFileSync(archive), random))
  return archive
}

/** The data folder into which mutated bundles are imported. It is restored after each import that succeeded. */
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

  /** Lists every file with its change time, which no program can set: a file whose line is the same was not written. */
  #files(): string {
    return readdirSync(this.dataDir, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const { ino, size, ctimeNs } = lstatSync(join(this.dataDir, name), { bigint: true })
        return `${name} ${ino} ${size} ${ctimeNs}`
      })
      .join('\n')
  }

  /** Makes a new copy of the bundle with the next patch; returns its folder. */
  next(): string {
    const bundle = join(this.#folder, 'next')
    for (const path of [bundle, `${bundle}.tar.gz`]) rmSync(path, { recursive: true, force: true })
    cpSync(this.#second, bundle, { recursive: true })
    return bundle
  }
}

/** Whether the error is a message that tells an operator what is wrong. */
function isSentence(error: unknown): boolean {
  if (error instanceof BundleValidationError)
    return error.errors.every((one) => /^[\w./-]+(:\d+)?: .*expected .*, got /s.test(one))
  if (error instanceof AnomalyError) return error.anomalies.length > 0
  const isBundleError = error instanceof ArchiveError || error instanceof NoBundleError
  return error instanceof Error && (isBundleError || error.constructor === Error) && error.message.endsWith('.')
}

/** Imports a mutated bundle and checks the outcome; resolves to whether the import succeeded. */
async function importMutated(
  rig: Rig,
  place: Place,
  mutation: Mutation,
  importInto: typeof importAndRender,
): Promise<boolean> {
  const { random } = rig
  const bundle = place.next()
  let description = mutate(bundle, mutation, random)
  let given = bundle
  if (random.chance(0.1)) {
    given = await packed(bundle, random)
    description += ', as an archive'
  }
  const options = { api, dataDir: place.dataDir, patches: 'none' as const, now: importedAt }
  try {
    await importInto([given], options)
  } catch (error) {
    const problem = !isSentence(error) ? `not a sentence: ${String(error).slice(0, 300)}` : undefined
    const effect = place.hasChanged() ? 'it left something behind' : undefined
    rig.check(problem === undefined && effect === undefined, () => `${description}: ${problem ?? effect}`)
    if (effect) place.reset()
    return false
  }
  const got = answersIn(place.dataDir)
  const wanted = await answersOfParsed(bundle, place).catch((error: unknown) => String(error).slice(0, 200))
  rig.check(got === wanted, () => `${description}: it was imported as something else than its rows: ${wanted}`)
  place.reset()
  return true
}

/** Returns the answers after an import of the same rows, parsed and serialized again. */
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

async function importAll(rig: Rig, importInto: typeof importAndRender, mutations: readonly Mutation[]): Promise<void> {
  const place = new Place(rig.folder, await builtWorld())
  await place.prepare()
  let imported = 0
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const mutation = mutations[nth % mutations.length]
    if (mutation && (await importMutated(rig, place, mutation, importInto))) imported += 1
  }
  rig.note(
    `${imported} were imported, the others refused; memory at the end: ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB`,
  )
}

/** An import that silently keeps only the last of several rows with the same id. */
const importLastOfEach: typeof importAndRender = ([given = ''], options) => {
  const copy = `${given}-last`
  cpSync(given, copy, { recursive: true })
  for (const name of readdirSync(copy).filter((one) => one.endsWith('.ndjson'))) {
    const byId = new Map(linesOf(join(copy, name)).map((line) => [line.id, line]))
    writeLines(join(copy, name), [...byId.values()])
  }
  return importAndRender([copy], options)
}

export const mutatedBundles: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => importAll(rig, importAndRender, mutations),
  negativeControl: {
    what: 'an import that silently keeps the last of two rows with the same id',
    amount: 1,
    finds: [/a row twice of \w+\.ndjson: it was imported as something else than its rows/],
    run: (rig) => importAll(rig, importLastOfEach, [rowTwice]),
  },
}
