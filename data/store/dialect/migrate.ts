import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { dialectOf } from './dialect.ts'

export type Migrations = Readonly<Record<string, Migration>>

/**
 * Name of an entry in the table of migrations while rows are being moved to the database, which services refuse to open
 * then.
 */
export const unfinishedMove = 'unfinished-move'

/** Whether all migrations were run. Takes one query. */
export async function isMigrated<T>(db: Kysely<T>, store: string, migrations: Migrations): Promise<boolean> {
  const names = await migrationsOf(db, store).catch(() => [])
  return names.join() === Object.keys(migrations).sort().join()
}

/** The names of the migrations that were run, in order. Rejects if there is no table of migrations. */
export async function migrationsOf<T>(db: Kysely<T>, store: string): Promise<string[]> {
  const table = dialectOf(db).migrationTable(store)
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Runs the missing migrations of a store. Throws an `Error` if one fails, or if a newer version has migrated the
 * tables.
 */
export async function migrate<T>(db: Kysely<T>, store: string, migrations: Migrations): Promise<void> {
  const table = dialectOf(db).migrationTable(store)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const [, newer] = /previously executed migration (\S+) is missing/.exec(String(error)) ?? []
  if (newer === unfinishedMove)
    throw new Error('Rows are being moved to this database: run `npm run move` again until it says that all are there.')
  if (newer !== undefined)
    throw new Error(`The tables of ${store} are of a newer version of this program (${newer}): run that version.`, {
      cause: error,
    })
  throw error instanceof Error ? error : new Error(`The tables of ${store} cannot be migrated`, { cause: error })
}
