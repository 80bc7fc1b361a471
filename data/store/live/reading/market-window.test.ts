// A market whose index has only some listings gives the same lists as one with all of them in memory.
import { join } from 'node:path'
import fc from 'fast-check'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Condition } from '../../../api/model/conditions.ts'
import {
  maxCountedRows,
  type CountedRows,
  type LiveOrder,
  type LiveRow,
  type Slice,
} from '../../../api/model/live-store.ts'
import { TooFarError, TooSlowError } from '../../dialect/unavailable.ts'
import { oldestOfNewest } from '../feeds/listing-queries.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import type { LiveTables } from '../rows/tables.ts'
import { batchOf, day, useNewStore, firstPage, iso, minute, noon, type TestLive } from '../test/test-live.ts'
import { openLive } from './live-reader.ts'
import { MarketIndex } from './market-index/market-index.ts'
import { Market } from './market.ts'
import { selectBeyondWindow } from './older-listings.ts'

const indexedListings = 40
const captured = noon + 9 * day

let live: InProcessLiveStore
let at: TestLive
let db: Kysely<LiveTables>
let market: Market
useNewStore((opened, store) => {
  live = opened
  at = store
})
beforeEach(async () => {
  db = await openLive(await at.store.location())
  market = new Market(db, { indexedListings })
})
afterEach(() => db.destroy())

const words = ['common', 'rare', 'épic', '😀', null]
const listing = (id: number, fields: Record<string, unknown> = {}) => ({
  ...{ id, item_id: `id.item.thing_${id % 5}`, archetype: id % 2 ? 'id.item.thing' : null, price: (id * 37) % 90 },
  ...{ price_per_unit: ['0.5', '1', '1.50', '20'][id % 4], quantity: 1 + (id % 3), rarity: words[id % 5] },
  ...{ created_at: iso(noon + id * minute), captured_at: iso(noon), seller: id % 4 === 0 ? `seller ${id % 12}` : null },
  ...{ has_sold: id % 3 === 0, has_cancelled: id % 7 === 0, expires_at: id % 10 === 0 ? null : iso(noon + day) },
  ...fields,
})
const store = (listings: readonly unknown[]) =>
  live.ingest('market', batchOf(listings as Record<string, unknown>[]), captured)
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth)

const small = (max: number, min = 0) => fc.integer({ min, max })
const flag = (column: string) => fc.boolean().map((value): Condition => ({ column, operator: 'equal', value }))
const bound = (column: string, value: fc.Arbitrary<number>) =>
  fc
    .tuple(fc.constantFrom('atLeast', 'atMost'), value)
    .map(([operator, one]): Condition => ({ column, operator, value: one }))
