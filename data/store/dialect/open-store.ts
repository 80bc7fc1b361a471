import { join } from 'node:path'
import { Kysely } from 'kysely'
import { makeFolder, makePrivateFile } from '../files/place-file.ts'
import { migrate, type Migrations } from './migrate.ts'
import type { PostgresSettings } from './postgres-pool.ts'
import { openDatabase, openForReading } from './sqlite.ts'

/** Where accounts and live data are: files of a folder, or a PostgreSQL database. */
export interface StoreLocation {
  readonly dataDir: string
  readonly database?: PostgresSettings | undefined
}

export interface StoreDeclaration {
  /** Its file is `<name>.db`. */
  readonly name: string
  /** None: the tables are left as they are. */
  readonly migrations: Migrations | undefined
}

interface OpenOptions {
  /** For reading, what is read in one transaction is one state. */
  readonly access: 'write' | 'read'
  /** Pages of the file that stay in memory. */
  readonly pageBytes?: number | undefined
  /** How many of the connections to PostgreSQL it may have, of all that are allowed. */
  readonly share: number
}

export interface OpenedStore<T> {
  readonly db: Kysely<T>
  /** A number that changes whenever another connection has committed a change; only a file on this machine tells at once. */
  readonly foreignChanges?: () => number
}

export const fileOf = ({ name }: Pick<StoreDeclaration, 'name'>): string => `${name}.db`

/**
 * Opens a store. One that is opened for writing is created if it is missing, and its tables are migrated; if its
 * database is away, once that is back. A file that is opened for reading must exist. Throws when commits would not be
 * durable, or when a newer version of this program has migrated it.
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
  // Its log gets the same mode.
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
