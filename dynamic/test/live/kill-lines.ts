// For suites: lines of observations that are determined by their ids.
import { noon } from '../fixtures/live-world.ts'

const instant = (id: number) => new Date(noon + id * 1000).toISOString()

/** Returns the line of a feed with this id. */
export function killLine(feed: 'market' | 'trades' | 'merchant-stock', id: number): Record<string, unknown> {
  const item_id = `id.item.killed_${id % 7}`
  if (feed === 'market')
    return { id, item_id, price: 10 + (id % 5), quantity: 1, created_at: instant(id), captured_at: instant(id) }
  if (feed === 'trades')
    return { id, timestamp: instant(id), sender: 'Kill', message: `selling no ${id} of ${item_id}` }
  return { merchant_id: 'id.merchant.killed', captured_at: instant(id), item_id, price: id, stock: 1 }
}
