import { brotliDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Api } from '../api/api.ts'
import { fallbackLocale, type Locale, type Texts } from '../api/locales.ts'
import { PatchIndex } from '../api/patches.ts'
import { canonicalId } from '../api/raw-key.ts'
import type { Window } from '../api/envelopes.ts'
import type { Resource } from '../api/resource.ts'
import type { CatalogStore, Change, Facets, RowPage, Selection, StoredRow } from '../api/store.ts'
import { catalogScope } from '../api/store.ts'
import { checkSchema, keyExpression, rawKeyColumn, rowsTable, searchTable } from './catalog-schema.ts'
import { patchRows, type PatchFields } from './patch-rows.ts'
import { sha256 } from './etag.ts'
import { ScopeTable } from './scope-table.ts'

interface Body {
  text: string
  detail: string | null
}

const cachedCells = 40_000_000
const cachedBodyCharacters = 32_000_000

/** One state of the catalog, read-only. What it returns never changes; a new import is a new `Catalog`. */
export class Catalog implements CatalogStore {
  readonly api: Api
  readonly patches: PatchIndex
  readonly build: Readonly<Record<string, string>>
  readonly site?: string
  readonly #db: Database.Database
  readonly #body: Database.Statement<[number], Body>
  readonly #statements = new Map<string, Database.Statement>()
  readonly #tables = new LRUCache<string, ScopeTable>({ maxSize: cachedCells })
  readonly #sources = new LRUCache<string, { patchId: number | undefined }>({ max: 1000 })
  readonly #texts = new LRUCache<string, ReadonlyMap<string, string>>({ max: 100 })
  readonly #languages = new LRUCache<string, Texts>({ max: 100 })
  readonly #facets = new LRUCache<number, Facets>({ max: 100 })
  readonly #bodies = new LRUCache<number, Body>({
    maxSize: cachedBodyCharacters,
    sizeCalculation: ({ text, detail }) => 1 + text.length + (detail?.length ?? 0),
  })

  constructor(file: string, api: Api, build: Readonly<Record<string, string>> = {}, site?: string) {
    this.api = api
    this.build = build
    this.site = site
    this.#db = new Database(file, { readonly: true, fileMustExist: true })
    checkSchema(this.#db, api)
    this.#db.pragma('mmap_size = 268435456')
    // A catalog in its place is never written: the lock is taken once, which is most of the time of a small statement.
    this.#db.pragma('locking_mode = EXCLUSIVE')
    this.#body = this.#db.prepare('SELECT text, detail FROM bodies WHERE body_id = ?')
    this.patches = new PatchIndex(
      patchRows(this.#db.prepare('SELECT * FROM patches ORDER BY id').all() as PatchFields[]),
    )
  }

  close(): void {
    this.#db.close()
  }

  /** Throws when the database does not answer. */
  check(): void {
    this.#statement('SELECT count(*) FROM patches').get()
  }

  resource(name: string): Resource | undefined {
    return this.api.resources.get(name)
  }

  page(resource: Resource, scope: number, selection: Selection, window: Window): RowPage {
    const table = this.#table(resource, scope)
    const { rows, total } = table.select(selection, window)
    return { rows: rows.map((row) => this.#row(table, row)), total }
  }

  row(resource: Resource, scope: number, id: string): StoredRow | undefined {
    const position = this.#positionBy(resource, rawKeyColumn, scope, id) ?? this.#positionById(resource, scope, id)
    return position === undefined ? undefined : this.#row(this.#table(resource, scope), position - 1)
  }

  /** Identities of all rows, in order. */
  ids(resource: Resource, scope: number): string[] {
    const key = keyExpression(resource, 'search')
    return this.#all(resource, `SELECT ${key} FROM`, 'WHERE row.scope = ? ORDER BY row.position', scope).map(String)
  }

  /** Raw upstream keys that do not give their id by rule, to the id of their first row. */
  aliases(resource: Resource, scope: number): Record<string, string> {
    const key = keyExpression(resource, 'search')
    const sql = `SELECT json_array(search.${rawKeyColumn}, ${key}) FROM`
    const rest = `WHERE row.scope = ? AND search.${rawKeyColumn} IS NOT NULL ORDER BY row.position DESC`
    return Object.fromEntries(
      this.#all(resource, sql, rest, scope).map((pair) => JSON.parse(String(pair)) as [string, string]),
    )
  }

  texts(scope: number, locale: Locale): Texts | undefined {
    const key = `${scope} ${locale}`
    const known = this.#languages.get(key) ?? this.#language(scope, locale)
    if (known) this.#languages.set(key, known)
    return known
  }

  #language(scope: number, locale: Locale): Texts | undefined {
    const own = this.#textsOf(scope, locale)
    const fallback = locale === fallbackLocale ? undefined : this.#textsOf(scope, fallbackLocale)
    if (!own && !fallback) return undefined
    return { get: (key) => own?.get(key) ?? fallback?.get(key) }
  }

  facets(scope: number): Facets {
    const known = this.#facets.get(scope)
    if (known) return known
    const stored = this.#statement('SELECT facets FROM facets WHERE patch_id = ?').pluck().get(scope)
    const facets = JSON.parse(String(stored ?? '{}')) as Facets
    this.#facets.set(scope, facets)
    return facets
  }

  changes(patchId: number): readonly Change[] {
    const sql = 'SELECT * FROM changes WHERE patch_id = ? ORDER BY resource, id'
    return this.#statement(sql).all(patchId) as Change[]
  }

  changesOf(resource: Resource, id: string): readonly Change[] {
    return this.#statement('SELECT * FROM changes WHERE resource = ? AND id = ?').all(resource.name, id) as Change[]
  }

  mediaTypeOf(hash: string): string | undefined {
    const sql = 'SELECT media_type FROM assets WHERE hash = ? LIMIT 1'
    return this.#statement(sql).pluck().get(hash) as string | undefined
  }

  /** Hash of each asset of any patch to its media type, in order. */
  assets(): Record<string, string> {
    const sql = 'SELECT DISTINCT hash, media_type FROM assets ORDER BY hash'
    const found = this.#statement(sql).all() as { hash: string; media_type: string }[]
    return Object.fromEntries(found.map(({ hash, media_type }) => [hash, media_type]))
  }

  columnsOf(resource: Resource, scope: number): readonly string[] {
    const declared = Object.entries(resource.columns)
      .filter(([name, { derived, detail }]) => !name.endsWith('*') && !derived && !detail)
      .filter(([, { asset }]) => asset?.shown !== 'hidden')
      .map(([name, { asset }]) => (asset?.shown === 'url' ? `${name}_url` : name))
    const counts = this.#statement(
      `SELECT counts FROM column_counts JOIN sources ON source_patch_id = column_counts.patch_id AND file = resource
       WHERE sources.patch_id = ? AND resource = ?`,
    ).pluck()
    const seen = Object.keys(JSON.parse(String(counts.get(scope, resource.name) ?? '{}')) as object)
    const others = seen.filter((name) => !Object.hasOwn(resource.columns, name)).sort()
    return [...declared, ...others]
  }

  /** Which content this is: changes with every import. */
  get state(): string {
    return sha256(this.patches.all.map(({ id }) => this.fingerprint(id)).join(' '))
  }

  /** What the files of a scope depend on. */
  fingerprint(scope: number): string {
    if (scope === catalogScope) return JSON.stringify([this.patches.all, this.state])
    return String(this.#statement('SELECT fingerprint FROM patches WHERE id = ?').pluck().get(scope))
  }

  #row(table: ScopeTable, at: number): StoredRow {
    const body = this.#bodyOf(table.bodyIds[at] ?? 0)
    const sincePatchId = table.sincePatchIds[at] ?? 0
    return {
      text: body.text,
      detail: body.detail,
      position: at + 1,
      sincePatchId,
      capturedAt: table.capturedAt[at] ?? this.patches.byId(sincePatchId)?.imported_at ?? null,
    }
  }

  #bodyOf(id: number): Body {
    const known = this.#bodies.get(id)
    if (known) return known
    const body = this.#body.get(id)
    if (!body) throw new Error(`The catalog is damaged: body ${id} is missing`)
    this.#bodies.set(id, body)
    return body
  }

  #positionById(resource: Resource, scope: number, given: string): number | undefined {
    const [column = 'id'] = resource.key
    return this.#positionBy(
      resource,
      column,
      scope,
      resource.columns[column]?.type === 'integer' ? Number(given) : canonicalId(given),
    )
  }

  #positionBy(resource: Resource, column: string, scope: number, value: string | number): number | undefined {
    const sql = `
      SELECT min(row.position) FROM ${searchTable(resource)} AS search
      JOIN ${rowsTable(resource)} AS row ON row.body_id = search.body_id AND row.scope = ?
      WHERE search."${column}" = ?`
    return (this.#statement(sql).pluck().get(scope, value) as number | null) ?? undefined
  }

  #table(resource: Resource, scope: number): ScopeTable {
    const key = `${scope} ${resource.name}`
    const known = this.#tables.get(key)
    if (known) return known
    const table = new ScopeTable(this.#db, resource, scope)
    this.#tables.set(key, table, { size: 1 + table.size * (2 * resource.searched.length + 3) })
    return table
  }

  #textsOf(scope: number, locale: Locale): ReadonlyMap<string, string> | undefined {
    const file = `locales/${locale}.json`
    const source = this.#sourceOf(scope, file)
    if (source === undefined) return undefined
    const key = `${source} ${file}`
    const known = this.#texts.get(key)
    if (known) return known
    const sql = 'SELECT content FROM documents JOIN contents USING (content_id) WHERE patch_id = ? AND file = ?'
    const packed = this.#statement(sql).pluck().get(source, file)
    const texts = new Map(
      Object.entries(JSON.parse(brotliDecompressSync(packed as Buffer).toString()) as Record<string, string>),
    )
    this.#texts.set(key, texts)
    return texts
  }

  /** The patch that brought a file which holds at this one. */
  #sourceOf(scope: number, file: string): number | undefined {
    const key = `${scope} ${file}`
    const known = this.#sources.get(key)
    if (known) return known.patchId
    const sql = 'SELECT source_patch_id FROM sources WHERE patch_id = ? AND file = ?'
    const patchId = this.#statement(sql).pluck().get(scope, file) as number | undefined
    this.#sources.set(key, { patchId })
    return patchId
  }

  #all(resource: Resource, select: string, rest: string, scope: number): unknown[] {
    const sql = `${select} ${rowsTable(resource)} AS row JOIN ${searchTable(resource)} AS search USING (body_id) ${rest}`
    return this.#statement(sql).pluck().all(scope)
  }

  #statement(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
