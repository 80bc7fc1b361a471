import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { dialectOf } from './dialect.ts'

export type Migrations = Readonly<Record<string, Migration>>

/** Whether the tables are in the newest state, by one query. */
export async function isMigrated<T>(db: Kysely<T>, store: string, migrations: Migrations): Promise<boolean> {
  const table = dialectOf(db).migrationTable(store)
  const there = sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db)
  const names = await there.then(
    ({ rows }) => rows.map(({ name }) => name),
    () => [],
  )
  return names.join() === Object.keys(migrations).sort().join()
}

/** Brings the tables of a store to the newest state. Throws when that fails, or when a newer version of this code was here. */
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
  if (newer !== undefined)
    throw new Error(`The tables of ${store} are of a newer version of this program (${newer}): run that version.`, {
      cause: error,
    })
  throw error instanceof Error ? error : new Error(`The tables of ${store} cannot be migrated`, { cause: error })
}
