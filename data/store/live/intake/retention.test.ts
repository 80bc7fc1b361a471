// Which rows retention deletes, and which it keeps however old they are.
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Feed } from '../../../api/model/feeds/feeds.ts'
import { dialectOf } from '../../dialect/dialect.ts'
import { messageParts } from '../rows/message-parts.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import { getCounter } from '../rows/counters.ts'
import { insertRows } from '../rows/insert-rows.ts'
import type { Retention } from './retention.ts'
import type { LiveTables } from '../rows/tables.ts'
import { batchOf, day, entry, firstPage, hour, iso, listing, noon, quest, sample } from '../test/test-live.ts'
import { type Fields, post as postAt, stockRow, TestLive, trade } from '../test/test-live.ts'

let at: TestLive
let live: InProcessLiveStore
let db: Kysely<LiveTables>
beforeEach(async () => {
  at = new TestLive()
  live = await at.open()
  db = await at.tables()
})
afterEach(async () => {
  await db.destroy()
  await at.remove()
})

const now = noon + 10 * day
const post = (to: InProcessLiveStore, feed: Feed, lines: readonly Fields[], receivedAt = now) =>
  postAt(to, feed, lines, receivedAt)
/** Prunes until nothing is left to delete. Returns the number of steps. */
async function prune(retention: Retention, when = now): Promise<number> {
  let steps = 1
  while (await live.writer.prune(retention, when)) steps += 1
  return steps
}
const idsOf = async () => (await live.market.listings([], firstPage, now)).value.rows.map(({ id }) => id)
const aged = (id: number, days: number, fields = {}) =>
  listing(id, { created_at: iso(now - days * day), captured_at: iso(now - days * day), ...fields })
const count = async (table: keyof LiveTables) =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst()
    )?.count,
  )

describe('a feed', () => {
  it('keeps everything without a retention', async () => {
    await post(live, 'market', [aged(1, 9)])
    await post(live, 'trades', [trade(1, 'old')])
    await prune({})
    await prune({ trades: 1 })
    expect(await idsOf()).toEqual([1])
    expect(await count('trades')).toBe(0)
  })

  it('that fails does not keep the others from being pruned', async () => {
    await post(live, 'trades', [trade(1, 'old')])
    await db.schema.alterTable('board_captures').renameTo('moved_away').execute()
    const failed: string[] = []
    await live.writer.prune({ leaderboards: 1, trades: 1 }, now, (feed, error) =>
      failed.push(`${feed} ${String(error)}`),
    )
    await db.schema.alterTable('moved_away').renameTo('board_captures').execute()
    expect(failed).toEqual([expect.stringMatching(/^leaderboards .*board_captures/)])
    expect(await count('trades')).toBe(0)
  })

  it('is pruned in small steps, oldest rows first', async () => {
    await post(
      live,
      'market',
      Array.from({ length: 1201 }, (_, index) => aged(index + 1, 9)),
    )
    await post(live, 'market', [aged(2000, 1)])
    expect(await live.writer.prune({ market: 3 }, now)).toBe(true)
    expect(await count('listings')).toBe(702)
    expect(await prune({ market: 3 })).toBe(2)
    expect(await count('listings')).toBe(1)
    expect(await prune({ market: 3 })).toBe(1)
  })
})

