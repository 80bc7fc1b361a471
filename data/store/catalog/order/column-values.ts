import type { Database } from 'better-sqlite3'
import type { Column } from '../../../api/model/columns.ts'
import { withOffset } from '../../../api/answer/rows/rows.ts'
import { displayedName } from '../../../api/model/schemas.ts'
import type { PatchIndex } from '../../../api/model/patches.ts'
import type { Resource } from '../../../api/model/resource.ts'
import type { Steps } from '../../../api/model/values/steps.ts'

/** A single value as rows show it; lists and objects count as absent. */
export type Scalar = string | number | null

/** Rows that are read in one step. */
const rowsPerStep = 1000

/** Names of a resource's tables, and the columns of its search table. */
export interface RowTables {
  readonly rows: string
  readonly search: string
  readonly searched: readonly string[]
}

interface ColumnSource {
  readonly db: Database
  readonly resource: Resource
  readonly scope: number
  readonly size: number
  readonly patches: PatchIndex
  readonly tables: RowTables
}

/** The values of a column, as rows show it, of all rows of a resource at a scope, in order of ids. */
export function* columnValues(source: ColumnSource, name: string): Steps<Scalar[]> {
  const { db, resource, scope, size, patches, tables } = source
  const [stored, column] = declaredColumn(resource, name)
  if (column?.derived === 'position' || column?.derived === 'patch_id')
    return Array.from({ length: size }, (_, at) => (column.derived === 'position' ? at + 1 : scope))
  const { expression, parameters } = expressionOf(tables, name, stored, column)
  const sql = `SELECT ${expression} FROM ${tables.rows} AS row
    JOIN bodies AS body ON body.body_id = row.body_id
    JOIN ${tables.search} AS search ON search.body_id = row.body_id
    WHERE row.scope = @scope AND row.position > @after AND row.position <= @last ORDER BY row.position`
  const read = db.prepare(sql).pluck()
  const values: Scalar[] = []
  for (let after = 0; after < size; after += rowsPerStep) {
    const some = read.all({ ...parameters, scope, after, last: after + rowsPerStep }) as Scalar[]
    for (const value of some) values.push(shownValue(column, value, patches))
    yield
  }
  return values
}

function declaredColumn({ columns }: Resource, name: string): [stored: string, column: Column | undefined] {
  const found = Object.entries(columns).find(([declared, column]) => displayedName(declared, column) === name)
  return found ?? [name, undefined]
}

/** A search column where there is one; otherwise the value inside the row's text. */
function expressionOf({ searched }: RowTables, name: string, stored: string, column: Column | undefined) {
  if (column?.derived === 'patch_version') return { expression: 'row.since_patch_id', parameters: {} }
  if (column?.derived === 'captured_at') return { expression: capturedAt, parameters: {} }
  if (column && !column.asset && searched.includes(stored)) return { expression: `search."${stored}"`, parameters: {} }
  const isDetail = column?.asset?.displayed === 'bytes'
  const text = isDetail ? 'body.detail' : 'body.text'
  const path = `$."${isDetail ? stored : name}"`
  const expression = column
    ? `json_extract(${text}, @path)`
    : `CASE WHEN json_type(${text}, @path) NOT IN ('array', 'object') THEN json_extract(${text}, @path) END`
  return { expression, parameters: { path } }
}

const capturedAt = 'coalesce(row.captured_at, (SELECT imported_at FROM patches WHERE patches.id = row.since_patch_id))'

function shownValue(column: Column | undefined, value: Scalar, patches: PatchIndex): Scalar {
  if (column?.derived === 'patch_version') return patches.byId(Number(value))?.version ?? null
  return column?.derived === 'captured_at' && typeof value === 'string' ? withOffset(value) : value
}
