import type { Database } from 'better-sqlite3'
import type { Column } from '../../../api/model/columns.ts'
import { toRfc3339 } from '../../../api/answer/rows/rows.ts'
import { displayedName } from '../../../api/model/schemas.ts'
import type { PatchIndex } from '../../../api/model/patches.ts'
import type { Resource } from '../../../api/model/resource.ts'
import type { Steps } from '../../../api/model/values/steps.ts'
import type { ScopeRows } from '../rows/scope-rows.ts'
import { storedValues, type StoredExpression } from '../rows/stored-values.ts'

/** A single value as in rows of responses. Lists and objects count as null. */
export type Scalar = string | number | null

/** Number of rows that are read in one step. */
const rowsPerStep = 1000

/** The name of a resource's search table, and its columns. */
export interface SearchTable {
  readonly search: string
  readonly searched: readonly string[]
}

interface ColumnSource {
  readonly db: Database
  readonly resource: Resource
  readonly scope: number
  readonly rows: ScopeRows
  readonly patches: PatchIndex
  readonly tables: SearchTable
}

/** The values of a column, named as in responses, of all rows of a resource at a scope, in the order of the rows. */
export function* columnValues(source: ColumnSource, name: string): Steps<Scalar[]> {
  const { db, resource, rows, tables } = source
  const [stored, column] = declaredColumn(resource, name)
  const derived = derivedValue(column, source)
  if (!derived) return yield* storedValues<Scalar>(db, rows, expressionOf(tables, name, stored, column), rowsPerStep)
  const values: Scalar[] = []
  for (let row = 0; row < rows.size; row += 1) {
    values.push(derived(row))
    if (values.length % rowsPerStep === 0) yield
  }
  return values
}

/**
 * Returns a function of the row number for columns that follow from the position of a row and the patch that introduced
 * it.
 */
function derivedValue(column: Column | undefined, { rows, patches, scope }: ColumnSource) {
  const since = (row: number) => patches.byId(rows.sincePatchIds[row] ?? 0)
  if (column?.derived === 'patch_id') return (): Scalar => scope
  if (column?.derived === 'position') return (row: number): Scalar => row + 1
  if (column?.derived === 'patch_version') return (row: number): Scalar => since(row)?.version ?? null
  if (column?.derived !== 'captured_at') return undefined
  return (row: number): Scalar => {
    const time = rows.capturedAt(row) ?? since(row)?.imported_at
    return time === undefined ? null : toRfc3339(time)
  }
}

function declaredColumn({ columns }: Resource, name: string): [stored: string, column: Column | undefined] {
  const found = Object.entries(columns).find(([declared, column]) => displayedName(declared, column) === name)
  return found ?? [name, undefined]
}

/** SQL of a column: the search column if there is one, otherwise the value in the text of the row. */
function expressionOf(
  { search, searched }: SearchTable,
  name: string,
  stored: string,
  column: Column | undefined,
): StoredExpression {
  if (column && !column.asset && searched.includes(stored)) return { table: search, expression: `stored."${stored}"` }
  const isDetail = column?.asset?.displayed === 'bytes'
  const text = isDetail ? 'stored.detail' : 'stored.text'
  const path = `$."${isDetail ? stored : name}"`
  const expression = column
    ? `json_extract(${text}, @path)`
    : `CASE WHEN json_type(${text}, @path) NOT IN ('array', 'object') THEN json_extract(${text}, @path) END`
  return { table: 'bodies', expression, parameters: { path } }
}
