import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Api } from '../../api/model/api.ts'
import { columnsOf, type Condition } from '../../api/model/conditions.ts'
import type { Locale, Texts } from '../../api/model/values/locales.ts'
import { PatchIndex } from '../../api/model/patches.ts'
import type { Window } from '../../api/model/envelopes.ts'
import type { Resource } from '../../api/model/resource.ts'
import type { SearchQuery, SearchResult } from '../../api/model/search.ts'
import { search } from '../../api/search/search.ts'
import type { CatalogStore, Change, Facets, PatchChange, RowPage, Selection, StoredRow } from '../../api/model/store.ts'
import { catalogScope } from '../../api/model/store.ts'
import { CatalogChanges } from './changes/catalog-changes.ts'
import { CatalogOrders } from './order/catalog-orders.ts'
import { CatalogRelations } from './catalog-relations.ts'
import { CatalogSearch } from './search/catalog-search.ts'
import { CatalogTexts } from './catalog-texts.ts'
import { checkSchema, searchColumns, searchTable } from './catalog-schema.ts'
import { patchRows, type PatchFields } from './patch-rows.ts'
import { Caches, jsonBytes, type SizedCache } from '../cache/caches.ts'
import { prepareInSequence } from '../cache/step-cache.ts'
import { withFilePath } from '../dialect/with-file-path.ts'
import { BulkListings } from '../files/bulk-listings.ts'
import { sha256 } from '../files/etag.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { PresentColumns } from './present-columns.ts'
import { CachedBodies } from './rows/cached-bodies.ts'
import { RowIds } from './rows/row-ids.ts'
import type { RowsOf, RowSource } from './rows/scope-rows.ts'
import { ScopeRowsReader } from './rows/scope-rows-table.ts'
import { ScopeTable } from './scope-table.ts'

interface CatalogOptions {
  build?: Readonly<Record<string, string>>
  /** Public URL of the service, if it is known. */
  site?: string
  /** The caches to use; by default new ones of 256 MB in all. */
  caches?: Caches
}

/** Size of the cache for pages of the file that are not mapped: the default of better-sqlite3 is 16 MB. */
const pageCacheKilobytes = 2048

const allRows: Window = { offset: 0, limit: Infinity, descending: false }

/** A read-only state of the catalog. Its answers never change; after an import a new `Catalog` is opened. */
export class Catalog implements CatalogStore {
  readonly api: Api
  readonly patches: PatchIndex
  readonly build: Readonly<Record<string, string>>
  readonly site?: string
  readonly related: CatalogRelations
  readonly bulk: BulkListings
  readonly #db: Database.Database
  readonly #statements: PreparedStatements
  readonly caches: Caches
  readonly #rows: ScopeRowsReader
  readonly #tables: SizedCache<ScopeTable>
  readonly languages: CatalogTexts
  readonly #search: CatalogSearch
  readonly #changes: CatalogChanges
  readonly #orders: CatalogOrders
  readonly #columns: PresentColumns
  /** Cache of parsed JSON: facets, and values that pages derive from answers. */
  readonly parsed: SizedCache<object>
  readonly #bodies: CachedBodies
  readonly #ids: RowIds

