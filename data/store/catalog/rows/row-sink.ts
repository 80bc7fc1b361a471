import type { Database, Statement } from 'better-sqlite3'
import type { Resource } from '../../../api/model/resource.ts'
import { keyExpression, referencesTable, searchColumns, searchIndexes, searchTable } from '../catalog-schema.ts'
import type { ReferenceTargets } from './reference-targets.ts'
import { ScopeRows, type CapturedTimes } from './scope-rows.ts'
import type { ScopeRowsTable } from './scope-rows-table.ts'
import { NumberList } from './number-list.ts'

export type SearchValue = string | number | null

/** A row of a bundle, ready to be stored. */
export interface NewRow {
  readonly text: string
  readonly detail: string | null
  /**
   * Time of capture in the bundle. Null stands for the time at which the patch that introduced the content was
   * imported.
   */
  readonly capturedAt: string | null
  /** Values of the search columns, in the order of `searchColumns`. */
  readonly search: readonly SearchValue[]
  /** Returns the ids and archetypes that the row refers to, each once. Only called if the content is new. */
  readonly references?: () => Iterable<string>
}

/** A row with the key of an earlier one. */
interface DuplicateRow {
  readonly key: string
  /** Index of the row among those that were added. */
  readonly row: number
}

/** References are stored together in their order, which takes a third of the time. */
const maxPendingReferences = 65_536

/** Stores the rows of a resource at a scope, which are added in any order, in the order of their keys. */
export class RowSink {
  readonly #db: Database
  readonly #resource: Resource
  /** Indexes of the key's columns among the search columns. */
  readonly #keyAt: readonly number[]
  readonly #findBody: Statement
  readonly #addBody: Statement
  readonly #addSearch: Statement
  readonly #addReference: Statement
  readonly #rows: ScopeRowsTable
  readonly #targets: ReferenceTargets
  /**
   * Whether the tables are empty. Then bodies are not looked up and indexes are created at the end, which takes 2/3 of
   * the time.
   */
  readonly #isFirst: boolean
  /** Body ids of the rows, in the order in which they were added. */
  readonly #bodyIds = new NumberList()
  /** For each row the number of its time of capture, from 1; 0 if it has none. */
  readonly #timeNumbers = new NumberList()
  readonly #times = new Map<string, number>()
  /** References that have not been stored yet: bodies by the number of the target. */
  readonly #references = new Map<number, number[]>()
  #pendingReferences = 0

