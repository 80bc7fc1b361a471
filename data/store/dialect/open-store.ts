import { join } from 'node:path'
import { Kysely } from 'kysely'
import { makeFolder, makePrivateFile } from '../files/place-file.ts'
import { migrate, type Migrations } from './migrate.ts'
import type { PostgresSettings } from './postgres-pool.ts'
import { openDatabase, openForReading } from './sqlite.ts'

/** Where accounts and live data are stored: in files of a folder or, if `database` is set, in PostgreSQL. */
export interface StoreLocation {
  readonly dataDir: string
  readonly database?: PostgresSettings | undefined
}

export interface StoreDeclaration {
  /** The file is `<name>.db`. */
  readonly name: string
  /** Undefined if the tables are not to be migrated. */
  readonly migrations: Migrations | undefined
}

interface OpenOptions {
  /** With `read`, all reads of a transaction see the same state. */
  readonly access: 'write' | 'read'
  /** Memory for pages of the file, in bytes. */
  readonly pageBytes?: number | undefined
  /** Share of the connections to PostgreSQL that the store may use; it gets at least one. */
  readonly share: number
}

export interface OpenedStore<T> {
  readonly db: Kysely<T>
  /** Returns a number that changes whenever another connection commits a change. Only files have it. */
  readonly foreignChanges?: () => number
}

/** Name of the file of a store. */
export const fileOf = ({ name }: Pick<StoreDeclaration, 'name'>): string => `${name}.db`

/**
 * Opens a store. For writing, it is created if it is missing, and its tables are migrated; if the database is unavailable,
 * this happens once it is back. For reading, a file has to exist. Throws an `Error` if commits would not be durable, or if a
 * newer version of this program has migrated the tables.
 */
export async function openStore<T>(
  { dataDir, database }: StoreLocation,
  store: StoreDeclaration,
  { access, pageBytes, share }: OpenOptions,
): Promise<OpenedStore<T>> {
  const { name, migrations } = store
  if (database) {
    const { openPostgres } = await import('./postgres.ts')
    const connections = Math.max(1, Math.floor(database.poolSize * share))
    return { db: await openPostgres<T>(database, { store: name, migrations, access, connections }) }
  }
  const file = join(dataDir, fileOf(store))
  if (access === 'read') return { db: new Kysely<T>({ dialect: openForReading(file) }) }
  makeFolder(dataDir)
  // SQLite creates the log with the same mode.
  makePrivateFile(file)
  const { dialect, foreignChanges } = openDatabase(file, pageBytes)
  const db = new Kysely<T>({ dialect })
  try {
    if (migrations) await migrate(db, name, migrations)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, foreignChanges }
}