describe('listings', () => {
  const window = { itemIds: ['id.item.rope_1001'], from: noon, to: now }
  const pricesBy = async (intervalMinutes: number) =>
    (await live.market.priceHistories({ ...window, intervalMinutes })).value
  const histories = () => Promise.all([1, 7, 15, 60, 1440, 1500].map(pricesBy))

  it('disappear from lists when they are pruned, but their prices remain', async () => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      aged(index, 9 - index / 5, { price_per_unit: String(index % 4) }),
    )
    await post(live, 'market', lines)
    const reported = await histories()
    expect(reported[0]?.[0]).toHaveLength(40)
    const reader = await at.open()
    expect(await idsOf()).toHaveLength(40)
    await prune({ market: 5 })
    expect(await idsOf()).toEqual(Array.from({ length: 20 }, (_, index) => 39 - index))
    expect((await reader.market.listings([], firstPage, now)).value.total).toBe(20)
    expect((await live.market.listing(3, now)).value).toBeNull()
    expect(await histories()).toEqual(reported)
  })

  it('that were pruned count with their whole minute in windows that begin or end within it', async () => {
    const created = (id: number, second: number) =>
      listing(id, { created_at: iso(noon + second * 1000), captured_at: iso(noon + second * 1000) })
    await post(live, 'market', [created(1, 10), created(2, 50), created(3, 70), created(4, 130)])
    const listed = async (from: number, to: number) => {
      const [buckets = []] = (
        await live.market.priceHistories({ ...window, intervalMinutes: 1, from: noon + from, to: noon + to })
      ).value
      return buckets.map(({ histogram }) => histogram.reduce((sum, [, listings]) => sum + listings, 0))
    }
    expect(await listed(30_000, 120_000)).toEqual([1, 1])
    await prune({ market: 1 }, noon + day + 120_000)
    expect(await count('listings')).toBe(1)
    expect(await listed(30_000, 65_000)).toEqual([2, 1])
    expect(await listed(30_000, 40_000)).toEqual([2])
    expect(await listed(60_000, 121_000)).toEqual([1])
  })

  it('are only pruned once they are rolled up', async () => {
    await live.writer.ingest('market', batchOf([aged(1, 9), aged(2, 8)]), now)
    await prune({ market: 3 })
    expect(await count('listings')).toBe(2)
    while (await live.writer.rollUp());
    await prune({ market: 3 })
    expect(await count('listings')).toBe(0)
  })

  it('that were pruned do not return and are not counted twice', async () => {
    await post(live, 'market', [aged(1, 9), aged(2, 1)])
    await prune({ market: 3 })
    const reported = await histories()
    const again = [aged(1, 9, { captured_at: iso(now), has_expired: true }), aged(2, 1)]
    expect(await post(live, 'market', again, now)).toEqual({ accepted: 0, duplicates: 2, rejected: [] })
    await prune({ market: 3 })
    expect(await histories()).toEqual(reported)
    expect(await idsOf()).toEqual([2])
  })

  it('that were pruned do not return when the retention is raised', async () => {
    await post(live, 'market', [aged(1, 9), aged(2, 1)])
    await prune({ market: 3 })
    await post(live, 'market', [aged(2, 30, { captured_at: iso(now) })])
    await prune({ market: 25 })
    expect(await count('listings')).toBe(0)
    expect(await getCounter(db, 'pruned_before')).toBe(now - 3 * day)
  })

  it('leave the lists when an observation shows that they are older than the retention', async () => {
    await post(live, 'market', [aged(1, 9), aged(2, 1), aged(3, 1)])
    await prune({ market: 3 })
    expect(await idsOf()).toEqual([3, 2])
    await post(live, 'market', [aged(2, 8, { captured_at: iso(now) })], now)
    expect(await idsOf()).toEqual([3])
  })

  it('leave the lists too if they are pruned before anyone reads that change', async () => {
    await post(live, 'market', [aged(1, 1), aged(2, 2)])
    expect(await idsOf()).toEqual([1, 2])
    await post(live, 'market', [aged(1, 9, { captured_at: iso(now) })], now)
    await prune({ market: 3 })
    expect((await live.market.listings([], firstPage, now)).value).toMatchObject({ rows: [{ id: 2 }], total: 1 })
  })

  it('are pruned while readers keep seeing one state', async () => {
    await post(
      live,
      'market',
      Array.from({ length: 600 }, (_, index) => aged(index + 1, 9)),
    )
    const reading = await at.tables('read')
    await reading.transaction().execute(async (transaction) => {
      const visible = () => transaction.selectFrom('listings').select('id').execute()
      expect(await visible()).toHaveLength(600)
      await prune({ market: 3 })
      expect(await count('listings')).toBe(0)
      expect(await visible()).toHaveLength(600)
    })
    expect(await reading.selectFrom('listings').select('id').execute()).toEqual([])
    await reading.destroy()
  })
})