  constructor(
    db: Database,
    resource: Resource,
    { rows, targets }: { rows: ScopeRowsTable; targets: ReferenceTargets },
  ) {
    this.#db = db
    this.#rows = rows
    this.#targets = targets
    this.#resource = resource
    const columns = searchColumns(resource)
    this.#keyAt = resource.key.map((name) => columns.indexOf(name))
    this.#isFirst = !db.prepare(`SELECT 1 FROM ${searchTable(resource)} LIMIT 1`).get()
    if (this.#isFirst) for (const name of searchIndexes(resource).keys()) db.exec(`DROP INDEX ${name}`)
    const keyIs = resource.key.map((name) => `search."${name}" = ?`).join(' AND ')
    const sameKey = `SELECT body_id FROM ${searchTable(resource)} AS search JOIN bodies USING (body_id) WHERE ${keyIs}`
    this.#findBody = db.prepare(`${sameKey} AND text = ? AND detail IS ?`).pluck()
    this.#addBody = db.prepare('INSERT INTO bodies (text, detail) VALUES (?, ?)')
    this.#addSearch = db.prepare(`INSERT INTO ${searchTable(resource)} VALUES (?${', ?'.repeat(columns.length)})`)
    this.#addReference = db.prepare(`INSERT INTO ${referencesTable(resource)} VALUES (?, ?)`)
  }

  get count(): number {
    return this.#bodyIds.length
  }

  add(row: NewRow): void {
    this.#bodyIds.push(this.#bodyId(row))
    this.#timeNumbers.push(row.capturedAt === null ? 0 : this.#timeNumber(row.capturedAt))
  }

  /**
   * Sets the rows of a scope to those that were added. If the parent scope has the content of a row, the patch that
   * introduced it stays the same. Returns rows with duplicate keys; an import that has any must fail.
   */
  finish(scope: number, parentScope: number | null): readonly DuplicateRow[] {
    this.#storeReferences()
    if (this.#isFirst) for (const sql of searchIndexes(this.#resource).values()) this.#db.exec(sql)
    const parent = parentScope === null ? undefined : this.#rows.of(this.#resource, parentScope)
    const { order, duplicates } = this.#inKeyOrder()
    const added = this.#bodyIds.all()
    const bodyIds = order.map((row) => added[row] as number)
    const since = bodyIds.map((bodyId) => parent?.sinceOf(bodyId) ?? scope)
    this.#rows.set(this.#resource, scope, new ScopeRows(bodyIds, since, this.#capturedTimes(order)))
    return duplicates
  }

  /**
   * Renumbers times in the order of the rows, so that equal rows have equal bytes, whatever their order in a bundle.
   */
  #capturedTimes(order: Uint32Array): CapturedTimes {
    const added = [...this.#times.keys()]
    const addedNumbers = this.#timeNumbers.all()
    const numberOf = new Uint32Array(added.length + 1)
    const times: string[] = []
    const numbers = order.map((row) => {
      const number = addedNumbers[row] as number
      if (number > 0 && numberOf[number] === 0) numberOf[number] = times.push(added[number - 1] ?? '')
      return numberOf[number] as number
    })
    return { times, numbers }
  }

  /**
   * The indexes of the added rows in the order of their keys, and rows with duplicate keys. The order is read from the
   * index of the keys of all patches (only keys of several columns are sorted), because sorting the added rows in a table
   * of their own would take a tenth of an import.
   */
  #inKeyOrder(): { order: Uint32Array; duplicates: DuplicateRow[] } {
    const bodyIds = this.#bodyIds.all()
    const added = new ScopeRows(bodyIds, bodyIds)
    const order = new NumberList()
    const duplicates: DuplicateRow[] = []
    const key = keyExpression(this.#resource)
    const sql = `SELECT ${key}, body_id FROM ${searchTable(this.#resource)} AS search ORDER BY ${key}, body_id`
    let last: readonly [key: string | number, row: number] | undefined
    for (const [current, bodyId] of this.#db.prepare<[], [string | number, number]>(sql).raw().iterate()) {
      const row = added.rowOf(bodyId)
      if (row === undefined) continue
      const earlier = last?.[0] === current ? last[1] : undefined
      if (earlier === undefined) order.push(row)
      else duplicates.push({ key: String(current), row: Math.max(row, earlier) })
      last = [current, Math.min(row, earlier ?? row)]
    }
    // Equal rows have the same body, of which only the first row was found.
    if (order.length + duplicates.length < bodyIds.length)
      for (const repeated of this.#repeated(added)) duplicates.push(repeated)
    return { order: order.all(), duplicates: duplicates.sort((a, b) => a.row - b.row) }
  }

  /** Rows with the body of an earlier row. */
  *#repeated(added: ScopeRows): Generator<DuplicateRow> {
    const key = keyExpression(this.#resource)
    const keyOf = this.#db
      .prepare(`SELECT ${key} FROM ${searchTable(this.#resource)} AS search WHERE body_id = ?`)
      .pluck()
    for (const [row, bodyId] of added.bodyIds.entries())
      if (added.rowOf(bodyId) !== row) yield { key: String(keyOf.get(bodyId)), row }
  }

  #timeNumber(capturedAt: string): number {
    const number = this.#times.get(capturedAt) ?? this.#times.size + 1
    this.#times.set(capturedAt, number)
    return number
  }

  /**
   * The id of an existing body with the same text, otherwise of a new one. It is looked up by key, which is part of the
   * text.
   */
  #bodyId({ text, detail, search, references }: NewRow): number {
    const key = () => this.#keyAt.map((at) => search[at])
    const known = this.#isFirst ? undefined : (this.#findBody.get(...key(), text, detail) as number | undefined)
    if (known !== undefined) return known
    const bodyId = Number(this.#addBody.run(text, detail).lastInsertRowid)
    this.#addSearch.run(bodyId, ...search)
    for (const id of references?.() ?? []) this.#refer(this.#targets.idOf(id), bodyId)
    return bodyId
  }

  #refer(targetId: number, bodyId: number): void {
    const known = this.#references.get(targetId)
    if (known) known.push(bodyId)
    else this.#references.set(targetId, [bodyId])
    this.#pendingReferences += 1
    if (this.#pendingReferences >= maxPendingReferences) this.#storeReferences()
  }

  #storeReferences(): void {
    for (const targetId of [...this.#references.keys()].sort((a, b) => a - b))
      for (const bodyId of this.#references.get(targetId) ?? []) this.#addReference.run(targetId, bodyId)
    this.#references.clear()
    this.#pendingReferences = 0
  }
}
