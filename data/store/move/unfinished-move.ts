// Until all rows are in the database, its tables of migrations have an entry by which services refuse it. The next move
// recognizes by this entry that the rows in the database come from an earlier move.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { isMigrated, migrationsOf, unfinishedMove } from '../dialect/migrate.ts'
import type { StoreDeclaration } from '../dialect/open-store.ts'
import { openPostgres, postgresDialect } from '../dialect/postgres.ts'
import type { PostgresSettings } from '../dialect/postgres-pool.ts'
import { MoveError } from './move-error.ts'
import type { SourceTable } from './source-file.ts'

interface MovedStore {
  readonly store: StoreDeclaration
  readonly tables: readonly SourceTable[]
}

/**
 * Creates the tables of stores for which no move has begun, and begins one. Throws `MoveError` if the tables have rows, or if
 * another version of this program has begun a move.
 */
export async function beginMove(
  target: Kysely<object>,
  settings: PostgresSettings,
  stores: readonly MovedStore[],
): Promise<void> {
  const begun = await Promise.all(stores.map((moved) => hasBegun(target, moved.store)))
  const others = stores.filter((_, at) => !begun[at])
  for (const { store } of others) {
    const { name, migrations } = store
    await (await openPostgres(settings, { store: name, migrations, access: 'write', connections: 1 })).destroy()
    if (!(await isMigrated(target, name, migrations ?? {})))
      throw new MoveError(`The tables of ${name} cannot be made.`)
  }
  for (const { tables } of others) for (const { name } of tables) await expectEmpty(target, name)
  await inMigrationTables(target, others, (table) => {
    const entry = sql`values (${unfinishedMove}, ${new Date().toISOString()})`
    return sql`insert into ${table} (name, timestamp) ${entry}`
  })
}

/** Ends the move, so that services can use the database. */
export const endMove = (target: Kysely<object>, stores: readonly MovedStore[]): Promise<void> =>
  inMigrationTables(target, stores, (table) => sql`delete from ${table} where name = ${unfinishedMove}`)

async function hasBegun(target: Kysely<object>, { name, migrations = {} }: StoreDeclaration): Promise<boolean> {
  const there = await sql<{ name: string | null }>`select to_regclass(${migrationTable(name)})::text as name`.execute(
    target,
  )
  if (there.rows[0]?.name == null) return false
  const names = await migrationsOf(target, name)
  if (!names.includes(unfinishedMove)) return false
  if (names.join() === [...Object.keys(migrations), unfinishedMove].sort().join()) return true
  throw new MoveError(
    'A move to this database was begun by another version of this program: drop the database, make it again and start from the beginning.',
  )
}

/** Throws `MoveError` if a table has rows. Counters that are 0, which migrations insert, are ignored. */
async function expectEmpty(target: Kysely<object>, table: string): Promise<void> {
  const rows = sql`select from ${sql.id(table)} as found where to_jsonb(found) -> 'value' is distinct from '0'`
  const { rows: found } = await sql<{ is_there: boolean }>`select exists (${rows}) as is_there`.execute(target)
  if (found[0]?.is_there !== true) return
  throw new MoveError(
    `The database has rows in ${table} already: a move to it has ended, or a service has used it. Name an empty database.`,
  )
}

const migrationTable = (store: string) => postgresDialect.migrationTable(store)

function inMigrationTables(
  target: Kysely<object>,
  stores: readonly MovedStore[],
  change: (table: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  return target.transaction().execute(async (transaction) => {
    for (const { store } of stores) await change(sql.table(migrationTable(store.name))).execute(transaction)
  })
}
