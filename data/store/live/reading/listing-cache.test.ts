import type { CompiledQuery, Kysely, KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import type { LiveTables } from '../rows/tables.ts'
import { day, useNewStore, firstPage, iso, listing, noon, post, type TestLive } from '../test/test-live.ts'
import { ListingCache } from './listing-cache.ts'
import { openLive } from './live-reader.ts'
import { Market } from './market.ts'

let live: InProcessLiveStore
let db: Kysely<LiveTables>
let at: TestLive
useNewStore((opened, store) => {
  live = opened
  at = store
})
beforeEach(async () => void (db = await openLive(await at.store.location())))
afterEach(() => db.destroy())

const observed = (id: number, price: number) =>
  listing(id, { price, captured_at: iso(noon + price * 1000), price_per_unit: String(price) })

it('lists show the current state of a listing, also if it was cached before', async () => {
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

it('rows that were read before a change became known are not cached', async () => {
  await post(live, 'market', [observed(1, 1)])
  let release: (() => void) | undefined
  const pausing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await new Promise<void>((resolve) => (release = resolve))
      return result
    },
  }
  const isRead = () => expect.poll(() => release).toBeDefined()
  const resume = () => {
    release?.()
    release = undefined
  }
  const cache = new ListingCache(db.withPlugin(pausing))
  const before = cache.byNumber([1], noon)
  await isRead()
  await post(live, 'market', [observed(1, 2)])
  cache.remove([1])
  resume()
  expect(await before).toMatchObject([{ price: 1 }])
  const after = cache.byNumber([1], noon)
  await isRead()
  resume()
  expect(await after).toMatchObject([{ price: 2 }])
})

it('listings that do not exist are left out', async () => {
  await post(live, 'market', [observed(1, 1)])
  expect(await new ListingCache(db).byNumber([1, 2], noon)).toHaveLength(1)
})

it('rows of pages are cached, those of exports are not, and few statements serve lists of any length', async () => {
  const market = Array.from({ length: 600 }, (_, nth) => observed(nth + 1, nth + 1))
  await post(live, 'market', market)
  const statements: string[] = []
  const cache = new ListingCache(
    new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (name !== 'executeQuery') return typeof value === 'function' ? (value.bind(target) as unknown) : value
        return (query: CompiledQuery) => {
          statements.push(query.sql)
          return target.executeQuery(query)
        }
      },
    }),
  )
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth)
  expect(await cache.byNumber(numbers(1, 26), noon)).toHaveLength(25)
  expect(await cache.byNumber(numbers(1, 501), noon)).toHaveLength(500)
  statements.length = 0
  expect(await cache.byNumber(numbers(1, 26), noon)).toHaveLength(25)
  expect(statements).toEqual([])
  for (let length = 2; length <= 250; length += 1)
    expect(await cache.byNumber(numbers(600 - length, 600), noon)).toHaveLength(length)
  for (let length = 251; length <= 500; length += 50)
    expect(await cache.byNumber(numbers(30, 30 + length), noon)).toHaveLength(length)
  expect(new Set(statements).size).toBeLessThanOrEqual(6)
})
