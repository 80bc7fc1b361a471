import type { Database, Statement } from 'better-sqlite3'
import type { Row } from './diff-rows.ts'
import type { Resource } from '../../../api/model/resource.ts'
import { keyExpression, searchTable } from '../catalog-schema.ts'
import type { RowsOf, RowSource } from '../rows/scope-rows.ts'

interface KeyAt {
  readonly first: string | undefined
  readonly id: string
}

/** Rows as they are stored, whole. */
export class RowBodies {
  readonly #db: Database
  readonly #rowsOf: RowsOf
  readonly #body: Statement<[number], { text: string; detail: string | null }>
  readonly #finders = new Map<string, Statement<[KeyAt], number>>()

  constructor({ db, rows }: RowSource) {
    this.#db = db
    this.#rowsOf = (resource, scope) => rows.of(resource, scope)
    this.#body = db.prepare('SELECT text, detail FROM bodies WHERE body_id = ?')
  }

  row(bodyId: number | null | undefined): Row | undefined {
    const body = bodyId === undefined || bodyId === null ? undefined : this.#body.get(bodyId)
    return body && ({ ...JSON.parse(body.text), ...JSON.parse(body.detail ?? '{}') } as Row)
  }

  find(resource: Resource, id: string, scope: number): Row | undefined {
    const known = this.#finders.get(resource.name)
    const finder = known ?? this.#db.prepare<[KeyAt], number>(bodyByKey(resource)).pluck()
    this.#finders.set(resource.name, finder)
    const named = finder.all({ first: resource.key.length > 1 ? id.split(' ')[0] : id, id })
    const rows = this.#rowsOf(resource, scope)
    return this.row(named.find((bodyId) => rows.rowOf(bodyId) !== undefined))
  }
}

/** At whatever patch. Columns of a key are found by the index of the first, then compared as a whole. */
const bodyByKey = (resource: Resource) => `
  SELECT body_id FROM ${searchTable(resource)} AS search
  WHERE search."${resource.key[0]}" = @first AND ${keyExpression(resource)} = @id`
