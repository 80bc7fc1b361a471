import {
  sql,
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type Selectable,
  type SqlBool,
  type OnConflictTables,
  type OnConflictUpdateDatabase,
  type UpdateObject,
} from 'kysely'
import { dialectOf } from '../../dialect/dialect.ts'
import type { LiveTables } from './tables.ts'

const compiled = new Map<string, CompiledQuery>()

/** Compiles a query at the first call with its name. Queries with the same name may only differ in their parameters. */
export function compiledOnce<T>(name: string, compile: () => CompiledQuery<T>): CompiledQuery<T> {
  const query = (compiled.get(name) as CompiledQuery<T> | undefined) ?? compile()
  compiled.set(name, query)
  return query
}

type Insert<T extends keyof LiveTables> = InsertQueryBuilder<LiveTables, T, InsertResult>

/**
 * Inserts rows that all have the same columns, many with each statement. `onConflict` says what happens if a row exists;
 * it has to be the same at every call for a table, because statements are compiled once. Returns the number of rows that
 * were written.
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
  let written = 0
  for (const { source, parameters, shape } of sourcesOf(db, table, columns, rows)) {
    const statement = compiledOnce(`insert ${shape} ${table} ${columns.join()}`, () =>
      onConflict(db.insertInto(table).columns(columns).expression(source())).compile(),
    )
    const { numAffectedRows } = await db.executeQuery({ ...statement, parameters })
    written += Number(numAffectedRows ?? 0)
  }
  return written
}

/** Inserts rows whose key is not stored yet; of several with the same key, the first. Returns their number. */
export const insertNewRows = <T extends keyof LiveTables>(
  db: Kysely<LiveTables>,
  table: T,
  key: readonly (keyof LiveTables[T] & string)[],
  rows: readonly Insertable<LiveTables[T]>[],
): Promise<number> =>
  insertRows(db, table, rows, (insert) => insert.onConflict((conflict) => conflict.columns([...key]).doNothing()))

/** Returns the rows that have one of the keys, in any order. Reads many with each statement, which is compiled once. */
export async function rowsByKey<T extends keyof LiveTables, K extends keyof LiveTables[T] & string>(
  db: Kysely<LiveTables>,
  table: T,
  key: readonly K[],
  keys: readonly Readonly<Record<K, unknown>>[],
): Promise<Selectable<LiveTables[T]>[]> {
  const found: Selectable<LiveTables[T]>[] = []
  for (const { source, parameters, shape } of sourcesOf(db, table, key, keys)) {
    const query = compiledOnce(`${table} by ${key.join()} ${shape}`, () => {
      const columns = sql.join(key.map((column) => sql.ref(column)))
      return sql`select * from ${sql.table(table)} where (${columns}) in (${source()})`.compile(db)
    })
    const { rows } = await db.executeQuery<Selectable<LiveTables[T]>>({ ...query, parameters })
    for (const row of rows) found.push(row)
  }
  return found
}

/** Splits rows into sources of statements, each with as many rows as one statement takes. */
function* sourcesOf(
  db: Kysely<LiveTables>,
  table: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
) {
  const { rowsPerStatement, rowSource } = dialectOf(db)
  const step = rowsPerStatement(columns.length)
  for (let at = 0; at < rows.length; at += step) yield rowSource(table, columns, rows.slice(at, at + step))
}

/** Returns the last row of each key. */
export function lastPerKey<T>(rows: readonly T[], key: readonly (keyof T)[]): T[] {
  return [...new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row])).values()]
}

/**
 * Inserts rows, or updates rows of the same key that differ in a column other than `change`. Returns the number of rows
 * that were inserted or updated.
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
  return insertRows(db, table, lastPerKey(rows, key), (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns([...key])
        .doUpdateSet(() => excluded as UpdateObject<OnConflictUpdateDatabase<LiveTables, T>, OnConflictTables<T>>)
        .where(sql<SqlBool>`${sql.join(differs, sql` or `)}`),
    ),
  )
}
