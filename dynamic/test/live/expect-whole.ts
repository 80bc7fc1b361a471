// For suites: checks that the live store has every acknowledged line of `kill-lines.ts` exactly once.
import { expect } from 'vitest'
import type { StoreLocation } from '../../../data/store/dialect/open-store.ts'
import { LiveReader, openLive } from '../../../data/store/live/reading/live-reader.ts'

/**
 * Checks that each feed has every id from 1 to `acknowledged` exactly once. Lines that were not acknowledged may be
 * there too.
 */
export async function expectWhole(location: StoreLocation, acknowledged: number): Promise<void> {
  const reader = new LiveReader(await openLive(location))
  try {
    const slice = { offset: 0, limit: acknowledged + 1000 }
    const listings = await reader.market.listings([], slice, 0)
    const trades = await reader.trades.trades([], slice)
    for (const { value } of [listings, trades]) {
      const ids = value.rows.map(({ id }) => Number(id))
      const distinct = new Set(ids)
      expect(distinct.size).toBe(ids.length)
      expect(value.total).toBe(ids.length)
      for (let id = 1; id <= acknowledged; id += 1) if (!distinct.has(id)) throw new Error(`${id} is lost`)
    }
    let stocked = 0
    let rolledUp = 0
    for (let nth = 0; nth < 7; nth += 1) {
      const itemId = `id.item.killed_${nth}`
      stocked += (await reader.merchants.stockOf(itemId, { offset: 0, limit: 1 })).value.total
      const window = { itemIds: [itemId], intervalMinutes: 524_160, from: 0, to: Date.parse('2100-01-01') }
      const { value } = await reader.market.priceHistories(window)
      rolledUp += value
        .flat()
        .flatMap(({ histogram }) => histogram)
        .reduce((sum, [, count]) => sum + count, 0)
    }
    expect(stocked).toBeGreaterThanOrEqual(acknowledged)
    expect(rolledUp).toBe(listings.value.total)
    if (acknowledged === 0) return
    const found = await reader.trades.trades(
      [{ column: 'message', operator: 'containing', value: `NO ${acknowledged} OF` }],
      slice,
    )
    expect(found.value.rows).toHaveLength(1)
  } finally {
    await reader.close()
  }
}
