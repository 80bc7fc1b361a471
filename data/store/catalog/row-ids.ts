import type { Database, Statement } from 'better-sqlite3'
import { canonicalId } from '../../api/model/values/raw-key.ts'
import type { Resource } from '../../api/model/resource.ts'
import { keyExpression, rawKeyColumn, rowsTable, searchTable } from './catalog-schema.ts'

/** Which rows ids and raw upstream keys name. */
export class RowIds {
  readonly #db: Database
  readonly #statements = new Map<string, Statement>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Identities of all rows, in order. */
  all(resource: Resource, scope: number): string[] {
    const key = keyExpression(resource, 'search')
    return this.#ofRows(resource, `SELECT ${key} FROM`, 'WHERE row.scope = ? ORDER BY row.position', scope).map(String)
  }

  /** Raw upstream keys that do not give their id by rule, to the id of their first row. */
  aliases(resource: Resource, scope: number): Record<string, string> {
    const key = keyExpression(resource, 'search')
    const sql = `SELECT json_array(search.${rawKeyColumn}, ${key}) FROM`
    const rest = `WHERE row.scope = ? AND search.${rawKeyColumn} IS NOT NULL ORDER BY row.position DESC`
    return Object.fromEntries(
      this.#ofRows(resource, sql, rest, scope).map((pair) => JSON.parse(String(pair)) as [string, string]),
    )
  }

  /** The position of the row that an id or a raw key names, from 1. */
  position(resource: Resource, scope: number, given: string): number | undefined {
    return this.#positionBy(resource, rawKeyColumn, scope, given) ?? this.#positionById(resource, scope, given)
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
    return (this.#statement(sql).get(scope, value) as number | null) ?? undefined
  }

  #ofRows(resource: Resource, select: string, rest: string, scope: number): unknown[] {
    const sql = `${select} ${rowsTable(resource)} AS row JOIN ${searchTable(resource)} AS search USING (body_id) ${rest}`
    return this.#statement(sql).all(scope)
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql).pluck()
    this.#statements.set(sql, statement)
    return statement
  }
}
