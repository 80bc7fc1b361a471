import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SourceFile, type SourceRow } from './source-file.ts'

let folder: string
let path: string
let writing: Database.Database
const opened: SourceFile[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-'))
  path = join(folder, 'things.db')
  writing = new Database(path)
  writing.pragma('journal_mode = wal')
  writing.exec(`
    create table kysely_migration (name text primary key, timestamp text);
    create table kysely_migration_lock (id text primary key);
    create table owners (id integer primary key autoincrement, name text);
    create table things (shelf text not null, place integer not null, owner integer references owners (id), bytes blob,
      primary key (shelf, place)) without rowid;
    create virtual table names using fts5 (name);
    insert into kysely_migration values ('0002-b', ''), ('0001-a', '');
    insert into owners (name) values ('a'), ('b'), ('c');
    delete from owners where id = 3;`)
})
afterEach(() => {
  for (const file of opened.splice(0)) file.close()
  writing.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(): SourceFile {
  const file = SourceFile.open(path)
  opened.push(file)
  return file
}

/** The table with a name. */
function table(file: SourceFile, name: string) {
  const found = file.tables('kysely_migration').find((one) => one.name === name)
  if (!found) throw new Error(`There is no table ${name}`)
  return found
}

describe('tables', () => {
  it('are those of the store, each after those that it refers to', () => {
    expect(
      open()
        .tables('kysely_migration')
        .map(({ name }) => name),
    ).toEqual(['owners', 'things'])
  })

  it('have their columns, their key, and the last number that was assigned', () => {
    const file = open()
    expect(table(file, 'owners')).toEqual({
      name: 'owners',
      columns: [
        { name: 'id', isBytes: false },
        { name: 'name', isBytes: false },
      ],
      key: ['id'],
      numbered: { column: 'id', last: 3 },
      hasForeignKey: false,
    })
    expect(table(file, 'things')).toMatchObject({ key: ['shelf', 'place'], numbered: undefined, hasForeignKey: true })
    expect(table(file, 'things').columns.find(({ name }) => name === 'bytes')?.isBytes).toBe(true)
  })

  it('are counted', () => {
    const file = open()
    expect(file.count(table(file, 'owners'))).toBe(2)
  })
})

describe('rows', () => {
  it('are read in the order of their key, after a given key', () => {
    const keys = ['b 1', 'a 2', 'b 3', 'a 10', 'ab 0']
    const insert = writing.prepare('insert into things (shelf, place) values (?, ?)')
    for (const key of keys) insert.run(...key.split(' '))
    const file = open()
    const things = table(file, 'things')
    const found: string[] = []
    for (let after: SourceRow | undefined; ;) {
      const rows = file.rowsAfter(things, after, 2)
      found.push(...rows.map((row) => row.slice(0, 2).join(' ')))
      after = rows.at(-1)?.slice(0, 2)
      if (!after) break
    }
    expect(found).toEqual(['a 2', 'a 10', 'ab 0', 'b 1', 'b 3'])
  })

  it('keep their bytes', () => {
    writing.prepare("insert into things values ('a', 1, null, ?)").run(Buffer.from([0, 255]))
    const file = open()
    expect(file.rowsAfter(table(file, 'things'), undefined, 5)).toEqual([['a', 1, null, Buffer.from([0, 255])]])
  })
})

describe('zero characters in keys', () => {
  const rows = (file: SourceFile) => file.rowsAfter(table(file, 'things'), undefined, 9).map((row) => row.slice(0, 2))
  beforeEach(() => {
    const insert = writing.prepare("insert into things values (?, ?, null, x'00ff')")
    for (const shelf of ['a\0b', 'a\ufffdb', 'ab', '\0']) insert.run(shelf, 1)
  })

  it.each(['others have open', 'nobody has open'])('are replaced by U+FFFD, in its order, in a file that %s', (who) => {
    if (who === 'nobody has open') writing.close()
    const file = open()
    const expected = [
      ['ab', 1],
      ['a\ufffdb', 1],
      ['\ufffd', 1],
    ]
    expect(rows(file)).toEqual(expected)
    expect(file.rowsAfter(table(file, 'things'), ['a\ufffdb', 1], 9)).toEqual([
      ['\ufffd', 1, null, Buffer.from([0, 255])],
    ])
    expect(file.count(table(file, 'things'))).toBe(3)
    expect(table(file, 'things')).toMatchObject({ key: ['shelf', 'place'], hasForeignKey: true })
  })

  it('are not changed in the file', () => {
    const file = open()
    expect(rows(file)).toHaveLength(3)
    file.close()
    opened.length = 0
    expect(writing.prepare('select count(*) from things').pluck().get()).toBe(4)
  })
})

describe('a file that others have open', () => {
  it('is read as of when it was opened, and can be written meanwhile', () => {
    const file = open()
    expect(file.isExclusive).toBe(false)
    writing.exec("insert into owners (name) values ('later')")
    expect(file.count(table(file, 'owners'))).toBe(2)
    expect(table(file, 'owners').numbered?.last).toBe(3)
    expect(writing.prepare('select count(*) from owners').pluck().get()).toBe(3)
  })
})

describe('a file that nobody has open', () => {
  beforeEach(() => void writing.close())

  it('cannot be opened by others until it is closed', () => {
    const file = open()
    expect(file.isExclusive).toBe(true)
    const other = () => {
      const database = new Database(path, { timeout: 10 })
      try {
        return database.prepare('select count(*) from owners').pluck().get()
      } finally {
        database.close()
      }
    }
    expect(other).toThrow('database is locked')
    file.close()
    opened.length = 0
    expect(other()).toBe(2)
  })

  it('has to exist and to be a database', () => {
    expect(() => SourceFile.open(join(folder, 'none.db'))).toThrow()
    rmSync(path)
    expect(() => SourceFile.open(path)).toThrow()
  })
})

it('migrations are listed in order, if there are any', () => {
  const file = open()
  expect(file.migrations('kysely_migration')).toEqual(['0001-a', '0002-b'])
  expect(file.migrations('other_migration')).toEqual([])
})
