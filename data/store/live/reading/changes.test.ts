import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { isPostgres } from '../../test/test-store.ts'
import { changeFeeds, type ChangeFeed } from '../../../api/model/feeds/feed-names.ts'
import type { ChangedRow } from '../../../api/model/live-store.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import { useNewStore, iso, listing, noon, post, quest, sample, stockRow, TestLive, trade } from '../test/test-live.ts'

let live: InProcessLiveStore
useNewStore((opened) => (live = opened))

/** Reads all changes after a number. */
async function follow(
  feeds: readonly ChangeFeed[],
  from = 0,
  limit = 1000,
): Promise<{ rows: ChangedRow[]; at: number }> {
  const rows: ChangedRow[] = []
  for (let after = from; ;) {
    const page = await live.changes.ofFeeds(feeds, { after, limit, now: noon })
    rows.push(...page.rows)
    after = page.next
    if (page.isLast) return { rows, at: after }
  }
}
const ids = (rows: readonly ChangedRow[]) => rows.map(({ row }) => row.id)

describe('changes of the market', () => {
  beforeEach(() => post(live, 'market', [listing(1), listing(2), listing(3)]))

  it('are in the order of the last change of each listing', async () => {
    await post(live, 'market', [listing(1, { price: 7, captured_at: iso(noon + 1000) })])
    const { rows } = await follow(['market'])
    expect(ids(rows)).toEqual([2, 3, 1])
    expect(rows.at(-1)?.row).toMatchObject({ id: 1, price: 7 })
    expect(rows.at(-1)?.row).not.toHaveProperty('change')
  })

  it('are read page by page, each only once', async () => {
    const { rows, at } = await follow(['market'], 0, 2)
    expect(ids(rows)).toEqual([1, 2, 3])
    expect((await follow(['market'], at)).rows).toEqual([])
  })

  it('are not made by duplicates', async () => {
    const { at } = await follow(['market'])
    await post(live, 'market', [listing(2)])
    expect((await follow(['market'], at)).rows).toEqual([])
  })

  it('continue from the newest number for a reader that is ahead of it', async () => {
    const { rows, at } = await follow(['market'], 1_000_000)
    expect(rows).toEqual([])
    expect(at).toBe((await follow(['market'])).at)
  })
})

describe('changes of all feeds', () => {
  const tellAll = async () => {
    await post(live, 'trades', [trade(1, 'one'), trade(2, 'two')])
    await post(live, 'market', [listing(1)])
    await post(live, 'merchant-stock', [stockRow('ferrymaster', 'rope'), stockRow('ferrymaster', 'oil')])
    await post(live, 'merchant-quests', [quest('ferrymaster', 'fetch')])
    await post(live, 'population', [sample(noon, 5)])
  }

  it('have a common order', async () => {
    await tellAll()
    await post(live, 'trades', [trade(3, 'three')])
    const { rows } = await follow(changeFeeds)
    const feeds = [
      'trades',
      'trades',
      'market',
      'merchant-stock',
      'merchant-stock',
      'merchant-quests',
      'population',
      'trades',
    ]
    expect(rows.map(({ feed }) => feed)).toEqual(feeds)
    const numbers = rows.map(({ change }) => change)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(numbers.at(-1)).toBe(await live.changes.newest())
  })

  it('are made again only for listings that differ', async () => {
    await tellAll()
    const { at } = await follow(changeFeeds)
    await tellAll()
    expect((await follow(changeFeeds, at)).rows).toEqual([])
    await post(live, 'merchant-stock', [stockRow('ferrymaster', 'rope', { stock: 2 })])
    await post(live, 'population', [sample(noon, 6)])
    await post(live, 'market', [listing(1, { price: 80, captured_at: iso(noon + 1) })])
    expect((await follow(changeFeeds, at)).rows.map(({ feed, row }) => [feed, row.price])).toEqual([['market', 80]])
  })
})

it('a follower has the current state of every row, whatever is written in between', async () => {
  const step = fc.record({
    ids: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
    reads: fc.nat({ max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
      const at = new TestLive()
      const own = await at.open()
      try {
        const copy = new Map<unknown, unknown>()
        let [after, price] = [0, 0]
        const read = async () => {
          const page = await own.changes.ofFeeds(['market'], { after, limit, now: noon })
          for (const { row, change } of page.rows) {
            expect(change).toBeGreaterThan(after)
            copy.set(row.id, row)
          }
          after = page.next
          return page.isLast
        }
        for (const { ids: told, reads } of steps) {
          price += 1
          await post(
            own,
            'market',
            told.map((id) => listing(id, { price, captured_at: iso(noon + price) })),
          )
          for (let nth = 0; nth < reads; nth += 1) await read()
        }
        while (!(await read()));
        const { value } = await own.market.listings([], { offset: 0, limit: 100 }, noon)
        expect(new Map([...copy].sort())).toEqual(new Map(value.rows.map((row) => [row.id, row] as const).sort()))
      } finally {
        await at.remove()
      }
    }),
    { numRuns: isPostgres ? 5 : 25 },
  )
})

it('rows that were stored without change numbers get them, oldest first', async () => {
  const at = new TestLive()
  await (await at.open()).close()
  const old = (statement: string) => at.store.query('live', statement)
  await old(`delete from ${at.store.migrationTable('live')} where name >= '0002-change-numbers'`)
  await old('drop index quarantine_by_age')
  for (const table of ['trades', 'merchant_stock', 'merchant_quests', 'population']) {
    await old(`drop index ${table}_by_change`)
    await old(`alter table ${table} drop column change`)
  }
  await old(`insert into trades values (2, ${noon + 1}, null, null, null, null, 'two', 'two', '[]', null),
    (1, ${noon}, null, null, null, null, 'one', 'one', '[]', null)`)
  await old(`insert into population values (${noon}, 1, 1, 0)`)
  await old(`update numbers set value = 40 where name = 'change'`)
  live = await at.open()
  const { rows, at: newest } = await follow(changeFeeds)
  expect(rows.map(({ feed, change, row }) => [feed, change, row.id])).toEqual([
    ['trades', 41, 1],
    ['trades', 42, 2],
    ['population', 43, undefined],
  ])
  expect(newest).toBe(43)
  await at.remove()
})
