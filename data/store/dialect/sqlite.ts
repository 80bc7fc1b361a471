// Everything specific to SQLite in databases that are written while the service runs.
import { accessSync, constants } from 'node:fs'
import Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import {
  CompiledQuery,
  sql,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type ColumnDefinitionBuilder,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type SqlBool,
  type SqliteStatement,
} from 'kysely'
import type { PartIndex, StoreDialect } from './dialect.ts'
import { withFilePath } from './with-file-path.ts'
import { FileUnavailableError } from './unavailable.ts'

const busyMilliseconds = 5000
/** Value of `synchronous` for FULL. */
const full = 2
const maxStatements = 500
/** More values per statement do not make inserts faster. */
const parametersPerStatement = 800
/** Pages are written back less often than by default (1,000). */
const pagesUntilCheckpoint = 16_000
/** The size to which a checkpoint truncates the log; a long-running reader may have let it grow beyond that. */
const maxLogBytes = 64 * 1024 * 1024
/** The default of better-sqlite3 is 16 MB. */
const defaultPageBytes = 2 * 1024 * 1024

/** Passes each parameter as an argument: with an array, better-sqlite3 takes a fifth longer to store rows. */
class PreparedStatement implements SqliteStatement {
  readonly #statement: Database.Statement
  readonly reader: boolean

  constructor(statement: Database.Statement) {
    this.#statement = statement
    this.reader = statement.reader
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...parameters)
  }

  run(parameters: readonly unknown[]): Database.RunResult {
    return this.#statement.run(...parameters)
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters)
  }
}

/** Caches prepared statements by their text, because Kysely prepares one for every query. */
class PreparedDatabase {
  readonly #database: Database.Database
  readonly #statements = new LRUCache<string, PreparedStatement>({ max: maxStatements })

  constructor(database: Database.Database) {
    this.#database = database
  }

  prepare(text: string): PreparedStatement {
    const known = this.#statements.get(text)
    if (known) return known
    const statement = new PreparedStatement(this.#database.prepare(text))
    this.#statements.set(text, statement)
    return statement
  }

  close(): void {
    this.#database.close()
  }
}

/**
 * Throws `FileUnavailableError` for a locked file or a full or failing disk, which may recover; otherwise the error
 * itself.
 */
function throwUnavailable(error: unknown): never {
  const { code = '', message } = error as Error & { code?: string }
  if (code.startsWith('SQLITE_BUSY'))
    throw new FileUnavailableError(`Another process has locked the file: ${message}`, { cause: error })
  if (!/^SQLITE_(FULL|IOERR|READONLY)/.test(code)) throw error
  throw new FileUnavailableError(`The disk does not store what was written: ${message}`, { cause: error })
}

/**
 * Transactions take the write lock when they begin: if they read first, they would fail instead of waiting for another
 * writer.
 */
class TransactionDriver extends SqliteDriver {
  readonly #database: Database.Database
  readonly #pageBytes: number
  readonly #begin: string

  constructor(database: Database.Database, pageBytes: number) {
    super({ database: new PreparedDatabase(database) })
    this.#database = database
    this.#pageBytes = pageBytes
    this.#begin = database.readonly ? 'begin' : 'begin immediate'
  }

