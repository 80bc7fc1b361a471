import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Api } from '../../api/model/api.ts'
import type { Patch } from '../../api/model/patches.ts'
import { isImported, type Resource } from '../../api/model/resource.ts'
import { catalogScope, type Facets } from '../../api/model/store.ts'
import type { SlugCounts } from './catalog-counts.ts'
import { checkSchema, referencesTable, searchColumns, searchTable } from './catalog-schema.ts'
import { PatchAssets, type Assets } from './patch-assets.ts'
import { patchRows } from './patch-rows.ts'
import { ReferenceTargets } from './rows/reference-targets.ts'
import { RowSink } from './rows/row-sink.ts'
import { ScopeRows } from './rows/scope-rows.ts'
import { contentId, ScopeRowsTable } from './rows/scope-rows-table.ts'
import type { ScopeDifference } from './changes/scope-difference.ts'

type PatchFields = Omit<Patch, 'id' | 'is_current' | 'changelog_url'>
export interface StoredPatch extends PatchFields {
  readonly id: number
  readonly bundle_hash: string
  readonly fingerprint: string
}
/** Column name to the number of its values in a file, and the number of those that are 0. */
export type ColumnCounts = Record<string, [values: number, zeros: number]>

/** Writes patches into a working copy of the catalog, in one transaction. The copy has no other readers. */
export class CatalogWriter {
  readonly api: Api
  readonly db: Database.Database
  readonly rows: ScopeRowsTable
  readonly assets: PatchAssets
  readonly #targets: ReferenceTargets

  constructor(file: string, api: Api) {
    this.api = api
    this.db = new Database(file, { fileMustExist: true })
    checkSchema(this.db, api)
    // The copy is discarded if anything fails, and fsynced as a whole before it replaces the catalog.
    this.db.pragma('journal_mode = MEMORY')
    this.db.pragma('synchronous = OFF')
    this.db.pragma('cache_size = -16384')
    // Temporary tables of rows (`TemporaryRowTables`) go to a file if they are larger than this.
    this.db.pragma('temp.cache_size = -4096')
    this.db.exec('BEGIN')
    this.rows = new ScopeRowsTable(this.db)
    this.assets = new PatchAssets(this.db)
    this.#targets = new ReferenceTargets(this.db)
  }

  commit(): void {
    this.db.exec('COMMIT')
    this.db.pragma('optimize')
  }

  close(): void {
    this.db.close()
  }

  /** All patches in the order of their ids. */
  patches(): StoredPatch[] {
    return this.db.prepare('SELECT * FROM patches ORDER BY id').all() as StoredPatch[]
  }

  /** Adds a patch without content. Returns its id. */
  addPatch(fields: PatchFields, bundleHash: string): number {
    const columns = Object.keys(fields)
    const sql = `INSERT INTO patches (${columns.join(', ')}, bundle_hash, fingerprint)
      VALUES (${columns.map((name) => `@${name}`).join(', ')}, @bundleHash, '')`
    return Number(this.db.prepare(sql).run({ ...fields, bundleHash }).lastInsertRowid)
  }

