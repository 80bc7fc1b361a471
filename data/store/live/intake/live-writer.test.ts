// The live store as a file: durability, migrations, and several processes that write at once.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  batchOf,
  day,
  entry,
  firstPage,
  hour,
  iso,
  listing,
  noon,
  post,
  quest,
  sample,
  stockRow,
  TestLive,
  trade,
  type Fields,
} from '../test/test-live.ts'
import type { Feed } from '../../../api/model/feeds/feeds.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'

let at: TestLive
beforeEach(() => {
  at = new TestLive()
})
afterEach(() => at.remove())

describe('live.db', () => {
  it('keeps its rows when it is opened again', async () => {
    const first = await at.open()
    await post(first, 'market', [listing(1)])
    await first.writer.ingest('market', batchOf([listing(2)]), noon)
    const second = await at.open()
    expect(await post(second, 'market', [listing(1), listing(3)])).toMatchObject({ accepted: 1, duplicates: 1 })
    expect((await second.market.listings([], firstPage, noon)).value.total).toBe(3)
  })

  it('is not changed if a newer version of this code has migrated it', async () => {
    await (await at.open()).close()
    await at.store.query('live', `INSERT INTO ${at.store.migrationTable('live')} VALUES ('9999-later', '2030')`)
    await expect(at.open()).rejects.toThrow('of a newer version of this program (9999-later)')
  })

  it('is written by two processes at once without losing lines or repeating change numbers', async () => {
    await at.open()
    const program = `
      import { LiveWriter } from ${JSON.stringify(join(import.meta.dirname, 'live-writer.ts'))}
      import { batchOf, listing } from ${JSON.stringify(join(import.meta.dirname, '../test/test-live.ts'))}
      const [location, first] = process.argv.slice(1)
      const writer = await LiveWriter.open(JSON.parse(location), { patchId: () => null, item: () => undefined })
      for (let post = 0; post < 40; post += 1) {
        const lines = Array.from({ length: 25 }, (_, at) => listing(Number(first) + post * 25 + at))
        await writer.ingest('market', batchOf(lines), Date.now())
        await writer.rollUp()
      }
      await writer.close()`
    const location = JSON.stringify(await at.store.location())
    const run = (first: number) =>
      promisify(execFile)(
        process.execPath,
        ['--input-type=module-typescript', '-e', program, location, String(first)],
        {
          env: commandEnvironment(),
        },
      )
    await Promise.all([run(1), run(1001)])
    const live = await at.open()
    while (await live.writer.rollUp());
    expect((await live.market.listings([], { offset: 0, limit: 1 }, noon)).value.total).toBe(2000)
    const counts =
      'SELECT count(*) AS listings, count(DISTINCT change) AS changes, max(change) AS last, max(number) AS number FROM listings'
    expect(await at.store.query('live', counts)).toEqual([{ listings: 2000, changes: 2000, last: 2000, number: 2000 }])
    const window = { itemIds: ['id.item.rope_1001'], intervalMinutes: 1440, from: noon - day, to: noon + day }
    const [history] = (await live.market.priceHistories(window)).value
    expect(history?.[0]?.histogram).toEqual([[50, 2000, 4000]])
  })
})

describe('the newest observation of a feed', () => {
  it('is the latest instant that a line names, even if earlier ones follow', async () => {
    const live = await at.open()
    expect(await live.newest()).toEqual({})
    await post(live, 'market', [listing(1, { captured_at: iso(noon + hour) }), listing(2)])
    await post(live, 'market', [listing(3)])
    expect(await live.newest()).toEqual({ market: noon + hour })
    await post(live, 'market', [listing(4, { captured_at: null })], noon + 2 * hour)
    expect(await live.newest()).toEqual({ market: noon + 2 * hour })
  })

  it('is updated by duplicates too, because they show that the observer is alive', async () => {
    const live = await at.open()
    const undated = listing(1, { captured_at: null })
    await post(live, 'market', [undated], noon)
    expect(await post(live, 'market', [undated], noon + hour)).toMatchObject({ accepted: 0 })
    expect(await live.newest()).toEqual({ market: noon + hour })
  })

  it('is not later than its receipt, even if the clock of the observer is ahead', async () => {
    const live = await at.open()
    await post(live, 'market', [listing(1, { captured_at: iso(noon + 5 * 60_000) })], noon)
    expect((await live.market.listing(1, noon)).observedAt).toBe(noon)
  })
})

describe('the instant of an observation', () => {
  const lineAt: Record<Feed, (instant: string, others?: Fields) => Fields> = {
    market: (captured_at, others) => listing(1, { ...others, captured_at, created_at: iso(noon) }),
    trades: (timestamp, others) => trade(1, 'rope', { ...others, timestamp }),
    'merchant-stock': (captured_at, others) => stockRow('smith', 'rope', { ...others, captured_at }),
    'merchant-quests': (captured_at, others) => quest('smith', 'rope', { ...others, captured_at }),
    population: (timestamp, others) => ({ ...others, ...sample(0, 5), timestamp }),
    leaderboards: (captured_at) => entry('Ada', 1, Date.parse(captured_at)),
  }
  const years = '2030-01-01T00:00:00Z'
  const undeclared = [
    { captured_at: 'text', timestamp: 'text', entry: { captured_at: 1 } },
    { captured_at: 1_772_625_600, timestamp: 1_772_625_600, created_at: -1 },
    { captured_at: Date.parse(years), timestamp: Date.parse(years), created_at: iso(noon) },
  ]

  it.each(Object.entries(lineAt) as [Feed, (typeof lineAt)[Feed]][])(
    'is the one that the feed %s declares, whatever other columns a line has',
    async (feed, line) => {
      const live = await at.open()
      for (const others of undeclared) {
        const { rejected } = await post(live, feed, [line(years, others), line(iso(noon), others)])
        expect(rejected.map(({ line: number }) => number)).toEqual([1])
        expect(await live.newest()).toEqual({ [feed]: noon })
      }
    },
  )
})

it('a season is refused if it is captured more than 5 minutes from now', async () => {
  const live = await at.open()
  const season = (id: number, when: number) => ({ season: { id, captured_at: iso(when) } })
  const lines = [season(1, noon + 5 * 60_000 + 1), season(2, noon + 5 * 60_000), season(3, noon - hour)]
  const { rejected } = await post(live, 'leaderboards', lines, noon)
  expect(rejected.map(({ line }) => line)).toEqual([1])
  expect((await live.leaderboards.seasons()).value.map(({ id }) => id)).toEqual(['2', '3'])
})

it('a missing folder is created', async () => {
  rmSync(at.store.dataDir, { recursive: true })
  await expect(at.open()).resolves.toBeDefined()
})
