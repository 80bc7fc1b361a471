// For instances that import no bundles: downloads the catalog from a published tree.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Api } from '../../data/api/model/api.ts'
import type { Patch } from '../../data/api/model/patches.ts'
import { bulkFolder } from '../../data/api/model/values/bulk-files.ts'
import { manifestFile, publishedCatalog, type Manifest } from '../../data/api/static/manifest.ts'
import { CatalogVersionError } from '../../data/store/catalog/catalog-schema.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { BulkListings, listingPath } from '../../data/store/files/bulk-listings.ts'
import { hasHash } from '../../data/store/files/etag.ts'
import { acquireImportLock } from '../../data/store/files/import-lock.ts'
import { moveFile } from '../../data/store/files/place-file.ts'
import { readManifest } from '../../data/store/files/tree.ts'
import {
  catalogFile,
  finishSwitch,
  isSwitchUnfinished,
  nextCatalogFile,
  previousCatalogFile,
  replacedCatalogFile,
  removeTemporaryManifests,
  switchTo,
  temporaryFolder,
} from '../render/switch.ts'
import { readPublishedManifest } from './published-manifest.ts'
import { TreeClient } from './tree-client.ts'

interface CatalogSourceOptions {
  api: Api
  /** URL (http or https) of the folder that contains manifest.json. */
  url: string
  dataDir: string
  log: Logger
  /** Interval between two polls of the manifest; 5000 by default. */
  pollMilliseconds?: number
}

type Outcome = 'switched' | 'unchanged' | 'refused'

const maxPauseMilliseconds = 20_000
/** Timeout for reads on which a request waits. */
const requestTimeoutMilliseconds = 2000

/**
 * Polls the manifest of a published tree and downloads its catalog to the data folder. Like an import, this is all or
 * nothing, and a service on the folder switches to the new catalog. Assets and bulk files are downloaded on request.
 */
export class CatalogSource {
  /** Counts polls of the tree by outcome. */
  readonly refreshes: Record<Outcome, number> = { switched: 0, unchanged: 0, refused: 0 }
  readonly #options: CatalogSourceOptions
  readonly #tree: TreeClient
  readonly #tempDir: string
  readonly #fetching = new Map<string, Promise<void>>()
  readonly #limit = pLimit(8)
  #refreshing: Promise<Outcome> | undefined
  #refusal: string | undefined
  #canOpen = false
  #pause: number
  #timer: NodeJS.Timeout | undefined
  readonly #closed = new AbortController()

