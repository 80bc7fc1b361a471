import type { Database, Statement } from 'better-sqlite3'
import type { Resource } from '../../api/model/resource.ts'

/** Caches the statements of a database, which are prepared when they are first used. */
export class PreparedStatements {
  readonly #db: Database
  readonly #prepared = new Map<string, Statement>()

  constructor(db: Database) {
    this.#db = db
  }

  of(sql: string): Statement {
    return this.#get(sql, () => sql)
  }

  /** The statement with a name for a resource. `sql` is called once to make its text. */
  ofResource(name: string, resource: Resource, sql: () => string): Statement {
    return this.#get(`${name} ${resource.name}`, sql)
  }

  #get(key: string, sql: () => string): Statement {
    const known = this.#prepared.get(key)
    if (known) return known
    const statement = this.#db.prepare(sql())
    this.#prepared.set(key, statement)
    return statement
  }
}
