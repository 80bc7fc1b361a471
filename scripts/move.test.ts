// `npm run move` from files to a real PostgreSQL: every row is copied exactly, even if the command is killed and others
// write meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Accounts } from '../data/store/accounts/accounts.ts'
import { InProcessLiveStore } from '../data/store/live/in-process-live-store.ts'
import { entry } from '../data/store/live/test/test-live.ts'
import { TestStore } from '../data/store/test/test-store.ts'
import { killLine } from '../dynamic/test/live/kill-lines.ts'
import { kill, killAll, waitForOutput, serveProcess, startProcess } from '../dynamic/test/live/service-process.ts'
import { ndjson } from '../dynamic/test/fixtures/live-world.ts'
import { storeObservations } from '../dynamic/test/fixtures/observed-live.ts'
import { fetchApi } from '../dynamic/test/fixtures/test-client.ts'
import { copySampleData } from './test/built-world.ts'
import { commandEnvironment } from './test/environment.ts'
import { killCount, reportKills } from './test/kills.ts'
import { randomMoments } from './test/random-moments.ts'

const repository = join(import.meta.dirname, '..')
const moment = randomMoments('kills of a move')
const kills = killCount(100, 8)

let store: TestStore
let files: { dataDir: string }
let url: string
beforeEach(async () => {
  store = new TestStore()
  store.willChangeTables()
  files = { dataDir: store.dataDir }
  url = (await store.location()).database?.url ?? ''
})
afterEach(async () => {
  killAll()
  await store.remove()
})

