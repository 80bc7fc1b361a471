import type { Database, Statement } from 'better-sqlite3'
import type { Api } from '../../../api/model/api.ts'
import { visitReferences } from '../../../api/model/related-rows.ts'
import type { Resource } from '../../../api/model/resource.ts'
import type { Change } from '../../../api/model/store.ts'
import { referencesTable, rowsTable, searchTable } from '../catalog-schema.ts'
import { RowBodies } from './row-bodies.ts'

/** Finds the rows that a row is a part of: those that it refers to, and those that refer to it. */
export class WholesOfParts {
  readonly #db: Database
  readonly #api: Api
  readonly #bodies: RowBodies
  readonly #naming = new Map<string, Statement<[string, number], string>>()

  constructor(db: Database, api: Api, bodies: RowBodies) {
    this.#db = db
    this.#api = api
    this.#bodies = bodies
  }

  /** Ids at either scope, each once. */
  of({ resource, id }: Pick<Change, 'resource' | 'id'>, scopes: readonly number[]): ReadonlySet<string> {
    const part = this.#api.resources.get(resource)
    const whole = this.#api.resources.get(part?.partOf ?? '')
    if (!part || !whole) return new Set()
    return new Set(
      scopes.flatMap((scope) => [...this.#namedBy(part, id, whole, scope), ...this.#namingOf(whole).all(id, scope)]),
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

  #namingOf(whole: Resource): Statement<[string, number], string> {
    const known = this.#naming.get(whole.name)
    if (known) return known
    // A cross join is done in the order in which it is written.
    const statement = this.#db
      .prepare<[string, number], string>(
        `SELECT search.id FROM reference_targets AS target
         CROSS JOIN ${referencesTable(whole)} AS reference ON reference.target_id = target.target_id
         CROSS JOIN ${rowsTable(whole)} AS row ON row.body_id = reference.body_id
         CROSS JOIN ${searchTable(whole)} AS search ON search.body_id = row.body_id
         WHERE target.id = ? AND row.scope = ?`,
      )
      .pluck()
    this.#naming.set(whole.name, statement)
    return statement
  }
}
