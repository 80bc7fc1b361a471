import { fewListings } from '../../format/charts/price-series.ts'
import type { ItemPrice } from '../../format/charts/headline-price.ts'
import { maxIds, type Row } from '../../format/api-response.ts'

/** An item whose price of today is not its usual one. */
export interface MarketMover {
  readonly id: string
  readonly price: ItemPrice
  /** By how much today's median differs from the usual one: -0.12 is 12% below. */
  readonly change: number
}

export interface MarketMovers {
  /** Greatest rise first. */
  readonly rising: readonly MarketMover[]
  /** Greatest fall first. */
  readonly falling: readonly MarketMover[]
}

/** Less is the spread of prices. */
export const minChange = 0.03
/** Fewer make no usual price. */
const minDays = 3

/** The items that were listed most often, of the rows of a list of listings: as many as one request for prices may name. */
export function mostListed(rows: readonly Row[]): string[] {
  const counts = new Map<string, number>()
  for (const { item_id: id } of rows) if (typeof id === 'string') counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => id)
    .slice(0, maxIds)
}

/** The usual price is the median of the medians of 7 days. Prices of few listings or days tell nothing. */
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
