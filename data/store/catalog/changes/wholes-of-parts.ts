import type { Statement } from 'better-sqlite3'
import { visitReferences } from '../../../api/model/related-rows.ts'
import type { Resource } from '../../../api/model/resource.ts'
import type { Change } from '../../../api/model/store.ts'
import { referencesTable, searchTable } from '../catalog-schema.ts'
import { PreparedStatements } from '../prepared-statements.ts'
import type { RowSource } from '../rows/scope-rows.ts'
import { RowBodies } from './row-bodies.ts'

/** Finds the rows that a row is a part of: those that it refers to, and those that refer to it. */
export class WholesOfParts {
  readonly #stored: RowSource
  readonly #bodies: RowBodies
  readonly #statements: PreparedStatements

  constructor(stored: RowSource, bodies: RowBodies) {
    this.#stored = stored
    this.#statements = new PreparedStatements(stored.db)
    this.#bodies = bodies
  }

  /** Ids at either scope, each once. */
  of({ resource, id }: Pick<Change, 'resource' | 'id'>, scopes: readonly number[]): ReadonlySet<string> {
    const part = this.#stored.api.resources.get(resource)
    const whole = this.#stored.api.resources.get(part?.partOf ?? '')
    if (!part || !whole) return new Set()
    return new Set(
      scopes.flatMap((scope) => [...this.#namedBy(part, id, whole, scope), ...this.#namingAt(whole, id, scope)]),
    )
  }

  /** The column that is declared to name the whole; without one, any reference of the row. */
  #namedBy(part: Resource, id: string, whole: Resource, scope: number): string[] {
    const row = this.#bodies.find(part, id, scope)
    if (!row) return []
    const declared = Object.keys(part.columns).filter((name) =>
      part.columns[name]?.references?.some(({ to, by }) => by === 'id' && to.includes(whole.name)),
    )
    const ids: string[] = []
    visitReferences(row, (mentioned, column) => {
      if (!mentioned.startsWith(`id.${whole.columns.id?.kind}.`)) return
      if (declared.length === 0 || declared.includes(column)) ids.push(mentioned)
    })
    return ids
  }

  #namingAt(whole: Resource, id: string, scope: number): string[] {
    const rows = this.#stored.rows.of(whole, scope)
    const naming = this.#namingOf(whole).all(id) as { id: string; body_id: number }[]
    return naming.filter(({ body_id }) => rows.rowOf(body_id) !== undefined).map((row) => row.id)
  }

  /** Rows of any patch that name an id. */
  #namingOf(whole: Resource): Statement {
    // A cross join is done in the order in which it is written.
    const sql = () =>
      `SELECT search.id, body_id FROM reference_targets AS target
       CROSS JOIN ${referencesTable(whole)} AS reference ON reference.target_id = target.target_id
       CROSS JOIN ${searchTable(whole)} AS search USING (body_id)
       WHERE target.id = ?`
    return this.#statements.ofResource('naming', whole, sql)
  }
}
