// The index of the market after loading a snapshot: equal to the one read from the store, or the snapshot is not used.
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Condition } from '../../../api/model/conditions.ts'
import type { LiveOrder } from '../../../api/model/live-store.ts'
import { DatabaseUnavailableError } from '../../dialect/unavailable.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import { batchOf, day, useNewStore, firstPage, iso, noon, type TestLive } from '../test/test-live.ts'
import { setCounter } from '../rows/counters.ts'
import { openLive } from './live-reader.ts'
import { Market } from './market.ts'

let live: InProcessLiveStore
let at: TestLive
useNewStore((opened, store) => {
  live = opened
  at = store
})
let path: string
beforeEach(() => void (path = join(at.store.dataDir, 'market.snapshot')))

const options = (minListings = 1) => ({ path, minListings })

/** Calls `work` with a market that has loaded the snapshot, and with the reason if it could not be used. */
async function withMarket<T>(work: (market: Market, why: string | undefined) => Promise<T>): Promise<T> {
  const db = await openLive(await at.store.location())
  try {
    const market = new Market(db, { snapshot: options() })
    return await work(market, await market.load())
  } finally {
    await db.destroy()
  }
}

async function save(): Promise<void> {
  await withMarket(async (market) => {
    await market.follow()
    await market.save()
  })
}

const listing = (id: number, fields: Record<string, unknown> = {}) => ({
  ...{ id, item_id: `id.item.thing_${id % 5}`, price: (id * 37) % 900, quantity: 1 + (id % 3) },
  ...{ created_at: iso(noon + ((id * 7919) % 1000) * 1000), captured_at: iso(noon + day) },
  ...{ rarity: ['common', 'rare', null][id % 3], seller: id % 4 === 0 ? `seller ${id % 40}` : null },
  ...fields,
})
const store = (ids: readonly number[], fields?: Record<string, unknown>) =>
  live.ingest('market', batchOf(ids.map((id) => listing(id, fields))), noon + 2 * day)
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth)

const conditions: Condition[][] = [
  [],
  [{ column: 'item_id', operator: 'equal', value: 'id.item.thing_3' }],
  [{ column: 'seller', operator: 'equal', value: 'seller 12' }],
  [{ column: 'rarity', operator: 'equal', value: 'rare' }],
  [{ column: 'price', operator: 'atLeast', value: 300 }],
  [
    { column: 'price', operator: 'atMost', value: 500 },
    { column: 'has_sold', operator: 'equal', value: true },
  ],
  [{ column: 'has_expired', operator: 'equal', value: false }],
  [{ column: 'created_at', operator: 'atLeast', value: noon + 400_000 }],
]
const orders: (LiveOrder | undefined)[] = [
  undefined,
  { keys: [{ column: 'price', descending: true }] },
  {
    keys: [
      { column: 'seller', descending: false },
      { column: 'created_at', descending: false },
    ],
  },
  { keys: [{ column: 'captured_at', descending: false }] },
]

/** The pages of lists with each of the conditions in each order. */
async function shown(market: Pick<Market, 'listings'>) {
  const pages = []
  for (const each of conditions)
    for (const order of orders) pages.push(await market.listings(each, { ...firstPage, order }, noon + day))
  return pages
}
const fromStore = () => shown({ listings: async (...args) => (await live.market.listings(...args)).value })

