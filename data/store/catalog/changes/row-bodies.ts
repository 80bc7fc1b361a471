import type { Statement } from 'better-sqlite3'
import type { Row } from './diff-rows.ts'
import type { Resource } from '../../../api/model/resource.ts'
import { keyExpression, searchTable } from '../catalog-schema.ts'
import { PreparedStatements } from '../prepared-statements.ts'
import type { RowsOf, RowSource } from '../rows/scope-rows.ts'

/** Reads rows with all their stored fields. */
export class RowBodies {
  readonly #statements: PreparedStatements
  readonly #rowsOf: RowsOf
  readonly #body: Statement<[number], { text: string; detail: string | null }>

  constructor({ db, rows }: RowSource) {
    this.#statements = new PreparedStatements(db)
    this.#rowsOf = (resource, scope) => rows.of(resource, scope)
    this.#body = db.prepare('SELECT text, detail FROM bodies WHERE body_id = ?')
  }

  /** The row with a body, undefined if there is none. */
  row(bodyId: number | null | undefined): Row | undefined {
    const body = bodyId === undefined || bodyId === null ? undefined : this.#body.get(bodyId)
    return body && ({ ...JSON.parse(body.text), ...JSON.parse(body.detail ?? '{}') } as Row)
  }

  /** The row with a key at a scope, undefined if there is none. */
  find(resource: Resource, id: string, scope: number): Row | undefined {
    const finder = this.#statements.ofResource('by key', resource, () => bodyByKey(resource)).pluck()
    const named = finder.all({ first: resource.key.length > 1 ? id.split(' ')[0] : id, id }) as number[]
    const rows = this.#rowsOf(resource, scope)
    return this.row(named.find((bodyId) => rows.rowOf(bodyId) !== undefined))
  }
}

/**
 * SQL of the bodies of any patch with a key: the index of its first column finds them, then the whole key is compared.
 */
const bodyByKey = (resource: Resource) => `
  SELECT body_id FROM ${searchTable(resource)} AS search
  WHERE search."${resource.key[0]}" = @first AND ${keyExpression(resource)} = @id`
