// Stores for tests, in the engine of the run. Runs for PostgreSQL set TEST_DATABASE_URL, a server on which each test
// file has its own database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { maxKeyAgeMilliseconds } from '../accounts/accounts.ts'
import { openStore, type StoreLocation } from '../dialect/open-store.ts'

export const isPostgres = process.env.TEST_DATABASE_URL !== undefined

const limits = { poolSize: 8, timeoutMilliseconds: 20_000 }

/** A temporary folder and, in runs for PostgreSQL, a database. */
export class TestStore {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'store-'))
  #location: Promise<StoreLocation> | undefined
  #isChanged = false

  location(): Promise<StoreLocation> {
    return (this.#location ??= this.#make())
  }

  /** Settings with which a service or command uses this store. */
  async settings(): Promise<Record<string, string>> {
    const { database } = await this.location()
    return { DATA_DIR: this.dataDir, ...(database && { DATABASE_URL: database.url }) }
  }

  /** Says that the tables of the database are changed, so that it is not reused. */
  willChangeTables(): void {
    this.#isChanged = true
  }

  /** Runs any statement. */
  async query<Row>(name: 'accounts' | 'live', statement: string): Promise<Row[]> {
    if (/drop|alter|create|_migration/i.test(statement)) this.willChangeTables()
    const db = await this.open<never>(name)
    try {
      return (await db.executeQuery<Row>(CompiledQuery.raw(statement))).rows
    } finally {
      await db.destroy()
    }
  }

  /** Name of the table of migrations of a store. */
  migrationTable(name: 'accounts' | 'live'): string {
    return isPostgres ? `${name}_migration` : 'kysely_migration'
  }

  /** Opens a store without migrating its tables. */
  async open<Tables>(name: 'accounts' | 'live', access: 'write' | 'read' = 'write'): Promise<Kysely<Tables>> {
    return (await openStore<Tables>(await this.location(), { name, migrations: undefined }, { access, share: 0 })).db
  }

  /** Deletes the folder and returns the database for reuse. */
  async remove(): Promise<void> {
    const { database } = (await this.#location) ?? {}
    if (database) await (await import('./test-databases.ts')).returnDatabase(database.url, this.#isChanged)
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  async #make(): Promise<StoreLocation> {
    const { dataDir } = this
    if (!isPostgres) return { dataDir }
    const { takeDatabase } = await import('./test-databases.ts')
    return { dataDir, database: { ...limits, url: await takeDatabase() } }
  }
}

/** Resolves when processes no longer use states of keys that they have cached before the call. */
export const waitForKeyCaches = (): Promise<unknown> => sleep(isPostgres ? maxKeyAgeMilliseconds : 0)
