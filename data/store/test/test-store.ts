// For suites: a store of their own, in the engine that the run is for. Runs for PostgreSQL have TEST_DATABASE_URL, a
// server on which each suite has a database of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { maxKeyAgeMilliseconds } from '../accounts/accounts.ts'
import { openStore, type StoreLocation } from '../dialect/open-store.ts'

export const isPostgres = process.env.TEST_DATABASE_URL !== undefined

const limits = { poolSize: 8, timeoutMilliseconds: 20_000 }

/** A folder and, in runs for PostgreSQL, a database. */
export class TestStore {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'store-'))
  #location: Promise<StoreLocation> | undefined
  #isChanged = false

  location(): Promise<StoreLocation> {
    return (this.#location ??= this.#make())
  }

  /** Settings of a service or command on this store. */
  async settings(): Promise<Record<string, string>> {
    const { database } = await this.location()
    return { DATA_DIR: this.dataDir, ...(database && { DATABASE_URL: database.url }) }
  }

  /** Its database will not be used again. */
  willChangeTables(): void {
    this.#isChanged = true
  }

  /** Runs a statement that the store itself would not make. */
  async query<Row>(name: 'accounts' | 'live', statement: string): Promise<Row[]> {
    if (/drop|alter|create|_migration/i.test(statement)) this.willChangeTables()
    const db = await this.open<never>(name)
    try {
      return (await db.executeQuery<Row>(CompiledQuery.raw(statement))).rows
    } finally {
      await db.destroy()
    }
  }

  /** The table of a store's migrations. */
  migrationTable(name: 'accounts' | 'live'): string {
    return isPostgres ? `${name}_migration` : 'kysely_migration'
  }

  /** The tables as they are. */
  async open<Tables>(name: 'accounts' | 'live', access: 'write' | 'read' = 'write'): Promise<Kysely<Tables>> {
    return (await openStore<Tables>(await this.location(), { name, migrations: undefined }, { access, share: 0 })).db
  }

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

/** Resolves when a process believes nothing any more that it has read of a key before the call. */
export const keysLookedUpAgain = (): Promise<unknown> => sleep(isPostgres ? maxKeyAgeMilliseconds : 0)
