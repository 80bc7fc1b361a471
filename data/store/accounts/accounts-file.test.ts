// Accounts in a file: durable commits, tables that are created once, and SQLite in the dialect only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../dialect/sqlite.ts'
import { Accounts } from './accounts.ts'
import type { AccountTables } from './tables.ts'
import { makeKey, TestAccounts } from '../test/test-accounts.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'

let at: TestAccounts
beforeEach(() => void (at = new TestAccounts()))
afterEach(async () => {
  vi.restoreAllMocks()
  await at.remove()
})

const repository = join(import.meta.dirname, '../../..')
const run = async (body: string) => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', body], {
    cwd: repository,
    env: commandEnvironment(),
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)))
  const [code] = (await once(child, 'exit')) as [number]
  return { code, errors }
}

it('a new file and its log cannot be read by other users', async () => {
  const accounts = await at.open()
  await accounts.owners.grant('Wren', [])
  for (const name of readdirSync(dirname(at.file)).filter((one) => one.startsWith('accounts.db')))
    expect([name, statSync(join(dirname(at.file), name)).mode & 0o077]).toEqual([name, 0])
  chmodSync(at.file, 0o640)
  await at.open()
  expect(statSync(at.file).mode & 0o777).toBe(0o640)
})

it('a new file is created in a missing folder', async () => {
  const dataDir = join(dirname(at.file), 'not', 'yet')
  const accounts = await Accounts.open({ dataDir })
  await accounts.close()
  expect(readdirSync(dataDir)).toContain('accounts.db')
})

describe('every commit is durable', () => {
  it('because synchronous is FULL and the journal is a WAL on every open', async () => {
    await at.open()
    for (let turn = 0; turn < 2; turn += 1) {
      const db = new Kysely<AccountTables>({ dialect: openDatabase(at.file).dialect })
      expect((await sql`PRAGMA synchronous`.execute(db)).rows).toEqual([{ synchronous: 2 }])
      expect((await sql`PRAGMA journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
      expect((await sql`PRAGMA foreign_keys`.execute(db)).rows).toEqual([{ foreign_keys: 1 }])
      expect((await sql`PRAGMA busy_timeout`.execute(db)).rows).toEqual([{ timeout: 5000 }])
      await db.destroy()
    }
  })

  it('otherwise the file is not opened', () => {
    const pragma = vi.spyOn(Database.prototype, 'pragma').mockReturnValue(1)
    expect(() => openDatabase(at.file)).toThrow(/is not durable: journal_mode is 1, synchronous is 1/)
    expect(pragma).toHaveBeenCalled()
  })
})

describe('tables', () => {
  it('are created once, however often the file is opened', async () => {
    await makeKey(await at.open())
    expect(await (await at.open()).keys.list()).toHaveLength(1)
  })

  it('are created by one of many processes that start at the same time, and all of these can write', async () => {
    const start = `
      import { Accounts } from './data/store/accounts/accounts.ts'
      const accounts = await Accounts.open(${JSON.stringify({ dataDir: at.store.dataDir })})
      const { id } = await accounts.owners.grant('owner', ['tooltips'])
      for (let turn = 0; turn < 5; turn += 1) await accounts.keys.create(id, { name: 'k', scopes: ['tooltips'] })
      await accounts.close()`
    const ends = await Promise.all(Array.from({ length: 4 }, () => run(start)))
    expect(ends).toEqual(Array.from({ length: 4 }, () => ({ code: 0, errors: '' })))
    expect(await (await at.open()).keys.list()).toHaveLength(20)
  })

  const expectNewerLeftAlone = async (open: () => Promise<unknown>) => {
    await (await at.open()).close()
    const db = new Database(at.file)
    db.exec(`INSERT INTO kysely_migration VALUES ('9999-of-tomorrow', '2099-01-01T00:00:00.000Z')`)
    db.close()
    const before = readFileSync(at.file)
    await expect(open()).rejects.toThrow('9999-of-tomorrow')
    expect(readFileSync(at.file).equals(before)).toBe(true)
  }
  it('of a newer version are not changed', () => expectNewerLeftAlone(() => at.open()))

  it('negative control: a store that accepts tables of every version', async () => {
    const open = () => {
      vi.spyOn(Migrator.prototype, 'migrateToLatest').mockResolvedValue({ results: [] })
      return at.open()
    }
    await expect(expectNewerLeftAlone(open)).rejects.toThrow(/resolved .* instead of rejecting/)
  })

  it('are not created in a file that is not a database', async () => {
    writeFileSync(at.file, 'this is no database, but a text that is long enough'.repeat(20))
    await expect(at.open()).rejects.toThrow('not a database')
  })
})

describe('a writer waits for another', () => {
  it('even when it reads first', async () => {
    const accounts = await at.open()
    const { prefix } = await makeKey(accounts)
    const waited = `${at.file}.waited-for`
    const holder = run(`
      import { existsSync } from 'node:fs'
      import Database from 'better-sqlite3'
      const db = new Database(${JSON.stringify(at.file)})
      const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
      db.exec("BEGIN IMMEDIATE; UPDATE owners SET tier = 'x'")
      while (!existsSync(${JSON.stringify(waited)})) await pause(10)
      await pause(300)
      db.exec('COMMIT')`)
    const probe = new Database(at.file, { timeout: 0 })
    const isHeld = () => {
      try {
        probe.exec('BEGIN IMMEDIATE; ROLLBACK')
        return false
      } catch {
        return true
      }
    }
    await expect.poll(isHeld).toBe(true)
    probe.close()
    writeFileSync(waited, '')
    expect(await accounts.keys.rotate(prefix, 7)).toMatchObject({ state: 'active' })
    expect(await holder).toEqual({ code: 0, errors: '' })
  })
})

it('modules of accounts do not refer to SQLite', () => {
  const sources = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const knowing = sources.filter((name) =>
    /sqlite|pragma|autoincrement|rowid|insert or|\bsql`/i.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  expect(knowing).toEqual([])
  expect(sources.length).toBeGreaterThan(10)
})