  /**
   * Not done when the file is opened, because the pragma locks it, and Kysely never closes a database that it has not
   * used.
   */
  override async init(): Promise<void> {
    await super.init()
    this.#database.pragma(`cache_size = -${Math.ceil(this.#pageBytes / 1024)}`)
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin))
  }

  /** If the disk fails, SQLite has rolled back the transaction itself. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: <R>(query: CompiledQuery) => connection.executeQuery<R>(query).catch(throwUnavailable),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
  }
}

/** Migrations run in one transaction, so that two processes on a new file do not both create it. */
class TransactionalAdapter extends SqliteAdapter {
  readonly storeDialect = sqliteDialect

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const kyselyDialect = (database: Database.Database, pageBytes: number): Dialect => ({
  createDriver: () => new TransactionDriver(database, pageBytes),
  createAdapter: () => new TransactionalAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

interface OpenedDatabase {
  readonly dialect: Dialect
  /** Returns a number that changes whenever another connection, of any process, commits a change. */
  readonly foreignChanges: () => number
}

/**
 * Opens or creates a file in an existing folder. `pageBytes` limits the memory for its pages, since pages that were written
 * in a large file are soon written again. Throws an `Error` if commits would not be durable. Destroying the Kysely of the
 * dialect closes the file.
 */
export function openDatabase(file: string, pageBytes: number = defaultPageBytes): OpenedDatabase {
  const database = withFilePath(file, () => openDurably(file))
  const version = database.prepare('PRAGMA data_version').pluck()
  return { dialect: kyselyDialect(database, pageBytes), foreignChanges: () => version.get() as number }
}

function openDurably(file: string): Database.Database {
  const database = new Database(file, { timeout: busyMilliseconds })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma(`wal_autocheckpoint = ${pagesUntilCheckpoint}`)
    database.pragma(`journal_size_limit = ${maxLogBytes}`)
    const mode = String(database.pragma('journal_mode', { simple: true }))
    const synchronous = database.pragma('synchronous', { simple: true })
    if (mode !== 'wal' || synchronous !== full)
      throw new Error(`${file} is not durable: journal_mode is ${mode}, synchronous is ${String(synchronous)}.`)
    // SQLite opens a file without write permission as read-only.
    accessSync(file, constants.W_OK)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Opens a file for reading. All reads of a transaction see the same state. Throws if the file does not exist. */
export function openForReading(file: string): Dialect {
  const database = withFilePath(file, () => new Database(file, { readonly: true, timeout: busyMilliseconds }))
  return kyselyDialect(database, defaultPageBytes)
}

const rowNumber = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.primaryKey().autoIncrement()

function rowSource(_table: string, columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]) {
  const parameters = parametersOf(columns, rows)
  const valuesOf = (row: Readonly<Record<string, unknown>>) => sql`(${sql.join(columns.map((column) => row[column]))})`
  return { shape: `sqlite ${rows.length}`, source: () => sql`values ${sql.join(rows.map(valuesOf))}`, parameters }
}

/**
 * Most rows have exactly these columns in this order; iterating over them takes a third of the time of looking up each.
 */
function parametersOf(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): unknown[] {
  const parameters: unknown[] = []
  for (const row of rows) {
    let at = 0
    for (const name in row) {
      if (name !== columns[at]) break
      parameters.push(row[name])
      at += 1
    }
    for (; at < columns.length; at += 1) parameters.push(row[columns[at] ?? ''])
  }
  return parameters
}

async function createPartIndex<T>(db: Kysely<T>, { table, key, column }: PartIndex): Promise<void> {
  const [index, id, text] = [sql.id(`${table}_parts`), sql.id(key), sql.id(column)]
  const options = sql`content=${sql.lit(table)}, content_rowid=${sql.lit(key)}, tokenize='trigram case_sensitive 1'`
  await sql`create virtual table ${index} using fts5(${text}, ${options})`.execute(db)
  const added = sql`insert into ${index}(rowid, ${text}) values (new.${id}, new.${text})`
  const removed = sql`insert into ${index}(${index}, rowid, ${text}) values ('delete', old.${id}, old.${text})`
  const trigger = (event: 'insert' | 'delete') => sql.id(`${table}_parts_${event}`)
  await sql`create trigger ${trigger('insert')} after insert on ${sql.id(table)} begin ${added}; end`.execute(db)
  await sql`create trigger ${trigger('delete')} after delete on ${sql.id(table)} begin ${removed}; end`.execute(db)
}

export const sqliteDialect: StoreDialect = {
  name: 'sqlite',
  rowsPerStatement: (columns) => Math.ceil(parametersPerStatement / columns),
  rowNumber,
  clustered: sql`without rowid`,
  server: sql`null`,
  migrationTable: () => 'kysely_migration',
  rowSource,
  createPartIndex,
  keysWithPart: ({ table }, part) =>
    sql`select rowid as key from ${sql.id(`${table}_parts`)} where ${sql.id(`${table}_parts`)} match ${`"${part.replaceAll('"', '""')}"`}`,
  hasPart: (text, part) => sql<SqlBool>`instr(${text}, ${part}) > 0`,
}
