import { fewListings } from '../../format/charts/price-series.ts'
import type { ItemPrice } from '../../format/charts/headline-price.ts'
import { maxIds, type Row } from '../../format/api-response.ts'

/** An item whose price today differs from its usual price. */
export interface MarketMover {
  readonly id: string
  readonly price: ItemPrice
  /** Change of today's median from the usual price: -0.12 is 12% below. */
  readonly change: number
}

export interface MarketMovers {
  /** Largest rise first. */
  readonly rising: readonly MarketMover[]
  /** Largest fall first. */
  readonly falling: readonly MarketMover[]
}

/** Smaller changes are within the usual spread of prices. */
export const minChange = 0.03
/** Number of days with a price that a usual price requires. */
const minDays = 3

/** Returns the ids of the most frequent items among listings, as many as one request for prices may contain. */
export function mostListed(rows: readonly Row[]): string[] {
  const counts = new Map<string, number>()
  for (const { item_id: id } of rows) if (typeof id === 'string') counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => id)
    .slice(0, maxIds)
}

/**
 * Finds the items with the largest changes, `count` in each direction. The usual price is the median of the daily medians of
 * the last 7 days. Prices based on few listings or days are ignored.
 */
export function marketMovers(prices: Iterable<ItemPrice>, count: number): MarketMovers {
  const movers = [...prices].flatMap((price): MarketMover[] => {
    const { item_id: id, median, hours, listings, days } = price
    const usual = days.map((day) => day.median).toSorted((a, b) => a - b)[Math.floor((days.length - 1) / 2)]
    if (median === undefined || hours !== 24 || listings < fewListings || days.length < minDays || !usual) return []
    return [{ id, price, change: median / usual - 1 }]
  })
  const sorted = movers.sort((a, b) => b.change - a.change)
  return {
    rising: sorted.filter(({ change }) => change >= minChange).slice(0, count),
    falling: sorted
      .filter(({ change }) => change <= -minChange)
      .toReversed()
      .slice(0, count),
  }
}
