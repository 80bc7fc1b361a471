import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DatabaseError } from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { DatabaseUnavailableError } from '../../data/store/dialect/unavailable.ts'
import { exitWith } from './exit-with.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

function printed(error: unknown): unknown {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  exitWith('unexpected', error)
  expect(process.exitCode).toBe(1)
  return print.mock.calls.at(-1)?.[0]
}

it('prints an unexpected error with its stack', () => {
  const error = new TypeError('x is no function')
  expect(printed(error)).toBe(error)
})

it('prints why a database cannot be used as a sentence', () => {
  const cause = new Error('password authentication failed for user "me"')
  const away = new DatabaseUnavailableError('The database does not answer.', { cause })
  expect(printed(away)).toBe('The database does not answer: password authentication failed for user "me".')
  expect(printed(new DatabaseUnavailableError('The database does not answer.'))).toBe('The database does not answer.')
  const full = new DatabaseUnavailableError(`The disk does not store it: ${cause.message}`, { cause })
  expect(printed(full)).toBe(full.message)
})

it('prints what a database refuses as a sentence', () => {
  const refused = Object.assign(new DatabaseError('permission denied for table owners', 0, 'error'), { code: '42501' })
  expect(printed(refused)).toBe('The database refuses it: permission denied for table owners (42501).')
})

it('prints what is wrong with a file of a database as a sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'exit-with-'))
  const path = join(folder, 'live.db')
  writeFileSync(path, 'no database, but long enough to look like something'.repeat(50))
  const db = new Database(path)
  const read = () => {
    try {
      return db.pragma('user_version')
    } catch (error) {
      return printed(error)
    }
  }
  expect(read()).toBe('A database of DATA_DIR cannot be used: file is not a database (SQLITE_NOTADB).')
  db.close()
  rmSync(folder, { recursive: true })
})
