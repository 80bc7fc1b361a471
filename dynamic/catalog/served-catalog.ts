import { unwatchFile, watch, watchFile, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Api } from '../../data/api/model/api.ts'
import { manifestFile, type Manifest } from '../../data/api/static/manifest.ts'
import { Caches } from '../../data/store/cache/caches.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { createCatalog } from '../../data/store/catalog/create-catalog.ts'
import { hashFile } from '../../data/store/files/etag.ts'
import { readManifests } from '../../data/store/files/tree.ts'
import { Generation, type CatalogSource } from './generation.ts'

export interface ServedCatalogOptions {
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

/** The generation that is served now; follows the manifest, so that an import needs no restart. */
export class ServedCatalog {
  readonly #options: ServedCatalogOptions
  readonly #manifestPath: string
  readonly #watcher: FSWatcher
  #current: Generation

  private constructor(options: ServedCatalogOptions, first: Generation) {
    this.#options = options
    this.#manifestPath = join(options.dataDir, manifestFile)
    this.#current = first
    this.#watcher = watch(options.dataDir, (_event, name) => {
      if (name === manifestFile) this.#refresh()
    })
    // Some network file systems send no events.
    watchFile(this.#manifestPath, { interval: fallbackPollMilliseconds, persistent: false }, () => this.#refresh())
  }

  /** Opens what is there, after the catalog's bytes were checked against the manifest. Rejects where they are damaged. */
  static async open(options: ServedCatalogOptions): Promise<ServedCatalog> {
    const path = catalogPath(options)
    createCatalog(path, options.api)
    const manifests = readManifests(options.dataDir)
    const hash = manifests.length > 0 ? await hashFile(path) : ''
    const isRendered = manifests.length === 0 || manifests.some(({ catalog }) => catalog === hash)
    return new ServedCatalog(options, isRendered ? load(options) : loadOther(options, manifests))
  }

  get current(): Generation {
    return this.#current
  }

  close(): void {
    unwatchFile(this.#manifestPath)
    this.#watcher.close()
    this.#current.close()
  }

  /** At once: requests after the end of an import see it. When the new catalog cannot be opened the old one stays. */
  #refresh(): void {
    const { log } = this.#options
    try {
      const next = load(this.#options)
      if (next.isSameAs(this.#current)) return next.close()
      const last = this.#current
      this.#current = next
      last.close()
      log.info({ patches: next.catalog.patches.all.length, files: next.hasFiles }, 'switched to a new catalog')
    } catch (error) {
      log.error({ err: error }, 'the new catalog cannot be opened; the old one stays')
    }
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
  const manifest = readManifests(dataDir).find(({ state }) => state === catalog.state)
  return new Generation(catalog, dataDir, manifest, source)
}

/** A catalog that the files were not rendered from: put in its place by hand, or damaged. */
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