describe('a market with a snapshot', () => {
  it('gives the same lists as one that has read all listings', async () => {
    await store(ids(1, 400))
    await store(ids(50, 90), { has_sold: true, captured_at: iso(noon + day + 1) })
    await save()
    await withMarket(async (market, why) => {
      expect(why).toBeUndefined()
      expect(await shown(market)).toEqual(await fromStore())
    })
  })

  it('applies all changes since the snapshot', async () => {
    const change = fc.record({
      from: fc.integer({ min: 1, max: 60 }),
      count: fc.integer({ min: 1, max: 30 }),
      has_sold: fc.boolean(),
      price: fc.integer({ min: 1, max: 999 }),
      minutes: fc.integer({ min: 0, max: 2000 }),
    })
    let captured = noon + day
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat({ max: 5 }), async (changes, saved) => {
        for (const [nth, { from, count, minutes, ...fields }] of changes.entries()) {
          const instants = { created_at: iso(noon + minutes * 60_000), captured_at: iso((captured += 1000)) }
          await store(ids(from, from + count), { ...fields, ...instants })
          if (nth === saved) await save()
        }
        await withMarket(async (market, why) => {
          expect(why).toBeUndefined()
          expect(await shown(market)).toEqual(await fromStore())
        })
      }),
      { numRuns: 8 },
    )
  })

  it('has the current listings, even if the snapshot was written while they changed', async () => {
    await store(ids(1, 3000))
    await withMarket(async (market) => {
      await market.follow()
      const saving = market.save()
      for (let nth = 0; nth < 5; nth += 1) {
        await store(ids(2900 + nth * 50, 3100 + nth * 50), { captured_at: iso(noon + day + nth + 1), has_sold: true })
        await market.follow()
      }
      await saving
    })
    await withMarket(async (market) => expect(await shown(market)).toEqual(await fromStore()))
  })

  it('does not have listings that retention has deleted meanwhile', async () => {
    await store(ids(1, 100))
    await store(ids(100, 120), { created_at: iso(noon + 2 * day) })
    await save()
    while (await live.writer.prune({ market: 1 }, noon + 3 * day));
    await withMarket(async (market) => {
      expect((await market.listings([], firstPage, 0)).total).toBe(20)
      expect(await shown(market)).toEqual(await fromStore())
    })
  })

  it('does not read listings that are in the snapshot', async () => {
    await store(ids(1, 50))
    await save()
    const db = await at.tables()
    await db.updateTable('listings').set({ rarity: 'epic' }).execute()
    await db.destroy()
    const epic: Condition[] = [{ column: 'rarity', operator: 'equal', value: 'epic' }]
    await withMarket(async (market) => expect((await market.listings(epic, firstPage, 0)).total).toBe(0))
  })

  it('loads the snapshot once the database is available, if it is not at the start', async () => {
    await store(ids(1, 50))
    await save()
    const db = await at.tables()
    await db.updateTable('listings').set({ rarity: 'epic' }).execute()
    const epic: Condition[] = [{ column: 'rarity', operator: 'equal', value: 'epic' }]
    let isAway = true
    const maybeAway: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) =>
        isAway ? Promise.reject(new DatabaseUnavailableError('away')) : Promise.resolve(result),
    }
    const market = new Market(db.withPlugin(maybeAway), { snapshot: options() })
    expect(await market.load()).toBeUndefined()
    await expect(market.listings(epic, firstPage, 0)).rejects.toThrow(DatabaseUnavailableError)
    isAway = false
    expect((await market.listings(epic, firstPage, 0)).total).toBe(0)
    await db.destroy()
  })
})

describe('a snapshot', () => {
  const expectUnused = (reason: RegExp) =>
    withMarket(async (market, why) => {
      expect(why).toMatch(reason)
      expect(await shown(market)).toEqual(await fromStore())
    })
  const bytesOf = () => readFileSync(path)

  beforeEach(async () => {
    await store(ids(1, 200))
    await save()
  })

  it('that does not exist is not an error', async () => {
    path = `${path}.other`
    await withMarket(async (market, why) => {
      expect(why).toBeUndefined()
      expect(await shown(market)).toEqual(await fromStore())
    })
  })

  it('with any flipped bit is not used', async () => {
    const whole = bytesOf()
    for (const place of [
      0,
      100,
      Math.floor(whole.length / 2),
      whole.length - 500,
      whole.length - 36,
      whole.length - 1,
    ]) {
      const bytes = Buffer.from(whole)
      bytes[place] = (bytes[place] ?? 0) ^ 4
      writeFileSync(path, bytes)
      await expectUnused(/damaged|too short|another version/)
    }
  })

  it('that is truncated is not used', async () => {
    const { length } = bytesOf()
    for (const end of [0, 10, 60, length - 1]) {
      truncateSync(path, end)
      await expectUnused(/damaged|too short|another version/)
    }
  })

  it('without listings that retention has yet to delete is used', async () => {
    const db = await at.tables()
    await setCounter(db, 'pruned_before', noon + 500_000)
    await db.destroy()
    await store(ids(200, 260))
    await save()
    await withMarket((_market, why) => Promise.resolve(expect(why).toBeUndefined()))
  })

  it('of another format is not used', async () => {
    writeFileSync(path, Buffer.from(bytesOf().toString('latin1').replace('market index 3', 'market index 0'), 'latin1'))
    await expectUnused(/another version/)
  })

  it('of another database is not used, whether that has more or fewer changes', async () => {
    const db = await at.tables()
    await db.updateTable('listings').set({ price: 5 }).execute()
    await db.destroy()
    await expectUnused(/another database/)
    const fewer = await at.tables()
    await fewer.updateTable('numbers').set({ value: 7 }).where('name', '=', 'change').execute()
    await fewer.destroy()
    await expectUnused(/another database/)
  })

  it('is written again when enough has changed, and only for a large market', async () => {
    const before = bytesOf()
    await save()
    await store([1], { price: 4, captured_at: iso(noon + 2 * day) })
    await save()
    expect(bytesOf().equals(before)).toBe(true)
    await store(ids(200, 260))
    await save()
    expect(bytesOf().equals(before)).toBe(false)
    path = `${path}.other`
    const db = await openLive(await at.store.location())
    const market = new Market(db, { snapshot: options(1000) })
    await market.follow()
    await market.save()
    await db.destroy()
    expect(existsSync(path)).toBe(false)
  })
})
