import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Api } from '../../data/api/model/api.ts'
import { mainBranch } from '../../data/api/model/patches.ts'
import { isImported, type Resource } from '../../data/api/model/resource.ts'
import { countDangling, countFacets, type DanglingReferences } from '../../data/store/catalog/catalog-counts.ts'
import { differenceOf } from '../../data/store/catalog/changes/scope-difference.ts'
import { runSynchronously } from '../../data/api/model/values/steps.ts'
import { CatalogWriter, type StoredPatch } from '../../data/store/catalog/catalog-writer.ts'
import type { Assets } from '../../data/store/catalog/patch-assets.ts'
import { AnomalyError, findAnomaly, type Anomaly } from './anomalies.ts'
import { storeAssets } from './assets.ts'
import { sizeOfFiles, checkFiles, hashBundle, isAsset, openBundle, type Bundle } from './bundle.ts'
import { facetLabelsAt, packDocuments } from './documents.ts'
import { ValidationErrors } from './validation-errors.ts'
import { findPatch, parentOf } from './parent-patch.ts'
import { readPatchFile, type PatchFile } from './patch-file.ts'
import { readResourceFile } from './resource-file.ts'
import { FirstSearchIndex } from './texts/first-search-index.ts'
import { storeSearchIndex } from './texts/search-index.ts'
import { createTextWorker, type TextWorker } from './texts/text-worker.ts'
import { RowPreparer } from './row-preparer.ts'

export interface ImportOptions {
  api: Api
  /** The catalog to write to: a working copy, to be discarded if the import throws. */
  catalogFile: string
  /** Where pictures and models are stored, by hash. */
  assetsDir: string
  /** Where an archive is unpacked during the import. */
  tempDir: string
  /** Replaces a patch that was imported with other content, instead of throwing `ConflictError`. */
  replace?: boolean
  /** Imports a bundle with anomalies, instead of throwing `AnomalyError`. */
  acceptAnomalies?: boolean
  now?: () => Date
  onProgress?: (progress: { file: string; doneBytes: number; totalBytes: number }) => void
}

export interface ImportSummary {
  readonly outcome: 'imported' | 'replaced' | 'unchanged'
  readonly patchId: number
  readonly branch: string
  readonly version: string
  /** Number of rows of each file of the bundle. */
  readonly rows: Readonly<Record<string, number>>
  /** Undeclared columns by resource. */
  readonly unknownColumns: Readonly<Record<string, readonly string[]>>
  readonly dangling: readonly DanglingReferences[]
  readonly anomalies: readonly Anomaly[]
}

/** The version was imported before with other content. */
export class ConflictError extends Error {
  override name = 'ConflictError'
}

/**
 * Imports a bundle into a working copy of the catalog, all or nothing. Throws `BundleValidationError`, `AnomalyError`,
 * `ConflictError`, and what `openBundle` throws.
 */
export async function importBundle(path: string, options: ImportOptions): Promise<ImportSummary> {
  const bundle = await openBundle(path, options.tempDir)
  const writer = new CatalogWriter(options.catalogFile, options.api)
  const worker = createTextWorker(sizeOfFiles(bundle, (name) => !isAsset(name)))
  try {
    const summary = await new Import(bundle, writer, options, worker).run()
    writer.commit()
    return summary
  } finally {
    await worker.close()
    writer.close()
    bundle.close()
  }
}

/** Takes the place of an invalid patch.json, so that the rows are checked nonetheless. */
const placeholderPatchFile: PatchFile = { branch: mainBranch, version: ' ' }

class Import {
  readonly #bundle: Bundle
  readonly #writer: CatalogWriter
  readonly #options: ImportOptions
  readonly #worker: TextWorker
  #firstIndex: FirstSearchIndex | undefined
  readonly #errors = new ValidationErrors()
  readonly #rows: Record<string, number> = {}
  readonly #unknownColumns: Record<string, string[]> = {}
  readonly #anomalies: Anomaly[] = []
  #doneBytes = 0

