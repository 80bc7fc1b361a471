import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { conditionsOf } from '../../data/api/model/filters.ts'
import { renderedFilesOf, type CanonicalRequest, type Endpoint } from '../../data/api/model/endpoint.ts'
import { Problem } from '../../data/api/model/values/errors.ts'
import { formatIndex } from '../../data/api/static/folder-index.ts'
import { indexFile, type FolderIndex, type Manifest, type RenderedScope } from '../../data/api/static/manifest.ts'
import { folderOf, isInTree, outputPath } from '../../data/api/static/output-path.ts'
import type { Patch } from '../../data/api/model/patches.ts'
import { respond } from '../../data/api/answer/respond.ts'
import { staticRequests, type EnumerableRows } from '../../data/api/static/static-requests.ts'
import { scopeOf } from '../../data/api/model/store.ts'
import type { Catalog } from '../../data/store/catalog/catalog.ts'
import { etagOf, sha256 } from '../../data/store/files/etag.ts'
import { readIndex, readManifest } from '../../data/store/files/tree.ts'
import { compress, siblingEndings } from '../../data/store/files/compress.ts'
import { BulkFolder, type BulkListing } from '../bulk/bulk-folder.ts'
import { writeBulk } from '../bulk/write-bulk.ts'
import { hasBulkFiles } from '../../data/store/files/bulk-listings.ts'
import { indexLinks } from './index-links.ts'
import { fingerprintOf } from './rendered-state.ts'
import { sourceDigest } from './source-digest.ts'
import { createBatchWriter, createHiddenWriter } from '../../data/store/files/write-atomic.ts'

export interface RenderOptions {
  catalog: Catalog
  /** SHA-256 of the catalog's file. */
  catalogHash: string
  dataDir: string
  /** Number of the newest patches of each branch to render. */
  patches: 'all' | 'none' | number
  /** Also renders scopes that have not changed. */
  everything?: boolean
  onProgress?: (progress: { patch: Patch | undefined; doneFiles: number; totalFiles: number }) => void
}

export interface RenderResult {
  readonly manifest: Manifest
  /** Numbers of files that were written, and of files in rendered scopes that were up to date. */
  readonly written: number
  readonly kept: number
  /** Scopes that were rendered again. */
  readonly changed: ReadonlySet<string>
}

const concurrency = 64

/** Renders what has changed below `_static`. Returns the manifest, which makes the files visible once it is in its place. */
export async function render(options: RenderOptions): Promise<RenderResult> {
  const { catalog, catalogHash, dataDir } = options
  const earlier = options.everything ? undefined : readManifest(dataDir)
  const digest = await sourceDigest()
  const scopes: Record<string, RenderedScope> = {}
  const count = { written: 0, kept: 0 }
  const changed = new Set<string>()
  for (const { id } of catalog.patches.all) catalog.bulk.set(id, undefined)
  const bulk = new BulkFolder(dataDir, earlier, digest)
  // Scope 0 comes last: it lists the bulk files of every patch.
  for (const patch of [...patchesToRender(catalog.patches.all, options.patches), undefined]) {
    const scope = scopeOf(patch)
    const fingerprint = fingerprintOf(catalog, scope, digest)
    const before = earlier?.scopes[scope]
    if (before?.fingerprint === fingerprint && isComplete(dataDir, scope, before)) {
      scopes[scope] = before
      if (before.bulk !== undefined) listBulk(catalog, scope, bulk.reuse(scope, before.bulk))
      continue
    }
    changed.add(String(scope))
    const listing = patch && (await writeBulk(catalog, patch, bulk))
    if (listing) listBulk(catalog, scope, listing)
    const folders = await new ScopeRenderer(options, patch, before, count).run()
    scopes[scope] = { fingerprint, folders, ...(listing && { bulk: listing.hash }) }
  }
  return {
    manifest: { format: 1, catalog: catalogHash, state: catalog.state, patches: catalog.patches.all, scopes },
    ...count,
    changed,
  }
}

const listBulk = (catalog: Catalog, scope: number, { hash, files }: BulkListing): void =>
  catalog.bulk.set(scope, hash, files)

/** Whether all files of a scope exist. After an interrupted render they may not: a folder has no index while its files are written. */
const isComplete = (dataDir: string, scope: number, { folders, bulk }: RenderedScope): boolean =>
  Object.entries(folders).every(([name, hash]) => readIndex(dataDir, folderOf(scope, name), hash)) &&
  (bulk === undefined || hasBulkFiles(dataDir, bulk))

function patchesToRender(patches: readonly Patch[], setting: RenderOptions['patches']): readonly Patch[] {
  if (setting === 'all') return patches
  if (setting === 'none') return []
  return patches.filter(
    ({ branch, id }) => patches.filter((other) => other.branch === branch && other.id >= id).length <= setting,
  )
}

/** Renders one scope: a folder per resource, each with an index of its files. */
class ScopeRenderer {
  readonly #options: RenderOptions
  readonly #patch: Patch | undefined
  readonly #before: RenderedScope | undefined
  readonly #count: { written: number; kept: number }
  readonly #write = createBatchWriter()
  readonly #writeHidden = createHiddenWriter()
  #done = 0
  #total = 0