  constructor(file: string, api: Api, { build = {}, site, caches = new Caches() }: CatalogOptions = {}) {
    this.api = api
    this.build = build
    this.site = site
    this.caches = caches
    this.#tables = caches.cache('columns', ({ bytes }) => bytes)
    this.parsed = caches.cache('parsed', jsonBytes)
    this.#db = withFilePath(file, () => new Database(file, { readonly: true, fileMustExist: true }))
    checkSchema(this.#db, api)
    this.#db.pragma(`mmap_size = ${caches.maxBytesOf('mapped')}`)
    this.#db.pragma(`cache_size = -${pageCacheKilobytes}`)
    // A published catalog is never written. Taking its lock once saves most of the time of a small statement.
    this.#db.pragma('locking_mode = EXCLUSIVE')
    this.#statements = new PreparedStatements(this.#db)
    this.#rows = new ScopeRowsReader(this.#db)
    const rowsOf: RowsOf = (resource, scope) => this.#table(resource, scope).rows
    const stored: RowSource = { db: this.#db, api, rows: { of: rowsOf } }
    this.languages = new CatalogTexts(this.#db, caches)
    this.#search = new CatalogSearch(this.#db, caches)
    this.related = new CatalogRelations(stored)
    this.#bodies = new CachedBodies(this.#db, caches)
    this.#ids = new RowIds(this.#db, rowsOf)
    this.patches = new PatchIndex(
      patchRows(this.#db.prepare('SELECT * FROM patches ORDER BY id').all() as PatchFields[]),
    )
    this.#columns = new PresentColumns(this.#db)
    this.#changes = new CatalogChanges(stored, this.patches)
    this.#orders = new CatalogOrders({
      ...{ db: this.#db, patches: this.patches, caches },
      tablesOf: (resource) => ({
        search: searchTable(resource),
        searched: searchColumns(resource),
      }),
    })
    this.bulk = BulkListings.ofState(dirname(file), this.state)
  }

  close(): void {
    this.caches.clear()
    this.#db.close()
  }

  /** Throws if the database cannot be read. */
  check(): void {
    this.#statements.of('SELECT count(*) FROM patches').get()
  }

  resource(name: string): Resource | undefined {
    return this.api.resources.get(name)
  }

  page(resource: Resource, scope: number, selection: Selection, window: Window): RowPage {
    const table = this.#table(resource, scope)
    const ofScope = { resource, scope, rows: table.rows }
    const order = selection.order && this.#orders.order(ofScope, selection.order)
    const numbersOf = (name: string) => this.#orders.numbers(ofScope, name)
    const { rows, total } = table.select(selection, window, { order, numbersOf })
    return { rows: rows.map((row) => this.#row(table, row)), total }
  }

  prepare(resource: Resource, scope: number, selection: Selection): Promise<void> | undefined {
    const { order, conditions } = selection
    const table = this.#table(resource, scope)
    const reading = table.prepare(selection)
    const columns = conditions.filter(({ operator }) => operator === 'greatest').flatMap(columnsOf)
    if (!order && columns.length === 0) return reading
    const rows = { resource, scope, rows: table.rows }
    return prepareInSequence([() => reading, () => this.#orders.prepare(rows, order, columns)])
  }

  all(resource: Resource, scope: number, conditions: readonly Condition[] = []): readonly StoredRow[] {
    return this.page(resource, scope, { conditions, texts: undefined }, allRows).rows
  }

  row(resource: Resource, scope: number, id: string): StoredRow | undefined {
    const row = this.#ids.row(resource, scope, id)
    return row === undefined ? undefined : this.#row(this.#table(resource, scope), row)
  }

  /** The keys of all rows, in order. */
  ids(resource: Resource, scope: number): string[] {
    return this.#ids.all(resource, scope)
  }

  /** Maps raw upstream keys to the id of their first row, if its id does not follow from the key by rule. */
  aliases(resource: Resource, scope: number): Record<string, string> {
    return this.#ids.aliases(resource, scope)
  }

  texts(scope: number, locale: Locale): Texts | undefined {
    return this.languages.texts(scope, locale)
  }

  prepareTexts(scope: number, locale: Locale): Promise<void> | undefined {
    return this.languages.prepare(scope, locale)
  }

  isTranslated(scope: number, locale: Locale, text: string): boolean {
    return this.languages.isTranslated(scope, locale, text)
  }

  facets(scope: number): Facets {
    const key = `facets ${scope}`
    const known = this.parsed.get(key)
    if (known) return known as Facets
    const stored = this.#statements.of('SELECT facets FROM facets WHERE patch_id = ?').pluck().get(scope)
    const facets = JSON.parse(String(stored ?? '{}')) as Facets
    this.parsed.set(key, facets)
    return facets
  }

  changesOf(resource: Resource, id: string): readonly PatchChange[] {
    return this.#changes.changesOf(resource, id)
  }

  difference(from: number, to: number): readonly Change[] {
    return this.#changes.difference(from, to)
  }

  prepareDifference(from: number, to: number): Promise<void> {
    return this.#changes.prepareDifference(from, to)
  }

  mediaTypeOf(hash: string): string | undefined {
    const sql = 'SELECT media_type FROM assets WHERE hash = ? LIMIT 1'
    return this.#statements.of(sql).pluck().get(hash) as string | undefined
  }

  /** Media types of the assets of all patches by hash, in order. */
  assets(): Record<string, string> {
    const sql = 'SELECT DISTINCT hash, media_type FROM assets ORDER BY hash'
    const found = this.#statements.of(sql).all() as { hash: string; media_type: string }[]
    return Object.fromEntries(found.map(({ hash, media_type }) => [hash, media_type]))
  }

  prepareSearch(scope: number): Promise<void> | undefined {
    return this.#search.prepare(scope)
  }

  search(scope: number, query: SearchQuery): SearchResult {
    return search(this.#search.segments(scope), query)
  }

  columnsOf(resource: Resource, scope: number): readonly string[] {
    return this.#columns.of(resource, scope)
  }

  /** Identifies the content of the catalog. Every import changes it. */
  get state(): string {
    return sha256(this.patches.all.map(({ id }) => this.fingerprint(id)).join(' '))
  }

  /** Identifies everything that the files of a scope depend on. */
  fingerprint(scope: number): string {
    if (scope === catalogScope) return JSON.stringify([this.patches.all, this.state])
    return String(this.#statements.of('SELECT fingerprint FROM patches WHERE id = ?').pluck().get(scope))
  }

  #row({ rows }: ScopeTable, at: number): StoredRow {
    const body = this.#bodies.of(rows.bodyIds[at] ?? 0)
    const sincePatchId = rows.sincePatchIds[at] ?? 0
    return {
      text: body.text,
      detail: body.detail,
      position: at + 1,
      sincePatchId,
      capturedAt: rows.capturedAt(at) ?? this.patches.byId(sincePatchId)?.imported_at ?? null,
    }
  }

  #table(resource: Resource, scope: number): ScopeTable {
    const key = `${scope} ${resource.name}`
    const known = this.#tables.get(key)
    if (known) return known
    const table = new ScopeTable(this.#db, resource, this.#rows.read(resource, scope), () => this.#tables.resize(key))
    this.#tables.set(key, table)
    return table
  }
}
