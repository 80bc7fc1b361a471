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
import { sharedRuns } from './shared-runs.ts'

interface ServedCatalogOptions {
  api: Api
  dataDir: string
  build: Readonly<Record<string, string>>
  account?: { readonly publicUrl: string }
  log: Logger
  /** What all caches may hold together. */
  memoryMegabytes?: number
  /** Where assets and bulk files come from that are not in the data folder yet. */
  source?: CatalogSource
}

const fallbackPollMilliseconds = 5000
/** Pause between two polls of what another server publishes, and between two downloads, however many requests need it. */
const pauseMilliseconds = 250
/** Pause between two reads of the manifest of the data folder, which cost 15 microseconds each with four patches. */
const ownPauseMilliseconds = 10
/** How long a request waits for a patch that is published. */
const patienceMilliseconds = 5000

export const isUnknownPatch = (error: unknown): boolean => error instanceof Problem && error.code === 'unknown_patch'

/** The generation that is served now; follows the manifest, so that an import needs no restart. */
export class ServedCatalog {
  readonly #options: ServedCatalogOptions
  readonly #manifestPath: string
  readonly #watcher: FSWatcher | undefined
  readonly #published: () => Promise<PatchIndex>
  readonly #catchUp = sharedRuns(() => this.#takeOver(), pauseMilliseconds)
  readonly #onSwitch = new Set<() => void>()
  #current: Generation

  private constructor(options: ServedCatalogOptions, first: Generation) {
    this.#options = options
    const pause = options.source ? pauseMilliseconds : ownPauseMilliseconds
    this.#published = sharedRuns(() => this.#publishedPatches(), pause)
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
    // Of a switch before the folder was watched there is no event.
    if (JSON.stringify(readManifests(options.dataDir)) !== JSON.stringify(manifests)) served.#refresh()
    return served
  }

  get current(): Generation {
    return this.#current
  }

  /**
   * The catalog of whose patches `read` throws no `unknown_patch`, if there is one: another instance may have told of a
   * patch that is not served here yet. Throws `unavailable` while it cannot be had.
   */
  async newer(read: (patches: PatchIndex) => unknown): Promise<Generation | undefined> {
    const knows = (patches: PatchIndex) => finds(() => read(patches))
    const isServed = () => knows(this.#current.catalog.patches)
    if (isServed()) return this.#current
    const published = await this.#published().catch(() => undefined)
    if (published && !knows(published) && !isServed()) return undefined
    if (published && !isServed()) await this.#switched(isServed)
    if (isServed()) return this.#current
    const detail = 'Whether there is such a patch cannot be told here yet: try again in a moment.'
    throw new Problem('unavailable', detail, { headers: { 'retry-after': '2' } })
  }

  close(): void {
    unwatchFile(this.#manifestPath)
    this.#watcher?.close()
    this.#current.close()
  }

  /** A system has a limited number of watchers, of which other programs may have all. */
  #watch(): FSWatcher | undefined {
    const { dataDir, log } = this.#options
    const report = (error: unknown) =>
      log.warn(
        { err: error },
        `the data folder cannot be watched, so an import is seen after up to ${fallbackPollMilliseconds / 1000} s`,
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

  async #takeOver(): Promise<void> {
    await this.#options.source?.catchUp()
    this.#refresh()
  }

  /** Resolves when a matching catalog is served, when it cannot be downloaded, or after a time-out. */
  async #switched(isMeant: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#onSwitch.delete(look)
        resolve()
      }
      const look = () => isMeant() && end()
      const timer = setTimeout(end, patienceMilliseconds)
      this.#onSwitch.add(look)
      this.#catchUp().then(end, end)
    })
  }

  /** Switches synchronously, so requests after the end of an import see it. If the new catalog cannot be opened, the old one is kept. */
  #refresh(): void {
    const { log } = this.#options
    try {
      const next = load(this.#options)
      if (next.isSameAs(this.#current)) {
        this.#current.lookAgain()
        return next.close()
      }
      const last = this.#current
      this.#current = next
      last.close()
      for (const look of this.#onSwitch) look()
      log.info({ patches: next.catalog.patches.all.length, files: next.hasFiles }, 'switched to a new catalog')
    } catch (error) {
      log.error({ err: error }, 'the new catalog cannot be opened; the old one stays')
    }
  }
}

function finds(read: () => unknown): boolean {
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

/** The files were not rendered from this catalog: it was replaced by hand or is damaged. */
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