describe('current rows are kept, however old:', () => {
  it('the latest snapshot of each merchant', async () => {
    const seen = (merchant: string, when: number) => [
      stockRow(merchant, 'rope', { captured_at: iso(when) }),
      stockRow(merchant, 'salt', { captured_at: iso(when) }),
    ]
    await post(live, 'merchant-stock', [...seen('bard', noon), ...seen('bard', noon + hour), ...seen('cook', noon)])
    await post(live, 'merchant-stock', [{ merchant_id: 'smith', captured_at: iso(noon), stock: [] }])
    await post(live, 'merchant-quests', [quest('bard', 'a'), quest('bard', 'b', { captured_at: iso(noon + hour) })])
    await prune({ 'merchant-stock': 1, 'merchant-quests': 1 })
    const { value } = await live.merchants.stock()
    expect(value.map(({ merchant_id, rows }) => [merchant_id, rows.length])).toEqual([
      ['id.merchant.bard', 2],
      ['id.merchant.cook', 2],
      ['id.merchant.smith', 0],
    ])
    expect([await count('merchant_stock'), await count('stock_snapshots')]).toEqual([4, 3])
    expect((await live.merchants.quests()).value[0]?.rows).toMatchObject([{ quest_id: 'id.quest.b' }])
    expect([await count('merchant_quests'), await count('quest_snapshots')]).toEqual([1, 1])
  })

  it('the newest sample', async () => {
    await post(live, 'population', [sample(noon, 5), sample(noon + 1, 6), sample(noon + 2, 7)])
    await prune({ population: 1 })
    expect((await live.population.newest()).value).toMatchObject({ num_online: 7 })
    expect(await count('population')).toBe(1)
    await post(live, 'population', [sample(now, 8)])
    await prune({ population: 1 })
    expect((await live.population.newest()).value).toMatchObject({ num_online: 8 })
    expect(await count('population')).toBe(1)
  })

  it('the boards', async () => {
    await post(live, 'leaderboards', [entry('Ada', 1, noon), entry('Bo', 2, noon), entry('Ada', 1, now)])
    await prune({ leaderboards: 1 })
    const board = { season: '7', sheet: 'high_roller' }
    const { value } = await live.leaderboards.entries(board, 0, undefined, firstPage)
    expect(value.rows.map(({ character }) => character)).toEqual(['Ada', 'Bo'])
    expect((await live.leaderboards.history(board, 'Ada', undefined)).value).toHaveLength(1)
    expect((await live.leaderboards.history(board, 'Bo', undefined)).value).toHaveLength(0)
  })

  it('the boards, whose captures are pruned in small steps', async () => {
    const board = { season_id: '7', sheet_id: 'high_roller', period_index: 0, character_class: 'bard' }
    const captures = Array.from({ length: 1201 }, (_, nth) => ({
      ...board,
      captured_at: nth,
      first_rank: 1,
      last_rank: 9,
    }))
    await insertRows(db, 'board_captures', captures)
    expect(await live.writer.prune({ leaderboards: 1 }, now)).toBe(true)
    expect(await count('board_captures')).toBe(701)
    expect(await prune({ leaderboards: 1 })).toBe(2)
    expect(await count('board_captures')).toBe(0)
  })
})

describe('messages', () => {
  it('are pruned together with their trigrams', async () => {
    await post(live, 'trades', [trade(1, 'selling a rope'), trade(2, 'buying a rope', { timestamp: iso(now) })])
    await prune({ trades: 1 })
    const part = { column: 'message', operator: 'containing', value: 'rope' } as const
    expect((await live.trades.trades([part], firstPage)).value).toMatchObject({ total: 1, rows: [{ id: 2 }] })
    const found = await dialectOf(db).keysWithPart(messageParts, 'rope').execute(db)
    expect(found.rows).toEqual([{ key: 2 }])
  })
})

it('refused lines are pruned by the retention of their feed and their time of receipt', async () => {
  const refused = Array.from({ length: 700 }, (_, nth) => `{ ${nth}`)
  await postAt(live, 'market', refused, now - 9 * day)
  await postAt(live, 'market', ['{ exactly'], now - 3 * day)
  await postAt(live, 'trades', ['{ other'], now - 9 * day)
  expect(await live.writer.prune({ market: 3 }, now)).toBe(true)
  expect(await count('quarantine')).toBe(202)
  expect(await prune({ market: 3 })).toBe(1)
  expect((await live.writer.quarantined()).map(({ line }) => line.toString())).toEqual(['{ exactly', '{ other'])
  await prune({})
  expect(await count('quarantine')).toBe(2)
})

it('rows that are exactly as old as the retention are kept', async () => {
  await post(live, 'market', [aged(1, 3), aged(2, 3, { created_at: iso(now - 3 * day - 1) })])
  await post(live, 'trades', [trade(1, 'x', { timestamp: iso(now - 3 * day) })])
  await prune({ market: 3, trades: 3 })
  expect([await idsOf(), await count('trades')]).toEqual([[1], 1])
  expect(await getCounter(db, 'pruned_before')).toBe(now - 3 * day)
})
