import { existsSync, unwatchFile, watch, watchFile, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Api } from '../../data/api/model/api.ts'
import { PatchIndex } from '../../data/api/model/patches.ts'
import { Problem } from '../../data/api/model/values/errors.ts'
import { manifestFile, type Manifest } from '../../data/api/static/manifest.ts'
import { Caches } from '../../data/store/cache/caches.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { createCatalog } from '../../data/store/catalog/create-catalog.ts'
import { hashFile } from '../../data/store/files/etag.ts'
import { readManifest, readManifests } from '../../data/store/files/tree.ts'
import { Generation, type CatalogSource } from './generation.ts'
import { coalesceCalls } from './coalesce-calls.ts'

interface ServedCatalogOptions {
  api: Api
  dataDir: string
  build: Readonly<Record<string, string>>
  account?: { readonly publicUrl: string }
  log: Logger
  /** Memory limit of all caches together. */
  memoryMegabytes?: number
  /** Downloads the catalog, and assets and bulk files that are not in the data folder yet. */
  source?: CatalogSource
}

const fallbackPollMilliseconds = 5000
/** Pause between two polls of the published tree, and between two downloads, however many requests need them. */
const pauseMilliseconds = 250
/** Pause between two reads of the manifest of the data folder, which cost 15 microseconds each with four patches. */
const manifestPauseMilliseconds = 10
/** Maximum time that a request waits for a patch that is published but not served yet. */
const maxWaitMilliseconds = 5000

export const isUnknownPatch = (error: unknown): boolean => error instanceof Problem && error.code === 'unknown_patch'

/** Holds the generation that is served. It watches the manifest and switches, so that an import needs no restart. */
export class ServedCatalog {
  readonly #options: ServedCatalogOptions
  readonly #manifestPath: string
  readonly #watcher: FSWatcher | undefined
  readonly #published: () => Promise<PatchIndex>
  readonly #catchUp = coalesceCalls(() => this.#downloadAndRefresh(), pauseMilliseconds)
  readonly #onSwitch = new Set<() => void>()
  #current: Generation

  private constructor(options: ServedCatalogOptions, first: Generation) {
    this.#options = options
    const pause = options.source ? pauseMilliseconds : manifestPauseMilliseconds
    this.#published = coalesceCalls(() => this.#publishedPatches(), pause)
    this.#manifestPath = join(options.dataDir, manifestFile)
    this.#current = first
    this.#watcher = this.#watch()
    // Some network file systems send no events.
    watchFile(this.#manifestPath, { interval: fallbackPollMilliseconds, persistent: false }, () => this.#refresh())
  }

  /** Opens the current catalog after verifying its bytes against the manifest. Rejects if they are damaged. */
  static async open(options: ServedCatalogOptions): Promise<ServedCatalog> {
    const path = catalogPath(options)
    createCatalog(path, options.api)
    const manifests = readManifests(options.dataDir)
    if (manifests.length === 0 && existsSync(join(options.dataDir, manifestFile)))
      options.log.warn('manifest.json cannot be read, so no rendered files are served: run `npm run render`')
    const hash = manifests.length > 0 ? await hashFile(path) : ''
    const isRendered = manifests.length === 0 || manifests.some(({ catalog }) => catalog === hash)
    const served = new ServedCatalog(options, isRendered ? load(options) : loadOther(options, manifests))
    // A switch that happened before the folder was watched has sent no event.
    if (JSON.stringify(readManifests(options.dataDir)) !== JSON.stringify(manifests)) served.#refresh()
    return served
  }

  get current(): Generation {
    return this.#current
  }

  /**
   * Resolves to a generation that has a patch, or to undefined if no published catalog has it. `read` throws
   * `unknown_patch` if the given patches do not include it. Waits for a catalog that is published but not served yet:
   * the client may know its patch from another instance. Rejects with `unavailable` if it cannot be obtained in time.
   */
  async findGeneration(read: (patches: PatchIndex) => unknown): Promise<Generation | undefined> {
    const knows = (patches: PatchIndex) => knowsPatch(() => read(patches))
    const isServed = () => knows(this.#current.catalog.patches)
    if (isServed()) return this.#current
    const published = await this.#published().catch(() => undefined)
    if (published && !knows(published) && !isServed()) return undefined
    if (published && !isServed()) await this.#waitForSwitch(isServed)
    if (isServed()) return this.#current
    const detail = 'It is not known here yet whether there is such a patch: try again in a moment.'
    throw new Problem('unavailable', detail, { headers: { 'retry-after': '2' } })
  }

  close(): void {
    unwatchFile(this.#manifestPath)
    this.#watcher?.close()
    this.#current.close()
  }

  /** Watching can fail: the system has a limited number of watchers, and other programs may use all of them. */
  #watch(): FSWatcher | undefined {
    const { dataDir, log } = this.#options
    const report = (error: unknown) =>
      log.warn(
        { err: error },
        `the data folder cannot be watched, so an import is noticed after up to ${fallbackPollMilliseconds / 1000} s`,
      )
    try {
      const watcher = watch(dataDir, (_event, name) => {
        if (name === manifestFile) this.#refresh()
      })
      return watcher.on('error', report)
    } catch (error) {
      report(error)
      return undefined
    }
  }

  async #publishedPatches(): Promise<PatchIndex> {
    const { source, dataDir } = this.#options
    return new PatchIndex(source ? await source.publishedPatches() : (readManifest(dataDir)?.patches ?? []))
  }

  async #downloadAndRefresh(): Promise<void> {
    await this.#options.source?.catchUp()
    this.#refresh()
  }

