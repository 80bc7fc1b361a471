// Compares the store with threads with the one on the calling thread.
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveIngest } from './intake/live-ingest.ts'
import { ThreadedLiveStore } from './threaded-live-store.ts'
import { Thread, ThreadBusyError } from '../threads/thread.ts'
import {
  batchOf,
  entry,
  firstPage,
  hour,
  listing,
  noon,
  post,
  quest,
  sample,
  stockRow,
  TestLive,
  trade,
} from './test/test-live.ts'

let at: TestLive
let threads: ThreadedLiveStore
beforeEach(async () => {
  at = new TestLive()
  threads = await ThreadedLiveStore.open({ location: await at.store.location(), catalogFile: 'catalog.db' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await threads.close()
  await at.remove()
})

async function script(live: LiveIngest): Promise<unknown[]> {
  const board = { season: '7', sheet: 'high_roller' }
  const window = { itemIds: ['id.item.rope'], intervalMinutes: 7, from: noon - hour, to: noon + hour }
  return [
    await post(live, 'market', [listing(1), listing(2, { price_per_unit: '7' }), '{', listing(2)]),
    await post(live, 'trades', [trade(1, 'rope')]),
    await post(live, 'merchant-stock', [stockRow('cook', 'salt')]),
    await post(live, 'merchant-quests', [quest('cook', 'a')]),
    await post(live, 'population', [sample(noon, 5)]),
    await post(live, 'leaderboards', [entry('Ada', 1, noon)]),
    await live.market.listings([{ column: 'price_per_unit', operator: 'atMost', value: 7 }], firstPage, noon),
    await live.market.listing(1, noon),
    await live.market.priceHistories(window),
    await live.trades.trades([{ column: 'message', operator: 'containing', value: 'OP' }], firstPage),
    await live.merchants.stock(),
    await live.merchants.stockOf('id.item.salt', firstPage),
    await live.merchants.quests(),
    await live.population.newest(),
    await live.population.samples(noon, noon + 1, 5),
    await live.leaderboards.seasons(),
    await live.leaderboards.sheets('7'),
    await live.leaderboards.periods(board),
    await live.leaderboards.entries(board, 0, undefined, firstPage),
    await live.leaderboards.history(board, 'Ada', 'bard'),
    await live.newest(),
  ]
}

it('a store with threads gives the same answers as one without', async () => {
  const here = new TestLive()
  const reported = await script(await here.open())
  await here.remove()
  expect(await script(threads)).toEqual(reported)
  expect(JSON.stringify(reported)).toContain('"total":1')
})

it('its writer ends if the store cannot be opened for reading', async () => {
  const location = { ...(await at.store.location()) }
  const writers: Thread[] = []
  const start = Reflect.get<Thread, 'start'>(Thread.prototype, 'start')
  vi.spyOn(Thread.prototype, 'start').mockImplementation(async function (this: Thread) {
    writers.push(await start.call(this))
    Object.assign(location, { dataDir: join(location.dataDir, 'missing'), database: undefined })
    return this
  })
  const opened = ThreadedLiveStore.open({ location, catalogFile: 'catalog.db', retention: { trades: 1 } })
  await expect(opened).rejects.toThrow('directory does not exist')
  expect(writers.map(({ isRunning }) => isRunning)).toEqual([false])
})

it('batches beyond the maximum that may wait are refused and the others are stored, even while it closes', async () => {
  const taken = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => threads.ingest('market', batchOf([listing(index + 1)]), noon)).concat(
      threads.close().then(() => ({ accepted: 0, duplicates: 0, rejected: [] })),
    ),
  )
  const stored = taken.slice(0, 20).filter(({ status }) => status === 'fulfilled')
  expect(stored).toHaveLength(16)
  expect(taken[19]).toMatchObject({ status: 'rejected', reason: expect.any(ThreadBusyError) as unknown })
  expect(taken[20]).toMatchObject({ status: 'fulfilled' })
  const { value } = await (await at.open()).market.listings([], firstPage, noon)
  expect(value.total).toBe(16)
})
