// Lines about rows that retention has deleted are duplicates, so that deleted rows do not return.
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Feed } from '../../../api/model/feeds/feeds.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import type { LiveTables } from '../rows/tables.ts'
import { day, entry, firstPage, hour, iso, listing, noon, post, quest, sample } from '../test/test-live.ts'
import { stockRow, TestLive, trade, type Fields } from '../test/test-live.ts'

let at: TestLive
let live: InProcessLiveStore
let db: Kysely<LiveTables>
beforeEach(async () => {
  at = new TestLive()
  live = await at.open()
  db = await at.tables('read')
})
afterEach(async () => {
  await db.destroy()
  await at.remove()
})

const now = noon + 10 * day
const send = (feed: Feed, lines: readonly Fields[]) => post(live, feed, lines, now)
async function prune(feed: Feed): Promise<void> {
  while (await live.writer.prune({ [feed]: 3 }, now));
}
const duplicates = (count: number) => ({ accepted: 0, duplicates: count, rejected: [] })
const board = async () => {
  const { value } = await live.leaderboards.entries({ season: '7', sheet: 'high_roller' }, 0, undefined, firstPage)
  return value.rows.map(({ rank, character }) => `${String(rank)} ${String(character)}`)
}

describe('pruned lines that are sent again are duplicates and change nothing:', () => {
  const captured = (days: number) => ({ captured_at: iso(now - days * day) })
  const tables = {
    market: ['listings'],
    trades: ['trades'],
    'merchant-stock': ['merchant_stock', 'stock_snapshots'],
    'merchant-quests': ['merchant_quests', 'quest_snapshots'],
    population: ['population'],
    leaderboards: ['entries', 'entry_history', 'board_captures'],
  } as const satisfies Record<Feed, readonly (keyof LiveTables)[]>
  const lines: Record<Feed, (days: number) => Fields[]> = {
    market: (days) => [listing(days, { ...captured(days), created_at: iso(now - days * day) })],
    trades: (days) => [trade(days, 'rope', { timestamp: iso(now - days * day) })],
    'merchant-stock': (days) => [
      stockRow('cook', 'salt', captured(days)),
      { merchant_id: 'id.merchant.smith', stock: [], ...captured(days) },
    ],
    'merchant-quests': (days) => [quest('cook', 'salt', captured(days))],
    population: (days) => [sample(now - days * day, days)],
    leaderboards: (days) => [entry('Ada', 1, now - days * day), entry(`Day ${days}`, 2, now - days * day)],
  }

  it.each(Object.entries(lines) as [Feed, (days: number) => Fields[]][])('of the feed %s', async (feed, linesOf) => {
    const rows = () => Promise.all(tables[feed].map((table) => db.selectFrom(table).selectAll().execute()))
    const old = [...linesOf(9), ...linesOf(8)]
    await send(feed, old)
    await send(feed, linesOf(1))
    await prune(feed)
    const [left, newest] = [await rows(), await live.changes.newest()]
    expect(await send(feed, old)).toEqual(duplicates(old.length))
    expect([await rows(), await live.changes.newest()]).toEqual([left, newest])
  })
})

describe('a board', () => {
  it('does not get back characters that were displaced', async () => {
    const first = [entry('Ada', 1, noon), entry('Bo', 2, noon)]
    await send('leaderboards', first)
    await send('leaderboards', [entry('Ada', 1, noon + hour), entry('Cy', 2, noon + hour)])
    await prune('leaderboards')
    expect(await send('leaderboards', first)).toEqual(duplicates(2))
    expect(await board()).toEqual(['1 Ada', '2 Cy'])
  })

  it('whose newest capture was pruned has no history again when that is sent again', async () => {
    const only = [entry('Ada', 1, noon), entry('Bo', 2, noon)]
    await send('leaderboards', only)
    await prune('leaderboards')
    expect(await send('leaderboards', only)).toEqual(duplicates(2))
    expect(await board()).toEqual(['1 Ada', '2 Bo'])
    expect((await live.leaderboards.history({ season: '7', sheet: 'high_roller' }, 'Ada', undefined)).value).toEqual([])
  })
})

describe('lines that are older than the retention are stored', () => {
  const pruneSomething = async (feed: Feed, lines: readonly Fields[]) => {
    await send(feed, lines)
    await prune(feed)
  }

  it('if they are the first ones of a board, in however many batches', async () => {
    await pruneSomething('leaderboards', [entry('Ada', 1, noon), entry('Ada', 1, now)])
    const past = (character: string, rank: number) => entry(character, rank, noon, { season_id: 6 })
    for (const line of [past('Bo', 1), past('Cy', 2)])
      expect(await send('leaderboards', [line])).toMatchObject({ accepted: 1 })
    const { value } = await live.leaderboards.entries({ season: '6', sheet: 'high_roller' }, 0, undefined, firstPage)
    expect(value.rows).toHaveLength(2)
  })

  it('if they are of the latest snapshot of a merchant', async () => {
    const rows = [stockRow('cook', 'salt'), stockRow('cook', 'salt', { captured_at: iso(noon + hour) })]
    await pruneSomething('merchant-stock', rows)
    const late = [stockRow('cook', 'oil', { captured_at: iso(noon + hour) }), stockRow('smith', 'oil')]
    expect(await send('merchant-stock', late)).toMatchObject({ accepted: 2 })
  })

  it('if they are about a listing that is stored', async () => {
    const old = listing(1, { created_at: iso(noon) })
    await pruneSomething('market', [old, listing(2, { created_at: iso(now) })])
    const corrected = listing(2, { created_at: iso(noon), captured_at: iso(now) })
    expect(await send('market', [corrected, old])).toMatchObject({ accepted: 1, duplicates: 1 })
  })

  it('if they are about a season', async () => {
    await pruneSomething('leaderboards', [entry('Ada', 1, noon), entry('Ada', 1, now)])
    const season = { season: { id: 5, captured_at: iso(noon) } }
    expect(await send('leaderboards', [season])).toMatchObject({ accepted: 1 })
  })
})
