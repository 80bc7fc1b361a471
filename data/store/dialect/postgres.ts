// Everything specific to PostgreSQL in databases that are written while the service runs. Only loaded if there is a
// DATABASE_URL.
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type DatabaseConnection,
  type DataTypeNode,
  type Dialect,
  type PostgresDialectConfig,
  type SqlBool,
  type TransactionSettings,
} from 'kysely'
import type { PartIndex, StoreDialect } from './dialect.ts'
import { isMigrated, migrate, type Migrations } from './migrate.ts'
import { ClientPool, type PostgresSettings } from './postgres-pool.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/** Types of columns by their names in migrations. Ids are compared bytewise, whatever the database's collation. */
const dataTypes: Readonly<Record<string, string>> = { integer: 'bigint', text: 'text collate "C"', blob: 'bytea' }

/**
 * Begins a transaction that writes. Only one of a store runs at a time, as in SQLite: each sees what the others have
 * committed, and change numbers become visible in their order. Commits are durable, whatever the default of the server.
 */
const beginWriting = (store: string) => `begin isolation level read committed;
  select set_config('synchronous_commit', case current_setting('synchronous_commit')
    when 'remote_apply' then 'remote_apply' else 'on' end, true);
  select pg_advisory_xact_lock(hashtextextended('deepledger ${store}', 0))`

/** Begins a transaction that reads. All its reads see the same state. */
const beginReading = 'begin transaction isolation level repeatable read read only'

class StoreCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    this.append(dataTypes[node.dataType] ?? node.dataType)
  }
}

class StoreAdapter extends PostgresAdapter {
  readonly storeDialect = postgresDialect
}

class StoreDriver extends PostgresDriver {
  readonly #begin: string

  constructor(config: PostgresDialectConfig, begin: string) {
    super(config)
    this.#begin = begin
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    if (isolationLevel ?? accessMode) return super.beginTransaction(connection, settings)
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#begin))
    } catch (error) {
      // A transaction that timed out while it waited for the lock has begun, but Kysely only rolls back those that
      // began without an error.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw error
    }
  }
}

const kyselyDialect = (pool: ClientPool, begin: string): Dialect => ({
  createDriver: () => new StoreDriver({ pool }, begin),
  createAdapter: () => new StoreAdapter(),
  createQueryCompiler: () => new StoreCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

/** Ends the pool when it is destroyed: Kysely only destroys drivers that it has used. */
class PooledKysely<T> extends Kysely<T> {
  readonly #pool: ClientPool

  constructor(pool: ClientPool, begin: string) {
    super({ dialect: kyselyDialect(pool, begin) })
    this.#pool = pool
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.#pool.end()
  }
}

const hourMilliseconds = 3_600_000

/** Migrates the tables of a store, one process at a time. Throws an `Error` if commits would not be durable. */
async function prepare(settings: PostgresSettings, store: string, migrations: Migrations): Promise<void> {
  const pool = new ClientPool({ ...settings, statementMilliseconds: hourMilliseconds }, 1)
  const db: Kysely<never> = new PooledKysely<never>(pool, 'begin')
  try {
    const { rows } = await sql<{ fsync: string }>`show fsync`.execute(db)
    if (rows[0]?.fsync !== 'on') throw new Error('The database is not durable: fsync is off.')
    if (!(await isMigrated(db, store, migrations))) await migrate(db, store, migrations)
  } finally {
    await db.destroy()
  }
}

interface PostgresStore {
  readonly store: string
  /** Undefined if the tables are not to be migrated. */
  readonly migrations: Migrations | undefined
  readonly access: 'write' | 'read'
  readonly connections: number
}

/**
 * Opens a database, which may be away. Its tables are migrated before the first query. Rejects if the migration fails.
 */
export async function openPostgres<T>(
  settings: PostgresSettings,
  { store, migrations, access, connections }: PostgresStore,
): Promise<Kysely<T>> {
  const pool = new ClientPool(settings, connections, migrations && (() => prepare(settings, store, migrations)))
  const db = new PooledKysely<T>(pool, access === 'write' ? beginWriting(store) : beginReading)
  await pool.prepared().catch(async (error: unknown) => {
    if (error instanceof DatabaseUnavailableError) return
    await db.destroy()
    throw error
  })
  return db
}

const escapePattern = (part: string) => part.replaceAll(/[\\%_]/g, String.raw`\$&`)

async function createPartIndex<T>(db: Kysely<T>, { table, column }: PartIndex): Promise<void> {
  const extensions = sql<{ name: string }>`select name from pg_available_extensions where name = 'pg_trgm'`
  // Without the extension, searches scan all texts.
  if ((await extensions.execute(db)).rows.length === 0) return
  await sql`create extension if not exists pg_trgm`.execute(db)
  const index = sql`create index ${sql.id(`${table}_parts`)} on ${sql.id(table)}`
  await sql`${index} using gin (${sql.id(column)} gin_trgm_ops)`.execute(db)
}

/** Serializes rows without the escapes that texts of PostgreSQL cannot represent. */
function jsonOf(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows)
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
  )
}

export const postgresDialect: StoreDialect = {
  name: 'postgres',
  rowsPerStatement: () => 5000,
  rowNumber: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  clustered: sql``,
  server: sql`pg_postmaster_start_time()::text`,
  migrationTable: (store) => `${store}_migration`,
  rowSource(table, columns, rows) {
    const parameters = [jsonOf(rows)]
    const source = () => {
      const names = sql.join(columns.map((column) => sql.ref(column)))
      const typed = sql`json_populate_recordset(null::${sql.table(table)}, ${parameters[0]}::json)`
      return sql`select ${names} from ${typed}`
    }
    return { shape: 'postgres', source, parameters }
  },
  createPartIndex,
  keysWithPart({ table, key, column }, part) {
    const pattern = `%${escapePattern(part)}%`
    return sql`select ${sql.id(key)} as key from ${sql.id(table)} where ${sql.id(column)} like ${pattern}`
  },
  hasPart: (text, part) => sql<SqlBool>`strpos(${text}, ${part}) > 0`,
}
