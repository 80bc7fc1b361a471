import { createHash } from 'node:crypto'
import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Resource } from '../../../api/model/resource.ts'
import { ScopeRows } from './scope-rows.ts'

/** Rows that an import keeps decoded: 16 bytes each. */
const maxCachedRows = 2_000_000

/** Reads from the catalog which rows resources have at scopes. */
export class ScopeRowsReader {
  readonly #content: Statement<[number, string], Buffer>

  constructor(db: Database) {
    const sql = 'SELECT content FROM scope_rows JOIN contents USING (content_id) WHERE scope = ? AND resource = ?'
    this.#content = db.prepare<[number, string], Buffer>(sql).pluck()
  }

  read({ name }: Resource, scope: number): ScopeRows {
    const content = this.#content.get(scope, name)
    return content ? ScopeRows.decode(content) : new ScopeRows(new Uint32Array(), new Uint32Array())
  }
}

/** Reads and writes them, for imports; what was read last is kept. */
export class ScopeRowsTable {
  readonly #db: Database
  readonly #reader: ScopeRowsReader
  readonly #cached = new LRUCache<string, ScopeRows>({
    maxSize: maxCachedRows,
    sizeCalculation: ({ size }) => size + 1,
  })

  constructor(db: Database) {
    this.#db = db
    this.#reader = new ScopeRowsReader(db)
  }

  of(resource: Resource, scope: number): ScopeRows {
    const key = keyOf(resource, scope)
    const known = this.#cached.get(key)
    if (known) return known
    const rows = this.#reader.read(resource, scope)
    this.#cached.set(key, rows)
    return rows
  }

  set(resource: Resource, scope: number, rows: ScopeRows): void {
    this.clear(resource, scope)
    const id = contentId(this.#db, rows.encode())
    this.#db.prepare('INSERT INTO scope_rows VALUES (?, ?, ?)').run(scope, resource.name, id)
    this.#cached.set(keyOf(resource, scope), rows)
  }

  /** Gives a scope the same rows as another has. */
  copy(resource: Resource, from: number, to: number): void {
    this.clear(resource, to)
    const sql = 'INSERT INTO scope_rows SELECT ?, resource, content_id FROM scope_rows WHERE scope = ? AND resource = ?'
    this.#db.prepare(sql).run(to, from, resource.name)
  }

  clear(resource: Resource, scope: number): void {
    this.#cached.delete(keyOf(resource, scope))
    this.#db.prepare('DELETE FROM scope_rows WHERE scope = ? AND resource = ?').run(scope, resource.name)
  }

  /** The bodies that rows of a resource have at any scope, as rows of the temporary table `used (body_id)`. */
  listUsed(resource: Resource): void {
    this.#db.exec('CREATE TEMP TABLE IF NOT EXISTS used (body_id INTEGER PRIMARY KEY); DELETE FROM temp.used')
    const sql = 'SELECT DISTINCT content FROM scope_rows JOIN contents USING (content_id) WHERE resource = ?'
    const contents = this.#db.prepare<[string], Buffer>(sql).pluck().all(resource.name)
    for (const content of contents) addBodies(this.#db, 'temp.used', ScopeRows.decode(content))
  }
}

const keyOf = ({ name }: Resource, scope: number) => `${scope} ${name}`

/** The number of an equal content, or of a new one: patches share what they have in common. */
export function contentId(db: Database, content: Uint8Array): number {
  const hash = createHash('sha256').update(content).digest()
  db.prepare('INSERT OR IGNORE INTO contents (hash, content) VALUES (?, ?)').run(hash, content)
  return db.prepare('SELECT content_id FROM contents WHERE hash = ?').pluck().get(hash) as number
}

const rowsPerStatement = 10_000

/** Adds the bodies of rows to a table of them. */
export function addBodies(db: Database, table: string, rows: ScopeRows): void {
  const add = db.prepare(`INSERT OR IGNORE INTO ${table} SELECT value FROM json_each(?)`)
  for (let from = 0; from < rows.size; from += rowsPerStatement)
    add.run(rows.bodiesAsJson(from, from + rowsPerStatement))
}
