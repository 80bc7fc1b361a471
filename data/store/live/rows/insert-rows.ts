import {
  sql,
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type SqlBool,
} from 'kysely'
import { dialectOf } from '../../dialect/dialect.ts'
import type { LiveTables } from './tables.ts'

const compiled = new Map<string, CompiledQuery>()

/** A query that is compiled at the first call with its name; only parameters may differ between those of one name. */
export function compiledOnce<T>(name: string, compile: () => CompiledQuery<T>): CompiledQuery<T> {
  const query = (compiled.get(name) as CompiledQuery<T> | undefined) ?? compile()
  compiled.set(name, query)
  return query
}

type Insert<T extends keyof LiveTables> = InsertQueryBuilder<LiveTables, T, InsertResult>

/**
 * Inserts rows that all have the same columns, many with each statement; statements are compiled once. `onConflict`
 * says what happens to a row that is there already and must be the same for a table at every call. Returns how many
 * rows were written.
 */
export async function insertRows<T extends keyof LiveTables>(
  db: Kysely<LiveTables>,
  table: T,
  rows: readonly Insertable<LiveTables[T]>[],
  onConflict: (insert: Insert<T>) => Insert<T> = (insert) => insert,
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const columns = Object.keys(first) as (keyof Insertable<LiveTables[T]> & keyof LiveTables[T] & string)[]
  const { rowsPerStatement, rowSource } = dialectOf(db)
  const step = rowsPerStatement(columns.length)
  let written = 0
  for (let at = 0; at < rows.length; at += step) {
    const group = rows.slice(at, at + step)
    const { source, parameters, shape } = rowSource(table, columns, group)
    const statement = compiledOnce(`insert ${shape} ${table} ${columns.join()}`, () =>
      onConflict(db.insertInto(table).columns(columns).expression(source())).compile(),
    )
    const { numAffectedRows } = await db.executeQuery({ ...statement, parameters })
    written += Number(numAffectedRows ?? 0)
  }
  return written
}

/** The last of the rows with each key. */
export function lastOf<T>(rows: readonly T[], key: readonly (keyof T)[]): T[] {
  return [...new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row])).values()]
}

/**
 * Inserts rows, or replaces what differs in the row of the same key; another `change` alone is not a difference.
 * Returns how many rows changed something.
 */
export function upsertRows<T extends keyof LiveTables>(
  db: Kysely<LiveTables>,
  table: T,
  key: readonly (keyof LiveTables[T] & keyof Insertable<LiveTables[T]> & string)[],
  rows: readonly Insertable<LiveTables[T]>[],
): Promise<number> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !(key as readonly string[]).includes(column))
  const excluded = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))
  const compared = columns.filter((column) => column !== 'change')
  const differs = compared.map(
    (column) => sql`${sql.ref(`${table}.${column}`)} is distinct from ${sql.ref(`excluded.${column}`)}`,
  )
  return insertRows(db, table, lastOf(rows, key), (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns([...key])
        .doUpdateSet(() => excluded as never)
        .where(sql<SqlBool>`${sql.join(differs, sql` or `)}`),
    ),
  )
}
