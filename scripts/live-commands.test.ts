// `npm run observe` as a process, also with the real market and trade channel, and the simulated observer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { feeds } from '../data/api/model/feeds/feeds.ts'
import { TestStore } from '../data/store/test/test-store.ts'
import { InProcessLiveStore } from '../data/store/live/in-process-live-store.ts'
import { simulate } from './service/simulate.ts'
import { fetchApi, type Row } from '../dynamic/test/fixtures/test-client.ts'
import { openFixture, openSampleFixture } from '../dynamic/test/fixtures/test-service.ts'
import { liveWorld, ndjson } from '../dynamic/test/fixtures/live-world.ts'
import { commandEnvironment } from './test/environment.ts'
import { inLongForm } from './test/long-form.ts'
import { hasRealData, realData } from './test/requirements.ts'

const repository = join(import.meta.dirname, '..')
vi.setConfig({ testTimeout: 240_000 })
const exists = hasRealData('the real market and trade channel', 'live', 'expected.json')

let store: TestStore
let folder: string
beforeEach(() => {
  store = new TestStore()
  folder = store.dataDir
})
afterEach(() => store.remove())

async function observe(store: TestStore, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/observe.ts', ...args], {
    cwd: repository,
    env: commandEnvironment(await store.settings()),
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

describe('npm run observe', () => {
  it('stores a file, compressed or not, and storing it again changes nothing', async () => {
    const [file, zipped] = [join(folder, 'trades.ndjson'), join(folder, 'TRADES.NDJSON.GZ')]
    writeFileSync(file, ndjson(liveWorld.trades.slice(0, 3)))
    writeFileSync(zipped, gzipSync(ndjson(liveWorld.trades)))
    expect(await observe(store, 'trades', file)).toMatchObject({
      code: 0,
      stdout: '3 accepted, 0 duplicates, 0 rejected\n',
    })
    expect(await observe(store, 'trades', zipped)).toMatchObject({
      code: 0,
      stdout: '2 accepted, 3 duplicates, 0 rejected\n',
    })
  })

  it('does not count rejected lines as stored if a compressed file is incomplete', async () => {
    const [file, longLine] = [join(folder, 'cut.ndjson.gz'), `{"id":"${'a'.repeat(60_000)}"}\n`]
    writeFileSync(file, gzipSync(ndjson(liveWorld.trades.slice(0, 2)) + longLine.repeat(20)).subarray(0, -20))
    const { code, stderr } = await observe(store, 'trades', file)
    expect(code).toBe(3)
    expect(stderr).toContain(' 2 lines before it are stored; ')
  })

  it('escapes control characters of the input for the terminal', async () => {
    const file = join(folder, 'market.ndjson')
    writeFileSync(file, '\u001b[2J no JSON \u009b31m\n{"\u001b]0;title\u0007":1}\n{"id":1,"\u009b2J\u202e":1}\n')
    const said = await observe(store, 'market', file)
    const list = await observe(store, 'quarantine', 'list')
    const rows = await observe(store, 'quarantine', 'list', '--json')
    for (const { stdout, stderr } of [said, list, rows])
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(list.stdout).toContain(String.raw`\u001b[2J no JSON \u009b31m`)
    expect(JSON.parse(rows.stdout.split('\n')[0] ?? '')).toMatchObject({ line: '\u001b[2J no JSON \u009b31m' })
  })

  it('prints rejected lines, puts them into quarantine, and ends with 3', async () => {
    const file = join(folder, 'market.ndjson')
    writeFileSync(file, `${JSON.stringify(liveWorld.market[0])}\n\nill\n{"id":-1}\n`)
    const { code, stdout, stderr } = await observe(store, 'market', file)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '1 accepted, 0 duplicates, 2 rejected\n' })
    expect(stderr).toContain(`${file}:3: expected one JSON object a line`)
    expect(stderr).toMatch(/market\.ndjson:4: id: .*; item_id: /)
    const list = await observe(store, 'quarantine', 'list')
    expect(list.stdout).toMatch(/^1 market 2\S+Z expected one JSON.*\n {2}ill\n2 market .*\n {2}\{"id":-1\}\n$/)
    const rows = (await observe(store, 'quarantine', 'list', '--json')).stdout.trim().split('\n')
    expect(rows.map((row) => (JSON.parse(row) as Row).line)).toEqual(['ill', '{"id":-1}'])
    expect(await observe(store, 'quarantine', 'replay')).toMatchObject({
      code: 0,
      stdout: '0 stored, 2 still in quarantine\n',
    })
  })

  it('prints its usage and ends with 2 on wrong usage', async () => {
    const file = join(folder, 'x.ndjson')
    writeFileSync(file, '')
    const cases: [args: string[], said: RegExp][] = [
      [[], /missing required argument/],
      [['trades'], /missing required argument/],
      [['nonesuch', file], /nonesuch is not a feed: it is one of merchant-stock, /],
      [['trades', join(folder, 'none')], /There is no file .*none\.$/m],
      [['trades', file, '--fast'], /unknown option/],
    ]
    for (const [args, said] of cases) {
      const { code, stderr } = await observe(store, ...args)
      expect(code, args.join(' ')).toBe(2)
      expect(stderr).toMatch(said)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
  })
})

