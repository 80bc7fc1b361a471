// Moves stores from files to a PostgreSQL database. A service may write the files meanwhile.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { fileOf, type StoreDeclaration } from '../dialect/open-store.ts'
import { openPostgres } from '../dialect/postgres.ts'
import { sqliteDialect } from '../dialect/sqlite.ts'
import { copyTable, type CopiedTable } from './copy-table.ts'
import { MoveError } from './move-error.ts'
import { SourceFile, type SourceTable } from './source-file.ts'
import { beginMove, endMove } from './unfinished-move.ts'

interface MoveOptions {
  readonly dataDir: string
  /** `postgres://user:password@host:port/database` */
  readonly to: string
  /** The names of tables have to be unique among all stores. */
  readonly stores: readonly StoreDeclaration[]
  readonly onRows?: (table: string, done: number, total: number) => void
}

export interface Moved {
  /** Whether nobody else had the files open, so that services can be started on the database. */
  readonly isComplete: boolean
  /** The database has all rows that the files had at this instant. */
  readonly asOf: Date
  readonly tables: readonly CopiedTable[]
}

interface OpenStore {
  readonly store: StoreDeclaration
  readonly file: SourceFile
  readonly tables: readonly SourceTable[]
}

/** If a pass wrote fewer rows, the next one is short enough for the service to be stopped meanwhile. */
const rowsForLastPass = 20_000
const maxPasses = 5
const limits = { poolSize: 1, timeoutMilliseconds: 20_000, statementMilliseconds: 120_000 }
const migrationTable = sqliteDialect.migrationTable('')

/**
 * Copies all rows or, while others write the files, until little is missing. Throws `MoveError`, or
 * `DatabaseUnavailableError` if the database does not answer. The next call continues.
 */
export async function moveStores({ dataDir, to, stores, onRows = () => undefined }: MoveOptions): Promise<Moved> {
  const existing = stores.filter((store) => existsSync(join(dataDir, fileOf(store))))
  if (existing.length === 0)
    throw new MoveError(`${dataDir} has none of ${stores.map(fileOf).join(', ')}: there is nothing to move.`)
  const settings = { url: to, ...limits }
  const none = { store: 'move', migrations: undefined, access: 'write', connections: 1 } as const
  const target = await openPostgres<object>(settings, none)
  try {
    for (let pass = 1; ; pass += 1) {
      const moved = await withFiles(dataDir, existing, async (opened) => {
        if (pass === 1) await beginMove(target, settings, opened)
        return copyAll(target, opened, onRows)
      })
      const written = moved.tables.reduce((sum, table) => sum + table.written, 0)
      if (moved.isComplete || written < rowsForLastPass || pass === maxPasses) return moved
    }
  } finally {
    await target.destroy()
  }
}

async function withFiles<T>(
  dataDir: string,
  stores: readonly StoreDeclaration[],
  work: (opened: readonly OpenStore[]) => Promise<T>,
): Promise<T> {
  const opened: OpenStore[] = []
  try {
    for (const store of stores) {
      const file = SourceFile.open(join(dataDir, fileOf(store)))
      opened.push({ store, file, tables: file.tables(migrationTable) })
      expectMigrated(store, file)
    }
    return await work(opened)
  } finally {
    for (const { file } of opened) file.close()
  }
}

function expectMigrated(store: StoreDeclaration, file: SourceFile): void {
  const known = Object.keys(store.migrations ?? {})
  const run = file.migrations(migrationTable)
  const newer = run.find((name) => !known.includes(name))
  if (newer !== undefined)
    throw new MoveError(`${fileOf(store)} is of a newer version of this program (${newer}): run that version.`)
  if (run.length < known.length)
    throw new MoveError(
      `${fileOf(store)} is of an older version of this program: start this version's service on it once.`,
    )
}

async function copyAll(
  target: Kysely<object>,
  opened: readonly OpenStore[],
  onRows: (table: string, done: number, total: number) => void,
): Promise<Moved> {
  const asOf = new Date()
  const counts = opened.flatMap(({ file, tables }) => tables.map((table) => file.count(table)))
  const total = counts.reduce((sum, count) => sum + count, 0)
  let done = 0
  const copied: CopiedTable[] = []
  for (const { file, tables } of opened)
    await withDeferredReferences(target, tables, async (to) => {
      for (const table of tables)
        copied.push(await copyTable(file, to, table, (rows) => onRows(table.name, (done += rows), total)))
    })
  const isComplete = opened.every(({ file }) => file.isExclusive)
  if (isComplete) await endMove(target, opened)
  return { isComplete, asOf, tables: copied }
}

/** Copies tables with foreign keys in one transaction, at whose end their references are checked. */
async function withDeferredReferences(
  target: Kysely<object>,
  tables: readonly SourceTable[],
  copy: (target: Kysely<object>) => Promise<void>,
): Promise<void> {
  const names = tables.filter(({ hasForeignKey }) => hasForeignKey).map(({ name }) => name)
  if (names.length === 0) return copy(target)
  await target.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ table: string; name: string }>`
      select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype = 'f' and conrelid = any(${names}::regclass[])`.execute(transaction)
    const alter = async (how: string) => {
      for (const { table, name } of rows)
        await sql`alter table ${sql.id(table)} alter constraint ${sql.id(name)} ${sql.raw(how)}`.execute(transaction)
    }
    await alter('deferrable')
    await sql`set constraints all deferred`.execute(transaction)
    await copy(transaction)
    await sql`set constraints all immediate`.execute(transaction)
    await alter('not deferrable')
  })
}
