import type { Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'

/** Brings the tables to the newest state. Throws when that fails, or when a newer version of this code was here. */
export async function migrate<T>(
  db: Kysely<T>,
  file: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  throw error instanceof Error ? error : new Error(`${file} cannot be migrated`, { cause: error })
}
