import type { Statement } from 'better-sqlite3'
import { visitReferences } from '../../../api/model/related-rows.ts'
import type { Resource } from '../../../api/model/resource.ts'
import type { Change } from '../../../api/model/store.ts'
import { referencesTable, searchTable } from '../catalog-schema.ts'
import { PreparedStatements } from '../prepared-statements.ts'
import type { RowSource } from '../rows/scope-rows.ts'
import { RowBodies } from './row-bodies.ts'

/** Finds the wholes of a part: rows that it refers to, and rows that refer to it. */
export class WholesOfParts {
  readonly #stored: RowSource
  readonly #bodies: RowBodies
  readonly #statements: PreparedStatements

  constructor(stored: RowSource, bodies: RowBodies) {
    this.#stored = stored
    this.#statements = new PreparedStatements(stored.db)
    this.#bodies = bodies
  }

  /** The ids of the wholes of a part at any of the scopes. */
  of({ resource, id }: Pick<Change, 'resource' | 'id'>, scopes: readonly number[]): ReadonlySet<string> {
    const part = this.#stored.api.resources.get(resource)
    const whole = this.#stored.api.resources.get(part?.partOf ?? '')
    if (!part || !whole) return new Set()
    return new Set(
      scopes.flatMap((scope) => [...this.#referredBy(part, id, whole, scope), ...this.#referringAt(whole, id, scope)]),
    )
  }

  /** Ids of wholes that a part refers to: in columns that are declared to, or in any if there are none. */
  #referredBy(part: Resource, id: string, whole: Resource, scope: number): string[] {
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

  /** Ids of wholes that refer to a part. */
  #referringAt(whole: Resource, id: string, scope: number): string[] {
    const rows = this.#stored.rows.of(whole, scope)
    const referring = this.#referringStatement(whole).all(id) as { id: string; body_id: number }[]
    return referring.filter(({ body_id }) => rows.rowOf(body_id) !== undefined).map((row) => row.id)
  }

  /** Selects the rows of any patch that refer to an id. */
  #referringStatement(whole: Resource): Statement {
    // SQLite executes cross joins in the order in which they are written.
    const sql = () =>
      `SELECT search.id, body_id FROM reference_targets AS target
       CROSS JOIN ${referencesTable(whole)} AS reference ON reference.target_id = target.target_id
       CROSS JOIN ${searchTable(whole)} AS search USING (body_id)
       WHERE target.id = ?`
    return this.#statements.ofResource('referring wholes', whole, sql)
  }
}
