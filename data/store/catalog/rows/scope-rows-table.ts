import { createHash } from 'node:crypto'
import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Resource } from '../../../api/model/resource.ts'
import { ScopeRows } from './scope-rows.ts'

/** Limit for decoded rows during an import: two lists of a million rows. */
const maxCachedBytes = 64 * 1024 * 1024

/** Reads the rows of resources at scopes. */
export class ScopeRowsReader {
  readonly #content: Statement<[number, string], Buffer>

  constructor(db: Database) {
    const sql = 'SELECT content FROM scope_rows JOIN contents USING (content_id) WHERE scope = ? AND resource = ?'
    this.#content = db.prepare<[number, string], Buffer>(sql).pluck()
  }

  /** The rows of a resource, none if the scope is unknown. Throws an `Error` if they are damaged. */
  read({ name }: Resource, scope: number): ScopeRows {
    const content = this.#content.get(scope, name)
    return content ? decoded(content, name, scope) : new ScopeRows(new Uint32Array(), new Uint32Array())
  }
}

/** Reads and writes the rows of resources at scopes, for imports. Caches those that were used last. */
export class ScopeRowsTable {
  readonly #db: Database
  readonly #reader: ScopeRowsReader
  readonly #cached = new LRUCache<string, ScopeRows>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes,
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

  /** Gives a scope the same rows as another one. */
  copy(resource: Resource, from: number, to: number): void {
    this.clear(resource, to)
    const sql = 'INSERT INTO scope_rows SELECT ?, resource, content_id FROM scope_rows WHERE scope = ? AND resource = ?'
    this.#db.prepare(sql).run(to, from, resource.name)
  }

  clear(resource: Resource, scope: number): void {
    this.#cached.delete(keyOf(resource, scope))
    this.#db.prepare('DELETE FROM scope_rows WHERE scope = ? AND resource = ?').run(scope, resource.name)
  }

  /** Returns a function that tells whether any row of a resource, at any scope, has a body. */
  usedBodies({ name }: Resource): (bodyId: number) => boolean {
    const sql =
      'SELECT min(scope), content FROM scope_rows JOIN contents USING (content_id) WHERE resource = ? GROUP BY content_id'
    const stored = this.#db.prepare<[string], [scope: number, content: Buffer]>(sql).raw().all(name)
    const lists = stored.map(([scope, content]) => decoded(content, name, scope))
    const highest = lists.reduce((max, { bodyIds }) => bodyIds.reduce((a, b) => Math.max(a, b), max), 0)
    const isUsed = new Uint8Array(highest + 1)
    for (const { bodyIds } of lists) for (const bodyId of bodyIds) isUsed[bodyId] = 1
    return (bodyId) => isUsed[bodyId] === 1
  }
}

function decoded(content: Uint8Array, resource: string, scope: number): ScopeRows {
  try {
    return ScopeRows.decode(content)
  } catch (cause) {
    throw new Error(`The catalog is damaged: the rows of ${resource} at patch ${scope} cannot be read`, { cause })
  }
}

const keyOf = ({ name }: Resource, scope: number) => `${scope} ${name}`

/** Stores a content, unless there is an equal one, and returns its id. So patches share equal contents. */
export function contentId(db: Database, content: Uint8Array): number {
  const hash = createHash('sha256').update(content).digest()
  db.prepare('INSERT OR IGNORE INTO contents (hash, content) VALUES (?, ?)').run(hash, content)
  return db.prepare('SELECT content_id FROM contents WHERE hash = ?').pluck().get(hash) as number
}