interface ExpectedQuery {
  readonly query: string
  readonly total?: number
  readonly total_case_insensitive?: number
}
interface Expected {
  readonly market: {
    readonly total: number
    readonly by_item_id: Readonly<Record<string, number>>
    readonly newest_created_at: string
    readonly oldest_created_at: string
    readonly queries: readonly ExpectedQuery[]
    readonly history_of_cobalt_ore: {
      readonly item_id: string
      readonly '1h': readonly Row[]
      readonly '1d': readonly Row[]
    }
  }
  readonly trades: {
    readonly total: number
    readonly first: Row
    readonly last_timestamp: string
    readonly queries: readonly ExpectedQuery[]
  }
}

describe.skipIf(!exists)('the real market and trade channel', () => {
  it('have the figures that another program counted', { timeout: 240_000 }, async () => {
    const { market, trades } = JSON.parse(readFileSync(join(realData, 'expected.json'), 'utf8')) as Expected
    const fixture = openFixture()
    try {
      for (const [feed, { total }] of Object.entries({ market, trades })) {
        const { code, stdout, stderr } = await observe(fixture.store, feed, join(realData, `live/${feed}.ndjson`))
        expect(stdout, stderr).toBe(`${total} accepted, 0 duplicates, 0 rejected\n`)
        expect(code).toBe(0)
      }
      const service = await fixture.serve()
      const totalOf = async (target: string) => (await fetchApi(service, target)).total
      expect(await totalOf('/v2/market')).toBe(market.total)
      for (const [id, total] of Object.entries(market.by_item_id))
        expect(await totalOf(`/v2/market?item_id=${id}`)).toBe(total)
      for (const { query, total } of market.queries) expect(await totalOf(`/v2/market?${query}`), query).toBe(total)
      const [newest] = (await fetchApi(service, '/v2/market?limit=1')).rows
      const [oldest] = (await fetchApi(service, `/v2/market?limit=1&page=${market.total}`)).rows
      expect([newest?.created_at, oldest?.created_at]).toEqual([market.newest_created_at, market.oldest_created_at])
      const { item_id, ...intervals } = market.history_of_cobalt_ore
      for (const interval of ['1h', '1d'] as const) {
        const window = 'from=2025-09-10&to=2025-09-22'
        const path = `/v2/market/analytics/${item_id}/prices/history?interval=${interval}&${window}`
        const { series } = (await fetchApi(service, path)).row as { series: Row[] }
        for (const bucket of intervals[interval]) {
          const found = series.find(({ timestamp }) => timestamp === bucket.timestamp)
          expect(found).toMatchObject({ ...bucket, avg: expect.closeTo(Number(bucket.avg), 9) as number })
        }
      }
      expect(await totalOf('/v2/trades')).toBe(trades.total)
      for (const { query, total, total_case_insensitive } of trades.queries)
        expect(await totalOf(`/v2/trades?${encodeURI(query)}`), query).toBe(total_case_insensitive ?? total)
      const [first] = (await fetchApi(service, `/v2/trades?limit=1&page=${trades.total}`)).rows
      expect(first).toMatchObject(trades.first)
      expect((await fetchApi(service, '/v2/trades?limit=1')).rows[0]?.timestamp).toBe(trades.last_timestamp)
    } finally {
      await fixture.close()
    }
  })
})

describe('the simulated observer', () => {
  const past = inLongForm(8, 2) * 86_400_000
  const simulateOnce = async (store: InProcessLiveStore) => {
    const { pastStored, stop } = simulate(store, pino({ level: 'silent' }), past)
    await pastStored
    await stop()
  }
  const fixtures: { close(): Promise<void> }[] = []
  afterAll(async () => {
    for (const fixture of fixtures) await fixture.close()
  })

  it('fills every feed, keeps it fresh, and continues where it stopped', { timeout: 240_000 }, async () => {
    const fixture = await openSampleFixture()
    fixtures.push(fixture)
    const store = await InProcessLiveStore.open(await fixture.store.location())
    const service = await fixture.serve({ live: store })
    await simulateOnce(store)
    const { feeds: states } = (await fetchApi(service, '/v2/meta')).object as {
      feeds: Record<string, { age_seconds: number }>
    }
    for (const feed of feeds) expect(states[feed]?.age_seconds, feed).toBeLessThan(25 * 3600)
    expect(states.population?.age_seconds).toBeLessThan(600)
    for (const target of ['/v2/market', '/v2/trades'])
      expect((await fetchApi(service, target)).total).toBeGreaterThan(100)
    expect((await fetchApi(service, '/v2/merchant/stock')).rows.length).toBeGreaterThan(0)
    expect((await fetchApi(service, '/v2/leaderboards/seasons')).rows.length).toBeGreaterThanOrEqual(3)
    expect(await store.writer.quarantined()).toEqual([])
    const before = (await fetchApi(service, '/v2/market')).total
    const began = Date.now()
    await simulateOnce(store)
    const after = (await fetchApi(service, '/v2/market')).total
    expect(after - before).toBeLessThan(before / 4)
    console.log(`the simulated observer went on after a restart in ${Date.now() - began} ms`)
    await service.close()
  })
})
