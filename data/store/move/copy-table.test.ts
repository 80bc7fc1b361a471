// Copies tables to a PostgreSQL server.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres } from '../dialect/postgres.ts'
import { TestStore } from '../test/test-store.ts'
import { copyTable } from './copy-table.ts'
import { MoveError } from './move-error.ts'
import { SourceFile } from './source-file.ts'

const create =
  'create table notes (shelf text not null, place bigint not null, text text, bytes blob, primary key (shelf, place))'

let store: TestStore
let target: Kysely<object>
let file: Database.Database
beforeEach(async () => {
  store = new TestStore()
  store.willChangeTables()
  const { database } = await store.location()
  if (!database) throw new Error('This suite needs TEST_DATABASE_URL')
  target = await openPostgres(database, { store: 'notes', migrations: undefined, access: 'write', connections: 1 })
  await sql.raw(create.replace('blob', 'bytea').replace('shelf text', 'shelf text collate "C"')).execute(target)
  file = new Database(join(store.dataDir, 'notes.db'))
  file.exec(create)
})
afterEach(async () => {
  file.close()
  await target.destroy()
  await store.remove()
})

interface Note {
  readonly shelf: string
  readonly place: number
  readonly text: string | null
  readonly bytes: Buffer | null
}

const write = (notes: readonly Note[]) => {
  const insert = file.prepare('insert or replace into notes values (:shelf, :place, :text, :bytes)')
  file.transaction(() => {
    for (const note of notes) insert.run(note)
  })()
}

async function copy() {
  const source = SourceFile.open(file.name)
  try {
    const [table] = source.tables('kysely_migration')
    if (!table) throw new Error('There is no table')
    return await copyTable(source, target, table, () => undefined)
  } finally {
    source.close()
  }
}

const stored = (text: string | null) => text?.replaceAll('\0', '\ufffd') ?? null
const inFile = () => {
  const notes = file.prepare('select * from notes order by shelf, place').all() as Note[]
  return notes.map((note) => ({ ...note, text: stored(note.text) }))
}
const inDatabase = async () =>
  (await sql<Note>`select * from notes order by shelf, place`.execute(target)).rows.map((note) => ({ ...note }))

const notes = fc.array(
  fc.record({
    shelf: fc.string({ maxLength: 3 }).map((text) => text.replaceAll('\0', '')),
    place: fc.integer({ min: -(2 ** 52), max: 2 ** 52 }),
    text: fc.option(fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed())),
    bytes: fc.option(fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes))),
  }),
  { maxLength: 30 },
)

describe('a table', () => {
  it('is equal after each copy, whatever rows were added, changed and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(notes, notes, fc.nat({ max: 3 }), async (before, since, every) => {
        file.exec('delete from notes')
        write(before)
        await copy()
        expect(await inDatabase()).toEqual(inFile())
        write(since)
        file.prepare('delete from notes where abs(place) % 4 = ?').run(every)
        const copied = await copy()
        expect(await inDatabase()).toEqual(inFile())
        expect(copied.rows).toBe(inFile().length)
        const again = await copy()
        expect(again).toEqual({ ...copied, written: 0 })
      }),
      { numRuns: 40 },
    )
  })

  it('of many pieces is only written where it differs', async () => {
    write(Array.from({ length: 5000 }, (_, place) => ({ shelf: 'a', place, text: `note ${place}`, bytes: null })))
    expect(await copy()).toMatchObject({ table: 'notes', rows: 5000, written: 5000 })
    write([{ shelf: 'a', place: 2500, text: 'other', bytes: null }])
    expect(await copy()).toMatchObject({ rows: 5000, written: 2000 })
    file.exec('delete from notes where place >= 3000')
    expect(await copy()).toMatchObject({ rows: 3000 })
    expect(await inDatabase()).toEqual(inFile())
  })

  it('has U+FFFD in place of zero characters in its keys', async () => {
    const shelves = ['a\0b', 'a!', '\0', 'z']
    write(shelves.map((shelf) => ({ shelf, place: 1, text: 'a note\0', bytes: null })))
    expect(await copy()).toMatchObject({ rows: 4, written: 4 })
    expect((await inDatabase()).map(({ shelf, text }) => [shelf, text])).toEqual(
      ['a!', 'a\ufffdb', 'z', '\ufffd'].map((shelf) => [shelf, 'a note\ufffd']),
    )
    expect(await copy()).toMatchObject({ rows: 4, written: 0 })
  })

  it('with a text that is too long for an index causes an error with the column and the length', async () => {
    write([{ shelf: randomBytes(3000).toString('base64'), place: 1, text: 'a note', bytes: null }])
    const error = await copy().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MoveError)
    expect((error as Error).message).toMatch(
      /^Rows of notes do not fit .* a value of shelf has 4000 bytes, .* run this again/,
    )
  })

  it('loses rows that others have inserted', async () => {
    write([{ shelf: 'b', place: 1, text: null, bytes: null }])
    await copy()
    await sql`insert into notes values ('a', 1, null, null), ('c', 1, null, null)`.execute(target)
    await copy()
    expect(await inDatabase()).toEqual(inFile())
  })
})
