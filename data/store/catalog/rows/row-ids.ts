import type { Database } from 'better-sqlite3'
import { parsePatchId } from '../../../api/model/patches.ts'
import { canonicalId } from '../../../api/model/values/raw-key.ts'
import type { Resource } from '../../../api/model/resource.ts'
import { keyExpression, rawKeyColumn, searchOfBodies, searchTable } from '../catalog-schema.ts'
import { PreparedStatements } from '../prepared-statements.ts'
import type { RowsOf } from './scope-rows.ts'

/** Finds rows by ids and raw upstream keys. */
export class RowIds {
  readonly #rowsOf: RowsOf
  readonly #statements: PreparedStatements

  constructor(db: Database, rowsOf: RowsOf) {
    this.#statements = new PreparedStatements(db)
    this.#rowsOf = rowsOf
  }

  /** The keys of all rows, in order. */
  all(resource: Resource, scope: number): string[] {
    const sql = `SELECT ${keyExpression(resource)} FROM ${searchOfBodies(resource)}`
    return this.#statements.of(sql).pluck().all(this.#rowsOf(resource, scope).bodiesAsJson()).map(String)
  }

  /**
   * Maps raw upstream keys that do not name the row whose id follows from them by rule to the id of their first row.
   */
  aliases(resource: Resource, scope: number): Record<string, string> {
    const key = keyExpression(resource)
    const sql = `SELECT json_array(search.${rawKeyColumn}, ${key}) FROM ${searchOfBodies(resource)} WHERE search.${rawKeyColumn} IS NOT NULL`
    const found = this.#statements.of(sql).pluck().all(this.#rowsOf(resource, scope).bodiesAsJson())
    const pairs = found.reverse().map((pair) => JSON.parse(String(pair)) as [string, string])
    return Object.fromEntries(
      pairs.filter(([rawKey]) => {
        const byId = this.#rowById(resource, scope, rawKey)
        return this.#byRule(resource, scope, rawKey, byId) === undefined
      }),
    )
  }

  /** The number, from 0, of the row that an id or raw key names; undefined if there is none. */
  row(resource: Resource, scope: number, given: string): number | undefined {
    const byId = this.#rowById(resource, scope, given)
    return this.#byRule(resource, scope, given, byId) ?? this.#rowBy(resource, rawKeyColumn, scope, given) ?? byId
  }

  /** Returns the row `number`, unless `given` is a raw key and the row has another one. */
  #byRule(resource: Resource, scope: number, given: string, number: number | undefined): number | undefined {
    if (number === undefined || canonicalId(given) === given) return number
    const sql = `SELECT ${rawKeyColumn} FROM ${searchTable(resource)} WHERE body_id = ?`
    const rawKey = this.#statements.of(sql).pluck().get(this.#rowsOf(resource, scope).bodyIds[number])
    return rawKey === null ? number : undefined
  }

  #rowById(resource: Resource, scope: number, given: string): number | undefined {
    const [column = 'id'] = resource.key
    const isNumber = resource.columns[column]?.type === 'integer'
    const value = isNumber ? parsePatchId(given) : canonicalId(given)
    return value === undefined ? undefined : this.#rowBy(resource, column, scope, value)
  }

  /** The first row with a value in a column, among the bodies of all patches that have it. */
  #rowBy(resource: Resource, column: string, scope: number, value: string | number): number | undefined {
    const sql = `SELECT body_id FROM ${searchTable(resource)} WHERE "${column}" = ?`
    const found = this.#statements.of(sql).pluck().all(value) as number[]
    if (found.length === 0) return undefined
    const rows = this.#rowsOf(resource, scope)
    const first = found.reduce((least, bodyId) => Math.min(least, rows.rowOf(bodyId) ?? Infinity), Infinity)
    return first === Infinity ? undefined : first
  }
}
