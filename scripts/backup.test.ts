// `npm run backup` with a real PostgreSQL: the dump is complete, and its check leaves nothing behind.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InProcessLiveStore } from '../data/store/live/in-process-live-store.ts'
import { TestStore } from '../data/store/test/test-store.ts'
import { ndjson } from '../dynamic/test/fixtures/live-world.ts'
import { killLine } from '../dynamic/test/live/kill-lines.ts'
import { killAll, waitForOutput, startProcess } from '../dynamic/test/live/service-process.ts'
import { commandEnvironment } from './test/environment.ts'

const repository = join(import.meta.dirname, '..')

let store: TestStore
let settings: Record<string, string>
let url: string
let folder: string
beforeEach(async () => {
  store = new TestStore()
  store.willChangeTables()
  url = (await store.location()).database?.url ?? ''
  settings = await store.settings()
  folder = join(store.dataDir, 'backup')
  writeFileSync(join(store.dataDir, 'catalog.db'), 'the catalog')
})
afterEach(async () => {
  killAll()
  await store.remove()
})

const backUp = (environment: Record<string, string> = {}, ...args: string[]) => {
  const env = commandEnvironment({ ...settings, ...environment })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/backup.ts', folder, ...args], {
    cwd: repository,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

async function query<Row>(text: string, at = url): Promise<Row[]> {
  const client = new Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

const scratchDatabases = () => query("select datname from pg_database where starts_with(datname, 'backup_check_')")

async function withLive(work: (live: InProcessLiveStore) => Promise<unknown>): Promise<void> {
  const live = await InProcessLiveStore.open(await store.location())
  await work(live)
  await live.close()
}

const ingest = (live: InProcessLiveStore, first: number, count: number) => {
  const lines = Array.from({ length: count }, (_, at) => killLine('market', first + at))
  return live.ingest('market', { bytes: Buffer.from(ndjson(lines)), firstLine: 1 }, Date.now())
}

describe('a backup of a database', () => {
  it('is a dump of one instant that can be restored, even if others write meanwhile', async () => {
    await withLive(async (live) => {
      await ingest(live, 1, 500)
      const child = startProcess(['scripts/backup.ts', folder], settings)
      const ended = waitForOutput(child, 'stdout', /archive_mode is (on|off)\./)
      for (let first = 501; child.exitCode === null; first += 100) await ingest(live, first, 100)
      const [text] = await ended
      expect(text).toBeDefined()
    })
    expect(existsSync(join(folder, 'catalog.db'))).toBe(true)
    const restored = new URL(url)
    restored.pathname += '_restored'
    await query(`create database ${restored.pathname.slice(1)} template template0`)
    try {
      execFileSync('pg_restore', ['--no-owner', `--dbname=${restored.href}`, join(folder, 'database.dump')])
      const numbers = await query<{ count: string; change: string }>(
        "select (select count(*) from listings) as count, (select value from numbers where name = 'change') as change",
        restored.href,
      )
      expect(Number(numbers[0]?.count)).toBeGreaterThanOrEqual(500)
      expect(numbers[0]?.change).toBe(numbers[0]?.count)
    } finally {
      await query(`drop database ${restored.pathname.slice(1)} with (force)`)
    }
    expect(await scratchDatabases()).toEqual([])
  })

  it('reports its contents, and the requirements of point-in-time recovery', async () => {
    await withLive((live) => ingest(live, 1, 3))
    const { status, stdout, stderr } = backUp()
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(/backup has catalog\.db, database\.dump\.\ndatabase\.dump has \d+ rows of \d+ tables/)
    expect(stdout).toContain('wal_level=replica, archive_mode=on')
    expect(stderr).toMatch(
      /^Backing up catalog\.db\nBacking up database\.dump\nBacking up database\.dump: restoring it for a check\n$/,
    )
  })
})

describe('a backup of a database is refused with a sentence', () => {
  const refused = (why: RegExp, environment: Record<string, string> = {}, ...args: string[]) => {
    const { status, stdout, stderr } = backUp(environment, ...args)
    expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(why)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(existsSync(folder)).toBe(false)
  }
  /** Returns an environment whose PATH has only these programs. */
  const pathWith = (programs: Record<string, string>) => {
    const path = join(store.dataDir, 'bin')
    mkdirSync(path)
    for (const [name, line] of Object.entries(programs)) {
      writeFileSync(join(path, name), `#!/bin/sh\n${line}\n`)
      chmodSync(join(path, name), 0o755)
    }
    return { PATH: path }
  }

  it('if pg_dump is missing', () =>
    refused(/pg_dump cannot be run .*Install the client programs of PostgreSQL/, pathWith({})))

  it('if pg_dump is older than the server', () =>
    refused(
      /pg_dump is of version 9, the server of version \d+\. Install the client programs of PostgreSQL \d+/,
      pathWith({ pg_dump: 'echo "pg_dump (PostgreSQL) 9.6.24"' }),
    ))

  it('if the server is away', () =>
    refused(/The database x at 127\.0\.0\.1:1 cannot be used/, { DATABASE_URL: 'postgres://me@127.0.0.1:1/x' }))

  it('if the role may not restore it for a check, before anything is copied', async () => {
    const role = `${new URL(url).pathname.slice(1)}_role`
    await query(`create role ${role} login`)
    try {
      const limited = new URL(url)
      limited.username = role
      refused(
        /^A dump is verified .* may not create databases: allow it .* --verify-on/,
        {},
        '--verify-on',
        limited.href,
      )
    } finally {
      await query(`drop role ${role}`)
    }
  })
})