  constructor(bundle: Bundle, writer: CatalogWriter, options: ImportOptions, worker: TextWorker) {
    this.#worker = worker
    this.#bundle = bundle
    this.#writer = writer
    this.#options = options
  }

  async run(): Promise<ImportSummary> {
    checkFiles(this.#bundle, this.#options.api, this.#errors)
    const file = readPatchFile(this.#bundle, this.#errors) ?? placeholderPatchFile
    const bundleHash = hashBundle(this.#bundle)
    const patches = this.#writer.patches()
    const known = findPatch(patches, file)
    const assetsBefore = known && this.#writer.assets.of(known.id)
    if (known?.bundle_hash === bundleHash) {
      const isUnchanged = await this.#isUnchanged(known.id)
      this.#errors.throwIfAny()
      if (isUnchanged) return this.#summary('unchanged', known.id, file)
    }
    if (known && !this.#options.replace) {
      const name = `${file.version} on ${file.branch}`
      throw new ConflictError(
        `Patch ${name} is there already, with other content; nothing was imported. Add --replace to put this in its place.`,
      )
    }
    const parent = parentOf(file, { known, patches, errors: this.#errors })
    const patchId = this.#storePatchRow(file, parent, known, bundleHash)
    await this.#importContent(patchId, parent?.id ?? null)
    this.#errors.throwIfAny()
    if (this.#anomalies.length > 0 && !this.#options.acceptAnomalies) throw new AnomalyError(this.#anomalies)
    this.#derive(patchId)
    if (assetsBefore) {
      this.#refreshChildren(patchId, assetsBefore)
      this.#writer.dropOrphans()
    }
    this.#writer.refreshPatchRows()
    return this.#summary(known ? 'replaced' : 'imported', patchId, file)
  }

  /**
   * Whether a patch that was imported from this bundle before stays unchanged. With `replace`, pictures and models that
   * are missing in DATA_DIR are stored again; if the installed version of sharp encodes one of them to other bytes, the
   * patch is replaced, since its rows contain the former hash.
   */
  async #isUnchanged(patchId: number): Promise<boolean> {
    const { assets } = this.#writer
    if (!this.#options.replace) return true
    if (assets.hasFormerAssets(patchId)) return false
    const before = assets.listing(patchId)
    await (await this.#checkedAssets(patchId)).encode()
    return assets.listing(patchId) === before
  }

  #storePatchRow(
    file: PatchFile,
    parent: StoredPatch | undefined,
    known: StoredPatch | undefined,
    bundleHash: string,
  ): number {
    const fields = {
      branch: file.branch,
      version: file.version,
      version_raw: file.version_raw ?? file.version,
      display_name: file.display_name ?? file.version,
      released_at: file.released_at ?? null,
      imported_at: known?.imported_at ?? (this.#options.now?.() ?? new Date()).toISOString(),
      parent_patch_id: parent?.id ?? null,
      notes: file.notes ?? null,
    }
    if (!known) return this.#writer.addPatch(fields, bundleHash)
    this.#writer.resetPatch(known.id, fields, bundleHash)
    return known.id
  }

  /** Stores the content of the bundle, and what the patch inherits from its parent. */
  async #importContent(patchId: number, parentId: number | null): Promise<void> {
    if (parentId !== null) {
      this.#writer.assets.carry(patchId, parentId)
      for (const [file, source] of this.#writer.sources(parentId)) this.#writer.setSource(patchId, file, source)
    }
    // Texts are packed and indexed, and pictures encoded, on other threads while this one reads rows.
    const documents = packDocuments(this.#bundle, { writer: this.#writer, patchId, worker: this.#worker })
    const { encode } = await this.#checkedAssets(patchId)
    if (parentId === null) this.#firstIndex = new FirstSearchIndex(this.#worker, this.#writer, patchId)
    const before = this.#errors.errors.length
    await Promise.all([encode(), this.#importResources(patchId, parentId)])
    this.#errors.insert(await documents.store(), before)
    await this.#firstIndex?.finish()
  }

  #checkedAssets(patchId: number): ReturnType<typeof storeAssets> {
    const { assetsDir } = this.#options
    return storeAssets(this.#bundle, { writer: this.#writer, patchId, assetsDir, errors: this.#errors })
  }

  async #importResources(patchId: number, parentId: number | null): Promise<void> {
    for (const resource of this.#options.api.resources.values()) {
      if (!isImported(resource)) continue
      if (this.#bundle.files.has(`${resource.name}.ndjson`)) await this.#importResource(resource, patchId, parentId)
      else if (parentId !== null) this.#writer.rows.copy(resource, parentId, patchId)
      await setImmediate()
    }
  }

  async #importResource(resource: Resource, patchId: number, parentId: number | null): Promise<void> {
    const name = `${resource.name}.ndjson`
    const errors = this.#errors
    const sink = this.#writer.rowSink(resource)
    const assetOf = (path: string) => this.#writer.assets.find(patchId, path)
    const preparer = new RowPreparer({ resource, errors, assetOf })
    const into = { preparer, sink, index: this.#firstIndex, errors }
    const onBytes = (bytes: number) => this.#progress(name, bytes)
    const lines = await readResourceFile(join(this.#bundle.folder, name), name, { ...into, onBytes })
    // Errors about keys follow the other errors of the file, because keys are compared once all rows are stored.
    for (const { key, row } of sink.finish(patchId, parentId))
      errors.add(name, lines.all()[row] ?? 0, 'id', 'one row for each id', key)
    this.#writer.setColumnCounts(patchId, resource, preparer.counts, preparer.slugs)
    this.#rows[resource.name] = sink.count
    if (preparer.unknownColumns.size > 0) this.#unknownColumns[resource.name] = [...preparer.unknownColumns].sort()
    if (parentId !== null && errors.count === 0) {
      const found = { patchId, parentId, counts: preparer.counts, rows: sink.count }
      const anomaly = findAnomaly(this.#writer, resource, found)
      if (anomaly) this.#anomalies.push(anomaly)
    }
    this.#writer.setSource(patchId, resource.name)
  }

  #progress(file: string, bytes: number): void {
    this.#doneBytes += bytes
    const totalBytes = sizeOfFiles(this.#bundle, (name) => name.endsWith('.ndjson'))
    this.#options.onProgress?.({ file, doneBytes: this.#doneBytes, totalBytes })
  }

  /** Computes what depends on all rows of the patch: facets, changes, search index and fingerprint. */
  #derive(patchId: number): void {
    const labels = facetLabelsAt(this.#writer, patchId)
    this.#writer.setFacets(patchId, countFacets(this.#writer, patchId, labels))
    const parentId = this.#writer.patches().find(({ id }) => id === patchId)?.parent_patch_id ?? null
    if (parentId !== null) {
      this.#writer.setChanges(patchId, runSynchronously(differenceOf(this.#writer, parentId, patchId)))
      storeSearchIndex(this.#writer, this.#options.api, patchId, parentId)
    }
    this.#writer.refreshFingerprint(patchId)
  }

  /** Updates what children inherit from a replaced patch. */
  #refreshChildren(parentId: number, assetsBefore: Assets): void {
    for (const { id } of this.#writer.patches().filter((patch) => patch.parent_patch_id === parentId)) {
      const before = this.#writer.inherit(id, parentId, assetsBefore)
      this.#derive(id)
      this.#refreshChildren(id, before)
    }
  }

  #summary(outcome: ImportSummary['outcome'], patchId: number, { branch, version }: PatchFile): ImportSummary {
    return {
      outcome,
      patchId,
      branch,
      version,
      rows: this.#rows,
      unknownColumns: this.#unknownColumns,
      dangling: outcome === 'unchanged' ? [] : countDangling(this.#writer, patchId),
      anomalies: this.#anomalies,
    }
  }
}
