import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import type { StoreLocation } from '../../../data/store/dialect/open-store.ts'
import { liveFile } from '../../../data/store/live/intake/live-writer.ts'

/** Size of the page cache of a file, for the intake and its baseline. */
export const pageBytes = 64 * 1024 * 1024

/** A live store, accessed with the engine's own client. */
export interface BareStore {
  readonly location: StoreLocation
  /** Returns all rows of a table as arrays of values. */
  rows(table: string, order: string): Promise<unknown[][]>
  /** Inserts rows in one transaction, with one statement or, if the engine limits its size, a few. */
  insert(table: string, rows: Rows): Promise<unknown>
  close(): Promise<void>
}

export interface IntakeEngine {
  readonly name: string
  /** Opens a separate live store. Its tables are created by its first writer. */
  open(): Promise<BareStore>
}

type Rows = readonly (readonly unknown[])[]

function insertText(table: string, rows: Rows, place: (at: number) => string): string {
  const texts = rows.map((row, nth) => `(${row.map((_, column) => place(nth * row.length + column + 1)).join()})`)
  return `insert into ${table} values ${texts.join()}`
}

/** Memoizes `prepare` by table, for calls that always have the same number of rows. */
function preparedOnce<T>(prepare: (table: string, rows: Rows) => T): (table: string, rows: Rows) => T {
  const made = new Map<string, T>()
  return (table, rows) => {
    const name = `${table} ${rows.length}`
    const found = made.get(name) ?? prepare(table, rows)
    made.set(name, found)
    return found
  }
}

/** More rows per statement do not make it faster. */
const rowsPerStatement = 20

export const sqliteEngine = (folder: string): IntakeEngine => ({
  name: 'SQLite',
  open() {
    const dataDir = join(folder, randomBytes(6).toString('hex'))
    mkdirSync(dataDir)
    let opened: Database.Database | undefined
    const open = () => (opened ??= openFile(join(dataDir, liveFile)))
    const statement = preparedOnce((table, rows) => open().prepare(insertText(table, rows, () => '?')))
    return Promise.resolve({
      location: { dataDir },
      rows(table, order) {
        return Promise.resolve(open().prepare(`SELECT * FROM ${table} ORDER BY ${order}`).raw().all() as unknown[][])
      },
      insert(table, rows) {
        const insertAll = () => {
          for (let at = 0; at < rows.length; at += rowsPerStatement) {
            const some = rows.slice(at, at + rowsPerStatement)
            statement(table, some).run(some.flat())
          }
        }
        open().transaction(insertAll)()
        return Promise.resolve()
      },
      close() {
        opened?.close()
        rmSync(dataDir, { recursive: true })
        return Promise.resolve()
      },
    })
  },
})

function openFile(file: string): Database.Database {
  const database = new Database(file)
  database.pragma('synchronous = FULL')
  database.pragma('wal_autocheckpoint = 16000')
  database.pragma(`cache_size = -${pageBytes / 1024}`)
  return database
}

/** The engine on the server of POSTGRES, or on one at the default address; undefined if there is none. */
export async function postgresEngine(folder: string): Promise<IntakeEngine | undefined> {
  const server = process.env.POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const isThere = await execute(server, 'select').then(
    () => true,
    () => false,
  )
  return isThere ? { name: 'PostgreSQL', open: () => openDatabase(server, folder) } : undefined
}

async function openDatabase(server: string, folder: string): Promise<BareStore> {
  const name = `bench_${randomBytes(6).toString('hex')}`
  await execute(server, `create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: name }).href
  const client = new Client(url)
  await client.connect()
  const text = preparedOnce((table, rows) => insertText(table, rows, (at) => `$${at}`))
  return {
    location: { dataDir: folder, database: { url, poolSize: 8, timeoutMilliseconds: 60_000 } },
    async rows(table, order) {
      const { rows } = await client.query<unknown[]>({
        text: `select * from ${table} order by ${order}`,
        rowMode: 'array',
      })
      return rows
    },
    insert(table, rows) {
      return client.query({ name: `${table} ${rows.length}`, text: text(table, rows), values: rows.flat() })
    },
    async close() {
      await client.end()
      await execute(server, `drop database ${name} with (force)`)
    },
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