  /** Replaces the fields of a patch, which keeps its id, and deletes its content. */
  resetPatch(id: number, fields: PatchFields, bundleHash: string): void {
    const changes = Object.keys(fields).map((name) => `${name} = @${name}`)
    this.db
      .prepare(`UPDATE patches SET ${changes.join(', ')}, bundle_hash = @bundleHash WHERE id = @id`)
      .run({ ...fields, bundleHash, id })
    for (const resource of this.#imported()) this.rows.clear(resource, id)
    const tables = [
      'sources',
      'column_counts',
      'documents',
      'facets',
      'assets',
      'changes',
      'part_changes',
      'search_segments',
    ]
    for (const table of tables) this.db.prepare(`DELETE FROM ${table} WHERE patch_id = ?`).run(id)
  }

  rowSink(resource: Resource): RowSink {
    return new RowSink(this.db, resource, { rows: this.rows, targets: this.#targets })
  }

  /** Sets the patch whose file a patch uses: by default its own. */
  setSource(patchId: number, file: string, sourcePatchId: number = patchId): void {
    this.db.prepare('INSERT OR REPLACE INTO sources VALUES (?, ?, ?)').run(patchId, file, sourcePatchId)
  }

  /** For each file that a patch uses: the patch that it comes from. */
  sources(patchId: number): Map<string, number> {
    const rows = this.db.prepare('SELECT file, source_patch_id FROM sources WHERE patch_id = ?').raw().all(patchId)
    return new Map(rows as [string, number][])
  }

  setColumnCounts(patchId: number, resource: Resource, counts: ColumnCounts, slugs: SlugCounts): void {
    const insert = this.db.prepare('INSERT INTO column_counts VALUES (?, ?, ?, ?)')
    insert.run(patchId, resource.name, JSON.stringify(counts), JSON.stringify(slugs))
  }

  columnCounts(patchId: number, resource: Resource): ColumnCounts {
    const stored = this.db.prepare('SELECT counts FROM column_counts WHERE patch_id = ? AND resource = ?').pluck()
    return JSON.parse(String(stored.get(patchId, resource.name) ?? '{}')) as ColumnCounts
  }

  setDocument(patchId: number, file: string, content: Uint8Array): void {
    this.db.prepare('INSERT INTO documents VALUES (?, ?, ?)').run(patchId, file, contentId(this.db, content))
  }

  document(patchId: number, file: string): Buffer | undefined {
    const sql = 'SELECT content FROM documents JOIN contents USING (content_id) WHERE patch_id = ? AND file = ?'
    return this.db.prepare(sql).pluck().get(patchId, file) as Buffer | undefined
  }

  setFacets(patchId: number, facets: Facets): void {
    this.db.prepare('INSERT OR REPLACE INTO facets VALUES (?, ?)').run(patchId, JSON.stringify(facets))
  }

  /** Stores the changes of a patch against its parent. */
  setChanges(patchId: number, { changes, links }: ScopeDifference): void {
    for (const table of ['changes', 'part_changes'])
      this.db.prepare(`DELETE FROM ${table} WHERE patch_id = ?`).run(patchId)
    const insert = this.db.prepare(
      'INSERT INTO changes VALUES (@patchId, @resource, @id, @name, @change, @fields, @classes, @bodyId)',
    )
    for (const change of changes) insert.run({ ...change, patchId, classes: JSON.stringify(change.classes) })
    const link = this.db.prepare('INSERT INTO part_changes VALUES (?, ?, ?, ?, ?)')
    for (const { whole, part } of links) link.run(patchId, whole.resource, whole.id, part.resource, part.id)
  }

  removeSearchIndex(patchId: number): void {
    this.db.prepare('DELETE FROM search_segments WHERE patch_id = ?').run(patchId)
  }

  /**
   * Updates everything that a patch inherits, after its parent has changed. `before` are the former assets of the parent.
   * Returns the former assets of the patch.
   */
  inherit(patchId: number, parentId: number, before: Assets): Assets {
    const own = [...this.sources(patchId)].filter(([, source]) => source === patchId).map(([file]) => file)
    this.db.prepare('DELETE FROM sources WHERE patch_id = ? AND source_patch_id <> patch_id').run(patchId)
    for (const [file, source] of this.sources(parentId)) if (!own.includes(file)) this.setSource(patchId, file, source)
    for (const resource of this.#imported()) {
      if (own.includes(resource.name)) this.#refreshSince(resource, patchId, parentId)
      else this.rows.copy(resource, parentId, patchId)
    }
    const hasOwnRows = this.#imported().some(({ name }) => own.includes(name))
    return this.assets.inherit(patchId, { parentId, before }, hasOwnRows)
  }

  /** Recomputes which patch introduced the content of each row in the patch's own files. */
  #refreshSince(resource: Resource, patchId: number, parentId: number): void {
    const { bodyIds, captured } = this.rows.of(resource, patchId)
    const parent = this.rows.of(resource, parentId)
    const since = bodyIds.map((bodyId) => parent.sinceOf(bodyId) ?? patchId)
    this.rows.set(resource, patchId, new ScopeRows(bodyIds, since, captured))
  }

  /** Rewrites the rows of the resource of patches, which depend on the list of patches as a whole. */
  refreshPatchRows(): void {
    for (const resource of this.api.resources.values()) {
      if (isImported(resource)) continue
      const sink = this.rowSink(resource)
      for (const patch of patchRows(this.patches())) {
        const displayed = Object.keys(resource.columns).map((name): [string, unknown] => [
          name,
          patch[name as keyof Patch],
        ])
        const present = Object.fromEntries(displayed.filter(([, value]) => value !== null))
        const search = searchColumns(resource).map((name) => sqlValue(present[name]))
        sink.add({ text: JSON.stringify(present), detail: null, capturedAt: null, search })
      }
      sink.finish(catalogScope, null)
      this.#dropOrphans(resource)
    }
    this.#dropContents()
  }

  /**
   * Hashes everything that the files of a patch depend on: its bundle, the fingerprint of its parent, its row, and its
   * assets. Assets are hashed too because rows of its own keep the parent's assets of the time when it was imported.
   */
  refreshFingerprint(patchId: number): void {
    const patch = this.patches().find(({ id }) => id === patchId)
    const parent = this.patches().find(({ id }) => id === patch?.parent_patch_id)
    const hash = createHash('sha256')
      .update(JSON.stringify([{ ...patch, fingerprint: '' }, parent?.fingerprint]))
      .update(this.assets.listing(patchId))
    this.db.prepare('UPDATE patches SET fingerprint = ? WHERE id = ?').run(hash.digest('hex'), patchId)
  }

  /** Removes bodies and contents that no patch uses any longer. Only replacing a patch leaves some behind. */
  dropOrphans(): void {
    this.#dropContents()
    for (const resource of this.#imported()) this.#dropOrphans(resource)
  }

  #dropContents(): void {
    const used = 'SELECT content_id FROM documents UNION SELECT content_id FROM scope_rows'
    this.db.exec(`DELETE FROM contents WHERE content_id NOT IN (${used})`)
  }

  #dropOrphans(resource: Resource): void {
    const bodyIds = this.db
      .prepare<[], number>(`SELECT body_id FROM ${searchTable(resource)}`)
      .pluck()
      .all()
    const isUsed = this.rows.usedBodies(resource)
    const orphans = JSON.stringify(bodyIds.filter((bodyId) => !isUsed(bodyId)))
    for (const table of ['bodies', referencesTable(resource), searchTable(resource)])
      this.db.prepare(`DELETE FROM ${table} WHERE body_id IN (SELECT value FROM json_each(?))`).run(orphans)
  }

  #imported(): Resource[] {
    return [...this.api.resources.values()].filter(isImported)
  }
}

/** Converts a JSON value to the one that is stored in a search column. */
export function sqlValue(value: unknown): string | number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value)
}
