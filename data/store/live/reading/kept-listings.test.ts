import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import type { LiveTables } from '../rows/tables.ts'
import { day, eachWithItsOwn, firstPage, iso, listing, noon, post, type TestLive } from '../test/test-live.ts'
import { KeptListings } from './kept-listings.ts'
import { openLive } from './live-reader.ts'
import { Market } from './market.ts'

let live: InProcessLiveStore
let db: Kysely<LiveTables>
let at: TestLive
eachWithItsOwn((opened, store) => {
  live = opened
  at = store
})
beforeEach(async () => void (db = await openLive(await at.store.location())))
afterEach(() => db.destroy())

const observed = (id: number, price: number) =>
  listing(id, { price, captured_at: iso(noon + price * 1000), price_per_unit: String(price) })

it('a listing is shown as it is now, however often it was shown before', async () => {
  const market = new Market(db)
  for (const price of [1, 2, 3]) {
    await post(live, 'market', [observed(1, price), observed(2, 5)])
    for (let nth = 0; nth < 2; nth += 1) {
      const { rows } = await market.listings([], firstPage, noon + day)
      expect(rows.map((row) => [row.id, row.price])).toEqual([
        [2, 5],
        [1, price],
      ])
    }
  }
})

it('what was read before a change that became known meanwhile is not kept', async () => {
  await post(live, 'market', [observed(1, 1)])
  let release: () => void = () => undefined
  const held: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await new Promise<void>((resolve) => (release = resolve))
      return result
    },
  }
  const kept = new KeptListings(db.withPlugin(held))
  const before = kept.byNumber([1], noon)
  await delay(1)
  await post(live, 'market', [observed(1, 2)])
  kept.forget([1])
  release()
  expect(await before).toMatchObject([{ price: 1 }])
  const after = kept.byNumber([1], noon)
  await delay(1)
  release()
  expect(await after).toMatchObject([{ price: 2 }])
})

it('one that is gone is left out', async () => {
  await post(live, 'market', [observed(1, 1)])
  expect(await new KeptListings(db).byNumber([1, 2], noon)).toHaveLength(1)
})
