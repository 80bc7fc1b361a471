import type { Database } from 'better-sqlite3'
import type { Resource } from '../../../api/model/resource.ts'
import type { RowsOf, RowSource } from './scope-rows.ts'

const rowsPerStatement = 10_000

/** Temporary tables with the rows of scopes, for SQL that counts over all of them. */
export class TemporaryRowTables {
  readonly db: Database
  readonly #rowsOf: RowsOf
  readonly #tables = new Map<string, string>()

  private constructor({ db, rows }: RowSource) {
    this.db = db
    this.#rowsOf = (resource, scope) => rows.of(resource, scope)
  }

  /** Calls `work` and drops the tables afterwards. */
  static use<T>(stored: RowSource, work: (tables: TemporaryRowTables) => T): T {
    const tables = new TemporaryRowTables(stored)
    try {
      return work(tables)
    } finally {
      tables.#drop()
    }
  }

  /** Returns the name of a table `(body_id)` with the rows of a resource at a scope; creates it if needed. */
  table(resource: Resource, scope: number): string {
    const key = `${resource.name} ${scope}`
    const known = this.#tables.get(key)
    if (known !== undefined) return known
    const table = `temp."${key}"`
    this.db.exec(`CREATE TABLE ${table} (body_id INTEGER PRIMARY KEY)`)
    this.#tables.set(key, table)
    const rows = this.#rowsOf(resource, scope)
    const add = this.db.prepare(`INSERT INTO ${table} SELECT value FROM json_each(?)`)
    for (let from = 0; from < rows.size; from += rowsPerStatement)
      add.run(rows.bodiesAsJson(from, from + rowsPerStatement))
    return table
  }

  #drop(): void {
    for (const table of this.#tables.values()) this.db.exec(`DROP TABLE ${table}`)
    this.#tables.clear()
  }
}
