import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, openForReading } from './sqlite.ts'
import { FileUnavailableError } from './unavailable.ts'

interface Tables {
  notes: { id: number; text: string }
}

let folder: string
let file: string
let db: Kysely<Tables>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialect-'))
  file = join(folder, 'notes.db')
  db = new Kysely<Tables>({ dialect: openDatabase(file).dialect })
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const pragma = async (name: string) =>
  Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0]

describe('a database that is written', () => {
  it('is durable after every commit, and readers do not wait', async () => {
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('journal_mode')).toBe('wal')
  })

  it('that cannot be durable is not opened', () => {
    expect(() => openDatabase(':memory:')).toThrow(/:memory: is not durable: journal_mode is memory/)
    expect(existsSync(':memory:')).toBe(false)
  })

  it('reports a full disk, and can be written again once there is room', async () => {
    await db.schema.createTable('notes').addColumn('id', 'integer').addColumn('text', 'text').execute()
    const write = (id: number) =>
      db.transaction().execute((notes) =>
        notes
          .insertInto('notes')
          .values({ id, text: 'x'.repeat(100_000) })
          .execute(),
      )
    await sql`pragma max_page_count = 5`.execute(db)
    await expect(write(1)).rejects.toThrow(FileUnavailableError)
    await sql`pragma max_page_count = 5000`.execute(db)
    await write(2)
    expect((await db.selectFrom('notes').select('id').execute()).map(({ id }) => id)).toEqual([2])
  })

  it('takes the write lock at the beginning of a transaction', async () => {
    await db.schema.createTable('notes').addColumn('id', 'integer').addColumn('text', 'text').execute()
    const other = new Kysely<Tables>({ dialect: openDatabase(file).dialect })
    await sql`pragma busy_timeout = 20`.execute(other)
    await db.transaction().execute(async (first) => {
      await first.selectFrom('notes').selectAll().execute()
      const second = other.transaction().execute(() => Promise.resolve())
      await expect(second).rejects.toThrow(
        new FileUnavailableError('Another process has locked the file: database is locked'),
      )
    })
    await other.destroy()
  })

  it('detects changes by others, but not its own', async () => {
    const { dialect, foreignChanges } = openDatabase(file)
    const other = new Kysely<Tables>({ dialect })
    const before = foreignChanges()
    await db.schema.createTable('notes').addColumn('id', 'integer').addColumn('text', 'text').execute()
    const after = foreignChanges()
    expect(after).not.toBe(before)
    await other.insertInto('notes').values({ id: 1, text: 'own' }).execute()
    expect(foreignChanges()).toBe(after)
    await other.destroy()
  })
})

describe('a database that is read', () => {
  it('has to exist', () => {
    expect(() => openForReading(join(folder, 'none.db'))).toThrow()
  })

  it('cannot be written', async () => {
    await db.schema.createTable('notes').addColumn('id', 'integer').addColumn('text', 'text').execute()
    const reading = new Kysely<Tables>({ dialect: openForReading(file) })
    await expect(reading.insertInto('notes').values({ id: 1, text: '' }).execute()).rejects.toThrow('readonly')
    await reading.destroy()
  })
})