  constructor(options: CatalogSourceOptions) {
    this.#options = options
    this.#tree = new TreeClient(options.url)
    this.#pause = this.#pollMilliseconds
    this.#tempDir = join(options.dataDir, temporaryFolder)
    this.#removeLeftovers()
    mkdirSync(this.#tempDir, { recursive: true })
  }

  /** Removes temporary files of killed processes, unless another process is working on the folder. */
  #removeLeftovers(): void {
    const { dataDir } = this.#options
    const release = acquireImportLock(dataDir)
    if (!release) return
    for (const name of [nextCatalogFile, previousCatalogFile, replacedCatalogFile])
      rmSync(join(dataDir, name), { force: true })
    rmSync(this.#tempDir, { recursive: true, force: true })
    removeTemporaryManifests(dataDir)
    release()
  }

  /** Starts polling. Resolves when the folder has a catalog, possibly one that was downloaded earlier, or when this is closed. */
  async start(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted && !this.#hasCatalog()) {
      const outcome = await this.refresh()
      if (outcome !== 'switched') await delay(this.#pause, undefined, { signal }).catch(() => undefined)
    }
    this.#schedule(0)
  }

  /** Whether the folder has a catalog that can be opened; not checked again once it has. */
  #hasCatalog(): boolean {
    const { dataDir, api } = this.#options
    return (this.#canOpen ||= canOpen(join(dataDir, catalogFile), api))
  }

  close(): void {
    this.#closed.abort()
    clearTimeout(this.#timer)
    this.#tree.close()
  }

  /** Reads the patches of the published tree. Rejects with an `Error` that names the URL. */
  async publishedPatches(): Promise<readonly Patch[]> {
    return (await this.#publishedManifest(requestTimeoutMilliseconds)).patches
  }

  /** Polls the tree, unless its catalog was refused before; only regular polls retry that. */
  async catchUp(): Promise<void> {
    if (this.#refusal === undefined) await this.refresh()
  }

  /** Polls the tree once and switches to a new catalog. One that cannot be downloaded or verified is refused; the folder stays as it is. */
  refresh(): Promise<Outcome> {
    this.#refreshing ??= this.#refreshOnce().finally(() => (this.#refreshing = undefined))
    return this.#refreshing
  }

  async #refreshOnce(): Promise<Outcome> {
    const outcome = await this.#refreshAlone().catch((error: unknown) => this.#refuse(error as Error))
    this.refreshes[outcome] += 1
    if (outcome === 'refused') this.#pause = Math.min(2 * this.#pause, maxPauseMilliseconds)
    else {
      this.#refusal = undefined
      this.#pause = this.#pollMilliseconds
    }
    return outcome
  }

  /** Downloads a file `assets/...` or `bulk/...` to the folder. Rejects with an `Error` that names the URL. */
  fetchFile(name: string): Promise<void> {
    const known = this.#fetching.get(name)
    if (known) return known
    const path = join(this.#options.dataDir, name)
    const fetching = this.#limit(() => this.#download(name, path, hashIn(name)))
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'a published file could not be fetched')
        throw error
      })
      .finally(() => this.#fetching.delete(name))
    this.#fetching.set(name, fetching)
    return fetching
  }

  get #pollMilliseconds(): number {
    return this.#options.pollMilliseconds ?? 5000
  }

  #schedule(milliseconds: number): void {
    if (this.#closed.signal.aborted) return
    const poll = () => void this.refresh().then(() => this.#schedule(this.#pause))
    this.#timer = setTimeout(poll, milliseconds).unref()
  }

  /** Logs a reason only if it differs from that of the previous refusal. */
  #refuse(error: Error): Outcome {
    if (this.#closed.signal.aborted) return 'unchanged'
    if (error.message !== this.#refusal)
      this.#options.log.error({ err: error }, 'the published catalog is refused; what is here stays')
    this.#refusal = error.message
    return 'refused'
  }

  /** Holds the import lock, so that only one of several processes on the folder downloads. */
  async #refreshAlone(): Promise<Outcome> {
    const { dataDir } = this.#options
    const release = acquireImportLock(dataDir)
    if (!release) return 'unchanged'
    try {
      const manifest = await this.#publishedManifest()
      if (this.#hasCatalog() && isSwitchedTo(dataDir, manifest)) {
        // A refused catalog that was downloaded before is no longer published.
        rmSync(join(dataDir, nextCatalogFile), { force: true })
        return 'unchanged'
      }
      await this.#switchTo(manifest)
      return 'switched'
    } finally {
      release()
    }
  }

  async #publishedManifest(maxSilenceMilliseconds?: number): Promise<Manifest> {
    return readPublishedManifest(await this.#tree.text(manifestFile, maxSilenceMilliseconds))
  }

  async #switchTo(manifest: Manifest): Promise<void> {
    const { dataDir, api } = this.#options
    const current = join(dataDir, catalogFile)
    const next = (await hasHash(current, manifest.catalog)) ? undefined : join(dataDir, nextCatalogFile)
    // The catalog may have been downloaded before and refused.
    if (next && !(await hasHash(next, manifest.catalog)))
      await this.#download(publishedCatalog(manifest), next, manifest.catalog)
    checkState(next ?? current, api, manifest)
    await this.#downloadListings(manifest)
    await switchTo(dataDir, manifest, next)
    rmSync(join(dataDir, previousCatalogFile), { force: true })
    finishSwitch(dataDir, manifest, new Set())
  }

  async #downloadListings(manifest: Manifest): Promise<void> {
    const { dataDir } = this.#options
    for (const hash of new BulkListings(dataDir, manifest).hashes()) {
      const path = listingPath(dataDir, hash)
      if (!existsSync(path)) await this.#download(`${bulkFolder}/${hash}.json`, path, hash)
    }
  }

  async #download(name: string, path: string, sha256: string | undefined): Promise<void> {
    const temporary = join(this.#tempDir, randomUUID())
    try {
      await this.#tree.save(name, temporary, sha256)
      mkdirSync(dirname(path), { recursive: true })
      moveFile(temporary, path)
    } finally {
      rmSync(temporary, { force: true })
    }
  }
}

/** Whether the folder has the state of a manifest. After an interrupted switch, the catalog may belong to the next manifest instead. */
const isSwitchedTo = (dataDir: string, manifest: Manifest): boolean =>
  !isSwitchUnfinished(dataDir) && JSON.stringify(manifest) === JSON.stringify(readManifest(dataDir))

/** The SHA-256 in the name of a file; undefined for variants of pictures, which are named by the hash of the original. */
const hashIn = (name: string): string | undefined =>
  /\/([0-9a-f]{64})$/.exec(name)?.[1] ?? (name.startsWith(bulkFolder) ? /[0-9a-f]{64}/.exec(name)?.[0] : undefined)

function canOpen(file: string, api: Api): boolean {
  try {
    new Catalog(file, api).close()
    return true
  } catch {
    return false
  }
}

function checkState(file: string, api: Api, { state }: Manifest): void {
  const catalog = openPublished(file, api)
  const found = catalog.state
  catalog.close()
  if (found !== state) throw new Error('The published catalog is not in the state that manifest.json names.')
}

function openPublished(file: string, api: Api): Catalog {
  try {
    return new Catalog(file, api)
  } catch (error) {
    if (!(error instanceof CatalogVersionError)) throw error
    throw new Error('The published catalog was made by another version of this program: both need the same one.')
  }
}
