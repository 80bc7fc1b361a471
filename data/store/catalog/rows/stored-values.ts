import type { Database } from 'better-sqlite3'
import type { Steps } from '../../../api/model/values/steps.ts'
import type { ScopeRows } from './scope-rows.ts'

/** An SQL expression of the bodies in a table, which the expression calls `stored`. */
export interface StoredExpression {
  readonly table: string
  readonly expression: string
  readonly parameters?: Readonly<Record<string, string>>
}

/**
 * A range of body ids that is read may have this many times as many bodies as are needed; the others belong to rows of
 * other patches. With more of them, expressions that parse the text of a row would take longer than looking up the needed
 * bodies.
 */
const maxRangePerBody = 2

/**
 * Reads an expression for each row of a resource at a scope, some rows in each step. Returns the values in the order of
 * the rows. Throws an `Error` if the body of a row is missing.
 *
 * Bodies are read in ranges, in the order in which they are stored: a column of 20,000 rows takes 3.6 ms. Looking up each
 * body in the order of the rows would take 9 ms.
 */
export function* storedValues<T>(
  db: Database,
  rows: ScopeRows,
  source: StoredExpression,
  rowsPerStep: number,
): Steps<T[]> {
  const read = bodyReader<T>(db, source)
  const values: T[] = Array.from({ length: rows.size })
  let missing = rows.size
  const add = (bodyId: number, value: T) => {
    const row = rows.rowOf(bodyId)
    if (row === undefined) return
    values[row] = value
    missing -= 1
  }
  for (let from = 0; from < rows.size; from += rowsPerStep) {
    read(rows.sortedBodyIds.subarray(from, from + rowsPerStep), add)
    yield
  }
  if (missing > 0) throw new Error(`The catalog is damaged: ${source.table} lacks the bodies of ${missing} rows`)
  return values
}

type BodyReader<T> = (bodies: Uint32Array, add: (bodyId: number, value: T) => void) => void

/**
 * Returns a function that calls `add` with each of the given bodies that exists, and perhaps with others. The ids have to be
 * in ascending order.
 */
function bodyReader<T>(db: Database, { table, expression, parameters }: StoredExpression): BodyReader<T> {
  const inRange = db
    .prepare<[object], T>(
      `SELECT ${expression} FROM ${table} AS stored WHERE body_id BETWEEN @first AND @last ORDER BY body_id`,
    )
    .pluck()
  const listed = db
    .prepare<[object], [bodyId: number, value: T]>(
      `SELECT stored.body_id, ${expression} FROM json_each(@bodies) AS listed
       CROSS JOIN ${table} AS stored ON stored.body_id = listed.value`,
    )
    .raw()
  return (bodies, add) => {
    const [first = 0, last = 0] = [bodies[0], bodies.at(-1)]
    const length = last - first + 1
    const values = length <= maxRangePerBody * bodies.length ? inRange.all({ ...parameters, first, last }) : []
    // If all bodies of the range are in the table, their ids follow from the order. Reading ids too would take twice as long.
    if (values.length === length) values.forEach((value, at) => add(first + at, value))
    else for (const [bodyId, value] of listed.all({ ...parameters, bodies: `[${bodies.join()}]` })) add(bodyId, value)
  }
}
