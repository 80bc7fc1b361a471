import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DatabaseError } from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../data/api/table.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { openDatabase } from '../../data/store/dialect/sqlite.ts'
import { DatabaseUnavailableError } from '../../data/store/dialect/unavailable.ts'
import { withFilePath } from '../../data/store/dialect/with-file-path.ts'
import { exitWith } from './exit-with.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

function printed(error: unknown, code = 1): unknown {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  exitWith('unexpected', error)
  expect(process.exitCode).toBe(code)
  return print.mock.calls.at(-1)?.[0]
}

it('prints an unexpected error with its stack', () => {
  const error = new TypeError('x is no function')
  expect(printed(error)).toBe(error)
})

it('prints the reason why a database cannot be used as a sentence', () => {
  const cause = new Error('password authentication failed for user "me"')
  const away = new DatabaseUnavailableError('The database does not answer.', { cause })
  expect(printed(away)).toBe('The database does not answer: password authentication failed for user "me".')
  expect(printed(new DatabaseUnavailableError('The database does not answer.'))).toBe('The database does not answer.')
  const full = new DatabaseUnavailableError(`The disk does not store it: ${cause.message}`, { cause })
  expect(printed(full)).toBe(full.message)
})

it('prints an error of a database as a sentence', () => {
  const refused = Object.assign(new DatabaseError('permission denied for table owners', 0, 'error'), { code: '42501' })
  expect(printed(refused)).toBe('The database refuses it: permission denied for table owners (42501).')
})

it('prints an error of a database file as a sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'exit-with-'))
  const path = join(folder, 'live.db')
  writeFileSync(path, 'no database, but long enough to look like something'.repeat(50))
  const read = () => {
    const db = new Database(path)
    try {
      return db.pragma('user_version')
    } finally {
      db.close()
    }
  }
  expect(thrown(read)).toBe(
    'A database of DATA_DIR is damaged: file is not a database (SQLITE_NOTADB). Restore it from a backup.',
  )
  const damaged = `${path} is damaged: file is not a database (SQLITE_NOTADB). Restore it from a backup.`
  expect(thrown(() => withFilePath(path, read))).toBe(damaged)
  expect(thrown(() => openDatabase(path))).toBe(damaged)
  expect(thrown(() => new Catalog(path, api))).toBe(damaged)
  expect(thrown(() => openDatabase(folder))).toBe(
    `${folder} cannot be used: unable to open database file (SQLITE_CANTOPEN).`,
  )
  rmSync(folder, { recursive: true })
})

function thrown(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return printed(error)
  }
}

it('prints a lack of permissions outside of DATA_DIR as a sentence', () => {
  const refused = Object.assign(new Error(`EACCES: permission denied, scandir '/root/bundle'`), {
    ...{ code: 'EACCES', syscall: 'scandir', path: '/root/bundle' },
  })
  const user = `the user of this process (uid ${process.getuid?.()})`
  expect(printed(refused, 2)).toBe(`/root/bundle cannot be used: ${user} may not (EACCES).`)
})