async function move(to = url, script = 'move.ts') {
  const child = spawn(process.execPath, [`scripts/${script}`, '--to', to], {
    cwd: repository,
    env: commandEnvironment({ DATA_DIR: store.dataDir }),
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

async function query<Row>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Returns all rows of all tables in the files as texts. */
function rowsInFiles(): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const name of ['accounts.db', 'live.db']) {
    const file = new Database(join(store.dataDir, name), { readonly: true })
    const tables = file.pragma('table_list') as { name: string; type: string }[]
    for (const { name: table } of tables.filter(({ type }) => type === 'table'))
      if (!/^sqlite_|^kysely_/.test(table))
        found[table] = file.prepare(`select * from "${table}"`).all().map(textOf).sort()
    file.close()
  }
  return found
}

async function rowsInDatabase(): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '_migration'`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) found[name] = (await query<object>(`select * from "${name}"`)).map(textOf).sort()
  return found
}

const textOf = (row: unknown) =>
  JSON.stringify(
    Object.entries(row as object)
      .map(([name, value]) => [
        name,
        Buffer.isBuffer(value) ? value.toString('hex') : value === null ? null : String(value),
      ])
      .sort(),
  )

const lines = (feed: 'market' | 'trades' | 'merchant-stock', first: number, count: number) => ({
  bytes: Buffer.from(ndjson(Array.from({ length: count }, (_, at) => killLine(feed, first + at)))),
  firstLine: 1,
})
const feeds = ['market', 'trades', 'merchant-stock'] as const

async function withLive<T>(work: (live: InProcessLiveStore) => Promise<T>): Promise<T> {
  const live = await InProcessLiveStore.open(files)
  try {
    return await work(live)
  } finally {
    await live.close()
  }
}

const fill = () =>
  withLive(async (live) => {
    await storeObservations(live)
    await live.ingest('market', { bytes: Buffer.from('ill\0 line\n'), firstLine: 1 }, Date.now())
    // Keys with zero characters, without which both engines have the same order.
    const entries = ['a\0z', 'ab'].map((character) => entry(character, 1, Date.now()))
    await live.ingest('leaderboards', { bytes: Buffer.from(ndjson(entries)), firstLine: 1 }, Date.now())
  })

async function makeAccounts(): Promise<string> {
  const accounts = await Accounts.open(files)
  const { id } = await accounts.owners.grant('owner', ['observe'])
  const { prefix } = await accounts.keys.create(id, { name: 'first', scopes: ['observe'] })
  const { key } = await accounts.keys.rotate(prefix, 3)
  const found = await accounts.authenticate(key)
  if (found.kind === 'good') accounts.countUse(found.keyId)
  await accounts.close()
  return key
}

const complete =
  /Each table has the same rows in files and database\.\nAll rows are there\. Start the service with DATABASE_URL/

/** Runs a move without a running service; checks that it reports all rows as copied and that they are. */
async function expectMoved(script?: string): Promise<void> {
  const { stdout, stderr } = await move(url, script)
  expect(stdout, stderr).toMatch(complete)
  expect(await rowsInDatabase()).toEqual(rowsInFiles())
}

/** Starts a move and kills it; resolves to whether it had begun to copy but was not complete. */
async function isKilledWhileCopying(): Promise<boolean> {
  const child = startProcess(['scripts/move.ts', '--to', url], { DATA_DIR: store.dataDir })
  let report = ''
  child.stdout?.on('data', (chunk: Buffer) => (report += chunk.toString()))
  await waitForOutput(child, 'stderr', /Copying \w+/)
  await sleep(moment(300))
  if (child.exitCode === null) await kill(child)
  return child.signalCode === 'SIGKILL' && report === ''
}

describe('a move', () => {
  it('copies every row of every table exactly, and does not change the files', async () => {
    await fill()
    await makeAccounts()
    const before = rowsInFiles()
    const { code, stdout, stderr } = await move()
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: expect.stringMatching(complete) as string })
    expect(stderr).toMatch(/Copying listings\n/)
    expect(rowsInFiles()).toEqual(before)
    expect(await rowsInDatabase()).toEqual(before)
    expect(before.quarantine).toHaveLength(1)
    for (const [table, rows] of Object.entries(before))
      expect(stdout).toMatch(new RegExp(`^${table} +${rows.length} rows`, 'm'))
  })

  it('continues numbers so that none is used again', async () => {
    await withLive((live) => live.ingest('market', lines('market', 1, 5), Date.now()))
    const file = new Database(join(store.dataDir, 'live.db'))
    file.exec('delete from listings where number > 3')
    file.close()
    expect((await move()).code).toBe(0)
    const live = await InProcessLiveStore.open(await store.location())
    await live.ingest('market', lines('market', 6, 1), Date.now())
    await live.close()
    const found = await query<{ number: string; change: string }>('select number, change from listings order by number')
    expect(found.map(({ number, change }) => `${number} ${change}`)).toEqual(['1 1', '2 2', '3 3', '6 6'])
  })

  it('during writes says that they have to stop, and then copies all changes since', async () => {
    await makeAccounts()
    const live = await InProcessLiveStore.open(files)
    const accounts = await Accounts.open(files)
    for (const feed of feeds) await live.ingest(feed, lines(feed, 1, 300), Date.now())
    const first = await move()
    expect(first.code, first.stderr).toBe(0)
    expect(first.stdout).toMatch(/The service still has the files open\. Now\nstop it, run this again \(about \d+ s\)/)
    await expect(InProcessLiveStore.open(await store.location())).rejects.toThrow('run `npm run move` again')
    for (const feed of feeds) await live.ingest(feed, lines(feed, 290, 300), Date.now())
    await live.writer.prune({ trades: 1, 'merchant-stock': 1 }, Date.parse('2027-01-01'))
    await accounts.owners.grant('other', [])
    await live.close()
    await accounts.close()
    await expectMoved()
  })

  it('negative control: a move that leaves out a row', async () => {
    await fill()
    await makeAccounts()
    await expect(expectMoved('test/move-incompletely.ts')).rejects.toThrow(/deeply equal/)
  })

  it(
    `continues in the next run after each of ${kills} kills while others write`,
    { timeout: 120_000 + kills * 10_000 },
    async () => {
      await fill()
      await makeAccounts()
      const live = await InProcessLiveStore.open(files)
      let isWriting = true
      const writing = (async () => {
        for (let first = 1; isWriting; first += 20) {
          for (const feed of feeds) await live.ingest(feed, lines(feed, first, 20), Date.now())
          await sleep(20)
        }
      })()
      let killed = 0
      for (let tries = 0; killed < kills && tries < 5 * kills; tries += 1) if (await isKilledWhileCopying()) killed += 1
      isWriting = false
      await writing
      await live.close()
      await expectMoved()
      expect(killed).toBe(kills)
      reportKills('move', killed, 'others wrote meanwhile: each row is there once')
    },
  )
})

describe('a move is refused with a sentence', () => {
  const refused = async (why: RegExp, to = url, exitCode = 2) => {
    const { code, stdout, stderr } = await move(to)
    expect({ code, stdout }, stderr).toEqual({ code: exitCode, stdout: '' })
    expect(stderr).toMatch(why)
    expect(stderr).not.toMatch(/\n\s+at /)
  }
  const one = () => withLive((live) => live.ingest('market', lines('market', 1, 1), Date.now()))

  it('if there is nothing to move', () => refused(/has none of accounts\.db, live\.db: there is nothing to move/))
  it('if the destination is not a URL', () => refused(/--to is postgres:/, 'elsewhere'))

  it('if the server is away', async () => {
    await one()
    await refused(
      /The database x at 127\.0\.0\.1:1 cannot be used: .*REFUSED.* it continues\./,
      'postgres://me@127.0.0.1:1/x',
    )
  })

  it('if the database does not exist', async () => {
    await one()
    await refused(/cannot be used: database "none_of_these" does not exist/, url.replace(/[^/]+$/, 'none_of_these'))
  })

  it('if a service has used the database, also after a complete move', async () => {
    await one()
    await move()
    await refused(/The database has rows in listings already: a move to it has ended, or a service has used it/)
  })

  it('if the database or a file is of a newer version', async () => {
    await one()
    const file = new Database(join(store.dataDir, 'live.db'))
    file.exec("insert into kysely_migration values ('9999-of-tomorrow', '2099')")
    await refused(/^live\.db is of a newer version of this program \(9999-of-tomorrow\): run that version\.$/m)
    file.exec("delete from kysely_migration where name = '9999-of-tomorrow'")
    file.close()
    const live = await InProcessLiveStore.open(await store.location())
    await live.close()
    await query("insert into live_migration values ('9999-of-tomorrow', '2099')")
    const newer =
      /^The tables of live are of a newer version of this program \(9999-of-tomorrow\): run that version\.$/m
    await refused(newer, url, 1)
  })
})

describe('a service on the database', () => {
  it('gives the same answers as one on the files', async () => {
    await copySampleData(store.dataDir)
    await fill()
    const key = await makeAccounts()
    const targets = [
      ...['/v2/market?limit=100', '/v2/market?limit=5&page=3', '/v2/market/changes?limit=50', '/v2/trades?limit=100'],
      ...['/v2/trades/changes?limit=20', '/v2/merchant/stock', '/v2/population', '/v2/leaderboards/seasons'],
    ]
    const answers = async (settings: Record<string, string>) => {
      const service = await serveProcess({ settings: () => Promise.resolve(settings) }, key)
      const replies = []
      for (const target of targets) {
        const { status, object } = await fetchApi(service, target, { headers: { authorization: `Bearer ${key}` } })
        replies.push([target, status, object])
      }
      await kill(service.child)
      return replies
    }
    const before = await answers({ DATA_DIR: store.dataDir })
    expect((await move()).stdout).toMatch(complete)
    expect(before.map(([, status]) => status)).toEqual(targets.map(() => 200))
    expect(await answers(await store.settings())).toEqual(before)
  })
})