  constructor(
    options: RenderOptions,
    patch: Patch | undefined,
    before: RenderedScope | undefined,
    count: { written: number; kept: number },
  ) {
    this.#options = options
    this.#patch = patch
    this.#before = before
    this.#count = count
  }

  get #scope(): number {
    return scopeOf(this.#patch)
  }

  async run(): Promise<Record<string, string>> {
    const groups = groupByFolder(this.#endpoints())
    const hashes: Record<string, string> = {}
    for (const [name, endpoints] of groups) hashes[name] = await this.#folder(name, endpoints)
    return hashes
  }

  #endpoints(): Endpoint[] {
    const isScoped = this.#patch !== undefined
    return this.#options.catalog.api.endpoints.filter(
      (endpoint) => isInTree(endpoint) && (endpoint.mode.column !== undefined) === isScoped,
    )
  }

  async #folder(name: string, endpoints: readonly Endpoint[]): Promise<string> {
    const { catalog, dataDir } = this.#options
    const folder = folderOf(this.#scope, name)
    const resource = endpoints[0]?.resource
    const ids = resource ? catalog.ids(resource, this.#scope) : []
    const earlier = readIndex(dataDir, folder, this.#before?.folders[name])
    const isNew = !existsSync(join(dataDir, folder))
    rmSync(join(dataDir, folder, indexFile), { force: true })
    const files: Record<string, string> = {}
    const total = this.#totalOf(endpoints)
    const requests = () => requestsOf(endpoints, this.#patch, { total: total ?? ids.length, ids })
    this.#total += Array.from(requests(), () => 0).length
    const write = async (request: CanonicalRequest) => {
      const path = outputPath(request)
      const file = path && join(dataDir, folder, path.name)
      const etag = file && (await this.#file(request, file, { earlier: earlier?.find('files', path.name), isNew }))
      if (etag) files[path.name] = etag
      this.#done += 1
      this.#options.onProgress?.({ patch: this.#patch, doneFiles: this.#done, totalFiles: this.#total })
    }
    // All loops take requests from one generator: a promise per file would be most of the memory of a render.
    const remaining = requests()
    const writeRemaining = async () => {
      for (const request of remaining) await write(request)
    }
    await Promise.all(Array.from({ length: concurrency }, writeRemaining))
    const aliases = resource ? catalog.aliases(resource, this.#scope) : {}
    const links = indexLinks(catalog, this.#scope, endpoints, ids)
    const index: FolderIndex = { total, aliases, files, ...links }
    const text = formatIndex(index)
    this.#write(join(dataDir, folder, indexFile), text)
    return sha256(text)
  }

  /** Number of rows in the folder's list without a query; default values of filters may exclude some rows. */
  #totalOf(endpoints: readonly Endpoint[]): number | null {
    const list = endpoints.find((endpoint) => renderedFilesOf(endpoint)?.by === 'page')
    if (!list?.resource) return null
    const values = Object.fromEntries(Object.entries(list.params).map(([name, param]) => [name, param.default]))
    const conditions = conditionsOf(list.filters, values)
    const none = { offset: 0, limit: 0, descending: false }
    return this.#options.catalog.page(list.resource, this.#scope, { conditions, texts: undefined }, none).total
  }

  /** Writes the answer to a request, unless its file is up to date. Returns its ETag; undefined if the answer is a problem. */
  async #file(
    request: CanonicalRequest,
    path: string,
    { earlier, isNew }: { earlier: string | undefined; isNew: boolean },
  ): Promise<string | undefined> {
    const body = this.#body(request)
    if (!body) return undefined
    const etag = etagOf(body)
    if (etag === earlier) {
      this.#count.kept += 1
      return etag
    }
    const siblings = await compress(body)
    // Files of a new folder are not read before it has an index.
    const named = [['', body], ...siblings] as const
    if (isNew) await Promise.all(named.map(([ending, bytes]) => this.#writeHidden(`${path}.json${ending}`, bytes)))
    else for (const [ending, bytes] of named) this.#write(`${path}.json${ending}`, bytes)
    if (siblings.length === 0 && !isNew)
      for (const ending of siblingEndings) rmSync(`${path}.json${ending}`, { force: true })
    this.#count.written += 1
    return etag
  }

  #body(request: CanonicalRequest): Buffer | undefined {
    try {
      return Buffer.from(respond(request, this.#options.catalog).body)
    } catch (problem) {
      if (problem instanceof Problem) return undefined
      throw problem
    }
  }
}

function* requestsOf(
  endpoints: readonly Endpoint[],
  patch: Patch | undefined,
  rows: EnumerableRows,
): Generator<CanonicalRequest> {
  for (const endpoint of endpoints) yield* staticRequests(endpoint, patch, rows)
}

function groupByFolder(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const groups = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) {
    const name = endpoint.resource?.name ?? endpoint.id
    groups.set(name, [...(groups.get(name) ?? []), endpoint])
  }
  return groups
}
