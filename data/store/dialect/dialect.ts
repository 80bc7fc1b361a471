// All that is SQLite's own about the databases that are written while serving. Another database needs another module like this
// one, nothing else.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import {
  CompiledQuery,
  sql,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type ColumnDefinitionBuilder,
  type DatabaseConnection,
  type Dialect,
  type Expression,
  type Kysely,
  type SqlBool,
} from 'kysely'

const busyMilliseconds = 5000
const full = 2
const maxStatements = 500
/** Pages are written back less often than SQLite would. */
const pagesUntilCheckpoint = 16_000
const defaultPageBytes = 2 * 1024 * 1024

/** Keeps statements prepared, by their text: Kysely asks for one at every query. */
class PreparedDatabase {
  readonly #database: Database.Database
  readonly #statements = new LRUCache<string, Database.Statement>({ max: maxStatements })

  constructor(database: Database.Database) {
    this.#database = database
  }

  prepare(text: string): Database.Statement {
    const held = this.#statements.get(text)
    if (held) return held
    const statement = this.#database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }

  close(): void {
    this.#database.close()
  }
}

/** A transaction takes the write lock when it begins: one that reads first would fail, not wait, when another writes. */
class TransactionDriver extends SqliteDriver {
  readonly #begin: string

  constructor(database: Database.Database) {
    super({ database: new PreparedDatabase(database) })
    this.#begin = database.readonly ? 'begin' : 'begin immediate'
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin))
  }
}

/** Migrations run in one transaction, so that two processes on a new file do not both create it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class DurableDialect extends SqliteDialect {
  readonly #database: Database.Database

  constructor(database: Database.Database) {
    super({ database })
    this.#database = database
  }

  override createDriver() {
    return new TransactionDriver(this.#database)
  }

  override createAdapter() {
    return new TransactionalAdapter()
  }
}

export interface OpenedDatabase {
  readonly dialect: Dialect
  /** A number that changes whenever another connection has committed a change, in whatever process. */
  readonly foreignChanges: () => number
}

/**
 * Opens or makes the file. Up to `pageBytes` of its pages stay in memory: what is written all over a large file is written again soon.
 * Throws when commits would not be durable. The dialect's Kysely closes it.
 */
export function openDatabase(file: string, pageBytes: number = defaultPageBytes): OpenedDatabase {
  mkdirSync(dirname(file), { recursive: true })
  const database = new Database(file, { timeout: busyMilliseconds })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma(`cache_size = -${Math.ceil(pageBytes / 1024)}`)
    database.pragma(`wal_autocheckpoint = ${pagesUntilCheckpoint}`)
    const mode = String(database.pragma('journal_mode', { simple: true }))
    const synchronous = database.pragma('synchronous', { simple: true })
    if (mode !== 'wal' || synchronous !== full)
      throw new Error(`${file} is not durable: journal_mode is ${mode}, synchronous is ${String(synchronous)}.`)
  } catch (error) {
    database.close()
    throw error
  }
  const version = database.prepare('PRAGMA data_version').pluck()
  return { dialect: new DurableDialect(database), foreignChanges: () => version.get() as number }
}

/** Opens the file for reading; what is read in one transaction is one state. Throws when it is not there. */
export function openForReading(file: string): Dialect {
  return new DurableDialect(new Database(file, { readonly: true, timeout: busyMilliseconds }))
}

/** A column that numbers its rows. */
export const rowNumber = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.primaryKey().autoIncrement()

/** Ends the making of a table whose rows lie in the order of its primary key. */
export const clustered = sql`without rowid`

/** True for rows whose columns have the values of one of the keys. */
export const isOneOfKeys = (columns: readonly string[], keys: readonly (readonly unknown[])[]) => {
  const values = sql.join(keys.map((key) => sql`(${sql.join(key)})`))
  return sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) in (values ${values})`
}

/** An index that finds any part, three characters or longer, of the column's texts; `key` is the table's integer key. */
export async function createPartIndex<T>(db: Kysely<T>, table: string, key: string, column: string): Promise<void> {
  const [index, id, text] = [sql.id(`${table}_parts`), sql.id(key), sql.id(column)]
  const options = sql`content=${sql.lit(table)}, content_rowid=${sql.lit(key)}, tokenize='trigram case_sensitive 1'`
  await sql`create virtual table ${index} using fts5(${text}, ${options})`.execute(db)
  const added = sql`insert into ${index}(rowid, ${text}) values (new.${id}, new.${text})`
  const removed = sql`insert into ${index}(${index}, rowid, ${text}) values ('delete', old.${id}, old.${text})`
  const trigger = (event: 'insert' | 'delete') => sql.id(`${table}_parts_${event}`)
  await sql`create trigger ${trigger('insert')} after insert on ${sql.id(table)} begin ${added}; end`.execute(db)
  await sql`create trigger ${trigger('delete')} after delete on ${sql.id(table)} begin ${removed}; end`.execute(db)
}

/** Keys of the rows whose text has the part. Every character is literal. */
export const keysWithPart = (table: string, part: string) =>
  sql<{
    key: number
  }>`select rowid as key from ${sql.id(`${table}_parts`)} where ${sql.id(`${table}_parts`)} match ${`"${part.replaceAll('"', '""')}"`}`

/** True where the text has the part, letter by letter. */
export const hasPart = (text: Expression<string>, part: string) => sql<SqlBool>`instr(${text}, ${part}) > 0`