const instant = small(320).map((minutes) => noon + minutes * minute)
const conditions = fc.oneof(
  fc.constantFrom('common', 'épic', '😀').map((value): Condition => ({ column: 'rarity', operator: 'equal', value })),
  fc
    .subarray(['common', 'rare', 'épic', '😀', 'unheard'], { minLength: 1 })
    .map((value): Condition => ({ column: 'rarity', operator: 'oneOf', value })),
  small(6).map((nth): Condition => ({ column: 'item_id', operator: 'equal', value: `id.item.thing_${nth}` })),
  fc.constant<Condition>({ column: 'seller', operator: 'equal', value: 'seller 8' }),
  bound('price', small(90)),
  bound('price_per_unit', fc.constantFrom(0.5, 1.5, 1.49, 30)),
  bound('quantity', small(4)),
  instant.map((value): Condition => ({ column: 'created_at', operator: 'atLeast', value })),
  instant.map((value): Condition => ({ column: 'created_at', operator: 'below', value })),
  ...['has_sold', 'has_expired', 'has_cancelled'].map(flag),
)
const isOpen = ['has_sold', 'has_expired', 'has_cancelled'].map((column): Condition => ({
  column,
  operator: 'equal',
  value: false,
}))
const queries = fc.oneof(
  { weight: 5, arbitrary: fc.array(conditions, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant(isOpen) },
)
const columns = [
  ...['rarity', 'item_id', 'seller', 'item', 'price', 'price_per_unit', 'quantity', 'created_at', 'expires_at'],
  ...['captured_at', 'has_sold', 'has_expired', 'cursor', 'id', 'captured_patch_id'],
]
const order = fc
  .uniqueArray(fc.record({ column: fc.constantFrom(...columns), descending: fc.boolean() }), {
    ...{ minLength: 1, maxLength: 2, selector: ({ column }) => column },
  })
  .map((keys): LiveOrder => ({
    keys: keys.map((key) => ({ ...key, ...(key.column === 'rarity' && { ranked: ['rare', 'common'] }) })),
  }))
const slices = fc
  .record({
    offset: fc.oneof(fc.constant(0), small(120)),
    limit: small(60),
    older: fc.option(fc.record({ at: instant, id: small(320) }), { nil: undefined }),
    order: fc.option(order, { nil: undefined }),
  })
  .map(({ older, order: by, ...slice }): Slice => ({
    ...slice,
    ...(by ? { order: by } : older && { olderThan: older }),
  }))

const now = noon + day + minute
const asAll = async (some: readonly Condition[], slice: Slice) => (await live.market.listings(some, slice, now)).value

/** Compares a page, and the page after its last row, with those of a market with all listings. */
async function expectSame(some: readonly Condition[], slice: Slice): Promise<void> {
  const page = await asAll(some, slice)
  expect(await market.listings(some, slice, now)).toEqual(page)
  const next = after(page, slice)
  if (next) expect(await market.listings(some, next, now)).toEqual(await asAll(some, next))
}

function after({ rows, hasMore }: CountedRows<LiveRow>, { order: by, limit }: Slice): Slice | undefined {
  const last = rows.at(-1)
  if (!hasMore || !last || !by) return undefined
  const values = by.keys.map(({ column }) => (last[column] ?? null) as string | number | boolean | null)
  return { offset: 0, limit, order: { ...by, after: { id: Number(last.id), values } } }
}

/** Number of queries that following changes takes. */
const queriesOfTurn = 2

class CountedQueries implements KyselyPlugin {
  count = 0
  readonly transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node
  readonly transformResult: KyselyPlugin['transformResult'] = ({ result }) => {
    this.count += 1
    return Promise.resolve(result)
  }
}

describe('a market with a window', () => {
  it('gives the same lists as a market with all listings, for any conditions and orders', async () => {
    await store(ids(1, 150).map((id) => listing(id)))
    await market.follow()
    await store(ids(150, 301).map((id) => listing(id)))
    await store(ids(10, 60).map((id) => listing(id, { has_sold: id % 2 === 0, captured_at: iso(noon + 1) })))
    await fc.assert(fc.asyncProperty(queries, slices, expectSame), { numRuns: 150 })
  })

  it('follows changes of listings that have left it and of open ones that have not', async () => {
    const change = fc.record({
      from: small(200, 1),
      count: small(30, 1),
      has_sold: fc.boolean(),
      has_cancelled: fc.boolean(),
      minutes: fc.option(small(400), { nil: undefined }),
      days: small(3),
    })
    let clock = noon
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 8 }),
        queries,
        slices,
        async (changes, some, slice) => {
          for (const { from, count, minutes, days, ...flags } of changes) {
            const instants = {
              ...{ captured_at: iso((clock += 1000)), expires_at: iso(Date.now() + (days - 1) * day) },
              ...(minutes !== undefined && { created_at: iso(noon + minutes * minute) }),
            }
            await store(ids(from, from + count).map((id) => listing(id, { ...flags, ...instants })))
            await market.follow()
          }
          await expectSame(some, slice)
          await expectSame(isOpen, firstPage)
        },
      ),
      { numRuns: 12 },
    )
  })

  it('does not repeat listings that leave the index while older ones are read', async () => {
    await store(ids(1, 201).map((id) => listing(id)))
    const slice: Slice = { ...firstPage, order: { keys: [{ column: 'price', descending: true }] } }
    const page = await asAll([], slice)
    const index = new MarketIndex(indexedListings)
    index.begin({ from: noon + 100 * minute, closedBy: now }, 100)
    index.upsert(await db.selectFrom('listings').selectAll().orderBy('change').execute(), now)
    const selected = selectBeyondWindow({ db, index, prunedBefore: 0, readMilliseconds: 5000 }, [], slice, now)
    const eviction = index.eviction(now)
    expect(eviction?.from).toBe(noon + 161 * minute)
    if (eviction) index.evict(eviction, [])
    const { numbers, total } = await selected
    expect([total, numbers]).toEqual([page.total, page.rows.map(({ cursor }) => cursor)])
  })

  it('refuses lists that take too long to read, unless conditions limit their time', async () => {
    await store(ids(1, 200).map((id) => listing(id)))
    const impatient = new Market(db, { indexedListings, readMilliseconds: -1 })
    await expect(impatient.listings([], firstPage, now)).rejects.toBeInstanceOf(TooSlowError)
    const recent: Condition = { column: 'created_at', operator: 'atLeast', value: noon + 150 * minute }
    const gone: Condition = { column: 'created_at', operator: 'below', value: noon + 150 * minute }
    expect(await impatient.listings([recent, gone], firstPage, now)).toMatchObject({ total: 0 })
    await expectSame([recent, gone], firstPage)
  })

  const byPrice: LiveOrder = { keys: [{ column: 'price', descending: false }] }

  it('refuses a page of a sorted list that ends after the rows that are counted', async () => {
    await store(ids(1, 200).map((id) => listing(id)))
    await expectSame([], { offset: maxCountedRows - 10, limit: 10, order: byPrice })
    const far = market.listings([], { offset: maxCountedRows - 9, limit: 10, order: byPrice }, now)
    await expect(far).rejects.toThrow(/after_row/)
    await expect(far).rejects.toBeInstanceOf(TooFarError)
  })

  it('limits the time for reading sorted listings of its index', async () => {
    await store(ids(1, 200).map((id) => listing(id)))
    const queries = new CountedQueries()
    const impatient = new Market(db.withPlugin(queries), { indexedListings, readMilliseconds: -1 })
    await impatient.follow()
    queries.count = 0
    const sorted = impatient.listings([], { ...firstPage, order: byPrice }, now)
    await expect(sorted).rejects.toBeInstanceOf(TooSlowError)
    expect(queries.count).toBe(queriesOfTurn)
  })

  it('does not have listings that retention has deleted', async () => {
    await store(ids(1, 200).map((id) => listing(id)))
    await market.follow()
    while (await live.writer.prune({ market: 1 }, noon + day + 100 * minute));
    await expectSame([], firstPage)
    expect((await market.listings([], firstPage, now)).total).toBe(100)
  })

  it('begins at the numbers of most of its listings, even if its oldest one came in late', async () => {
    await store([...ids(1, 161), ...ids(162, 201)].map((id) => listing(id)))
    await store([listing(161)])
    const oldest = await oldestOfNewest(db, indexedListings)
    expect(oldest?.created_at).toBe(noon + 161 * minute)
    expect(oldest?.number).toBeLessThan(165)
    expect(await oldestOfNewest(db, 201)).toBeUndefined()
    expect((await oldestOfNewest(db, 200))?.created_at).toBe(noon + minute)
  })

  it('is restored from a snapshot with the same window, which must not be narrower than required', async () => {
    await store(ids(1, 300).map((id) => listing(id)))
    const snapshot = { path: join(at.store.dataDir, 'market.snapshot'), minListings: 1 }
    const first = new Market(db, { indexedListings, snapshot })
    await first.follow()
    await first.save()
    market = new Market(db, { indexedListings, snapshot })
    expect(await market.load()).toBeUndefined()
    await store(ids(290, 340).map((id) => listing(id, { captured_at: iso(noon + 1) })))
    await fc.assert(fc.asyncProperty(queries, slices, expectSame), { numRuns: 20 })
    const wider = new Market(db, { indexedListings: 2 * indexedListings, snapshot })
    expect(await wider.load()).toContain('fewer listings')
  })
})
