import { expect, it } from 'vitest'
import type { LiveStore, PriceBucket, PricesWindow } from '../../model/live-store.ts'
import { readUrl, testStore } from '../../test/test-store.ts'
import { headlinePrices } from './headline-price.ts'
import { itemPrices } from './item-prices.ts'

const now = Date.parse('2026-03-04T12:00:30Z')
const dayMs = 86_400_000
const blade = 'id.item.gloam_blade_5001'
const store = testStore()

/** A market on which the blade was listed at 10, 20 and 60 today, and at 90 two days ago. */
function market(listedToday = true): LiveStore {
  const earlier: PriceBucket = { start: Date.parse('2026-03-02T00:00:00Z'), histogram: [[90, 1, 1]] }
  const today: PriceBucket = {
    start: Date.parse('2026-03-04T00:00:00Z'),
    histogram: [
      [10, 1, 5],
      [20, 1, 1],
      [60, 1, 1],
    ],
  }
  const buckets = listedToday ? [earlier, today] : [earlier]
  const reads: Partial<LiveStore['market']> = {
    priceHistories: ({ itemIds, from }: PricesWindow) =>
      Promise.resolve({
        value: itemIds.map((id) => (id === blade ? buckets.filter(({ start }) => start + dayMs > from) : [])),
        observedAt: now,
      }),
  }
  return { market: reads, now: () => now } as LiveStore
}

async function pricesOf(ids: string, live = market()): Promise<unknown> {
  const request = readUrl(`/v2/market/prices?ids=${ids}`, store)
  const { body } = await itemPrices.answer(request, live, store)
  return (JSON.parse(body) as { body: unknown }).body
}

it('the price is the median of the last 24 hours, or of 7 days if nothing was listed in 24 hours', async () => {
  const headlineOf = async (id: string, live: LiveStore) => (await headlinePrices([id], live)).value.get(id)
  expect(await headlineOf(blade, market())).toEqual({ median: 20, listings: 3, hours: 24 })
  expect(await headlineOf(blade, market(false))).toEqual({ median: 90, listings: 1, hours: 168 })
  expect(await headlineOf('id.item.nobody_1001', market())).toBeUndefined()
})

it('prices are in the order of the ids, with the medians of the last days', async () => {
  expect(await pricesOf(`id.item.mossbread_1001,${blade}`)).toEqual([
    { item_id: 'id.item.mossbread_1001', listings: 0, days: [] },
    {
      item_id: blade,
      ...{ median: 20, listings: 3, hours: 24 },
      days: [
        { date: '2026-03-02', median: 90, listings: 1 },
        { date: '2026-03-04', median: 20, listings: 3 },
      ],
    },
  ])
})
