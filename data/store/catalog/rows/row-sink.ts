import type { Database, Statement } from 'better-sqlite3'
import type { Resource } from '../../../api/model/resource.ts'
import { referencesTable, searchColumns, searchIndexes, searchTable } from '../catalog-schema.ts'
import type { ReferenceTargets } from './reference-targets.ts'
import { ScopeRows } from './scope-rows.ts'
import type { ScopeRowsTable } from './scope-rows-table.ts'

export type SearchValue = string | number | null

/** A row of a bundle, ready to be stored. */
export interface NewRow {
  /** What identifies it within its resource. */
  readonly key: string | number
  readonly text: string
  readonly detail: string | null
  /** The bundle's; null for the time of import of the patch that introduced the content. */
  readonly capturedAt: string | null
  /** Values of the search columns, in the order of `searchColumns`. */
  readonly search: readonly SearchValue[]
  /** Ids and archetypes that it mentions, each once. Called only for content that is new. */
  readonly references?: () => Iterable<string>
}

type StagedRow = [bodyId: number, capturedAt: string | null]

/** Takes the rows of one resource at one scope, in any order, and stores them in key order. */
export class RowSink {
  count = 0
  readonly #db: Database
  readonly #resource: Resource
  /** Indexes of the key's columns among the search columns. */
  readonly #keyAt: readonly number[]
  readonly #findBody: Statement
  readonly #addBody: Statement
  readonly #addSearch: Statement
  readonly #addReference: Statement
  readonly #stage: Statement
  readonly #rows: ScopeRowsTable
  readonly #targets: ReferenceTargets
  /** Whether the tables are empty: then no body is looked up, and indexes are created at the end, which takes 2/3 of the time. */
  readonly #isFirst: boolean

  constructor(
    db: Database,
    resource: Resource,
    { rows, targets }: { rows: ScopeRowsTable; targets: ReferenceTargets },
  ) {
    this.#db = db
    this.#rows = rows
    this.#targets = targets
    this.#resource = resource
    db.exec('DROP TABLE IF EXISTS temp.staged')
    db.exec('CREATE TEMP TABLE staged (key PRIMARY KEY, body_id INTEGER NOT NULL, captured_at TEXT) WITHOUT ROWID')
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
    this.#stage = db.prepare('INSERT OR IGNORE INTO temp.staged VALUES (?, ?, ?)')
  }

  /** False if there is already a row with this key. */
  add(row: NewRow): boolean {
    const { changes } = this.#stage.run(row.key, this.#bodyId(row), row.capturedAt)
    this.count += changes
    return changes === 1
  }

  /** Moves the rows to their scope. A row whose content the parent scope has too keeps the patch that introduced it. */
  finish(scope: number, parentScope: number | null): void {
    if (this.#isFirst) for (const sql of searchIndexes(this.#resource).values()) this.#db.exec(sql)
    const parent = parentScope === null ? undefined : this.#rows.of(this.#resource, parentScope)
    const bodyIds = new Uint32Array(this.count)
    const times = new Map<string, number>()
    const timeNumbers = new Uint32Array(this.count)
    const staged = this.#db.prepare<[], StagedRow>('SELECT body_id, captured_at FROM temp.staged ORDER BY key').raw()
    let row = 0
    for (const [bodyId, captured] of staged.iterate()) {
      bodyIds[row] = bodyId
      if (captured !== null) {
        if (!times.has(captured)) times.set(captured, times.size + 1)
        timeNumbers[row] = times.get(captured) ?? 0
      }
      row += 1
    }
    const since = bodyIds.map((bodyId) => parent?.sinceOf(bodyId) ?? scope)
    this.#rows.set(
      this.#resource,
      scope,
      new ScopeRows(bodyIds, since, { times: [...times.keys()], numbers: timeNumbers }),
    )
    this.#db.exec('DROP TABLE temp.staged')
  }

  /** The id of an existing body with the same text, else of a new one. A text contains its key, so it is found by key. */
  #bodyId({ text, detail, search, references }: NewRow): number | bigint {
    const key = () => this.#keyAt.map((at) => search[at])
    const known = this.#isFirst ? undefined : (this.#findBody.get(...key(), text, detail) as number | undefined)
    if (known !== undefined) return known
    const { lastInsertRowid } = this.#addBody.run(text, detail)
    this.#addSearch.run(lastInsertRowid, ...search)
    for (const id of references?.() ?? []) this.#addReference.run(this.#targets.idOf(id), lastInsertRowid)
    return lastInsertRowid
  }
}
