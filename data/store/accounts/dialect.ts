// All that is SQLite's own about accounts.db. Another database needs another module like this one, nothing else.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type ColumnDefinitionBuilder,
  type DatabaseConnection,
  type Dialect,
} from 'kysely'

const busyMilliseconds = 5000
const full = 2

/** A transaction takes the write lock when it begins: one that reads first would fail, not wait, when another writes. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** Migrations run in one transaction, so that two processes on a new file do not both create it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class AccountsDialect extends SqliteDialect {
  readonly #database: Database.Database

  constructor(database: Database.Database) {
    super({ database })
    this.#database = database
  }

  override createDriver() {
    return new ImmediateDriver({ database: this.#database })
  }

  override createAdapter() {
    return new TransactionalAdapter()
  }
}

export interface AccountsDatabase {
  readonly dialect: Dialect
  /** A number that changes whenever another connection has committed a change, in whatever process. */
  readonly foreignChanges: () => number
}

/** Opens or makes the file. Throws when commits would not be durable. The dialect's Kysely closes it. */
export function openAccountsDatabase(file: string): AccountsDatabase {
  mkdirSync(dirname(file), { recursive: true })
  const database = new Database(file, { timeout: busyMilliseconds })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    const mode = String(database.pragma('journal_mode', { simple: true }))
    const synchronous = database.pragma('synchronous', { simple: true })
    if (mode !== 'wal' || synchronous !== full)
      throw new Error(`${file} is not durable: journal_mode is ${mode}, synchronous is ${String(synchronous)}.`)
  } catch (error) {
    database.close()
    throw error
  }
  const version = database.prepare('PRAGMA data_version').pluck()
  return { dialect: new AccountsDialect(database), foreignChanges: () => version.get() as number }
}

/** A column that numbers its rows. */
export const rowNumber = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.primaryKey().autoIncrement()