  /**
   * Resolves when a catalog is served for which `isServed` is true, when none could be downloaded, or after a time-out.
   */
  async #waitForSwitch(isServed: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#onSwitch.delete(check)
        resolve()
      }
      const check = () => isServed() && end()
      const timer = setTimeout(end, maxWaitMilliseconds)
      this.#onSwitch.add(check)
      this.#catchUp().then(end, end)
    })
  }

  /** Switches synchronously, so requests after the end of an import see it. If the new catalog cannot be opened, the old one is kept. */
  #refresh(): void {
    const { log } = this.#options
    try {
      const next = load(this.#options)
      if (next.isSameAs(this.#current)) {
        this.#current.clearCaches()
        return next.close()
      }
      const last = this.#current
      this.#current = next
      last.close()
      for (const check of this.#onSwitch) check()
      log.info({ patches: next.catalog.patches.all.length, files: next.hasFiles }, 'switched to a new catalog')
    } catch (error) {
      log.error({ err: error }, 'the new catalog cannot be opened; the old one is kept')
    }
  }
}

/** False if `read` throws `unknown_patch`. */
function knowsPatch(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (problem) {
    return !isUnknownPatch(problem)
  }
}

const catalogPath = ({ dataDir }: ServedCatalogOptions) => join(dataDir, 'catalog.db')

function load(options: ServedCatalogOptions): Generation {
  const { api, dataDir, build, account, memoryMegabytes, source } = options
  const catalog = new Catalog(catalogPath(options), api, {
    build,
    site: account?.publicUrl,
    caches: new Caches(memoryMegabytes),
  })
  catalog.bulk.readAhead()
  const manifest = readManifests(dataDir).find(({ state }) => state === catalog.state)
  return new Generation(catalog, dataDir, manifest, source)
}

/** Loads a catalog whose bytes no manifest names: it was replaced by hand, or is damaged. Throws if it is damaged. */
function loadOther(options: ServedCatalogOptions, manifests: readonly Manifest[]): Generation {
  const path = catalogPath(options)
  const damaged = (cause?: unknown) =>
    new Error(
      `${path} is damaged: its bytes are not those that were imported. Restore it from a backup, or remove it and import again.`,
      { cause },
    )
  try {
    const generation = load(options)
    if (manifests.every(({ state }) => state !== generation.catalog.state)) {
      options.log.warn('catalog.db is not the one that the files were rendered from: run `npm run render`')
      return generation
    }
    generation.close()
  } catch (error) {
    throw /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '') ? damaged(error) : error
  }
  throw damaged()
}
