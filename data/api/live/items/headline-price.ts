// Defines what an item costs, for the API, chat commands and the website.
import type { LiveStore, ObservedValue, PriceBucket } from '../../model/live-store.ts'

const minuteMilliseconds = 60_000
const hourMilliseconds = 60 * minuteMilliseconds

/** Windows in order of preference: the first one with a listing counts. */
const headlineHours = [24, 168] as const

/** The median of unit prices in gold, one per listing, of all listings of the last `hours`. */
interface HeadlinePrice {
  readonly median: number
  readonly listings: number
  readonly hours: (typeof headlineHours)[number]
}

/** The end of the minute of an instant (ms since 1970). Windows end there, so that clients can revalidate answers for a while. */
export const endOfMinute = (at: number): number => (Math.floor(at / minuteMilliseconds) + 1) * minuteMilliseconds

/** Prices of items or archetypes by id: the median of the last 24 hours, else of the last 7 days. Ids without listings are left out. */
export async function headlinePrices(
  itemIds: readonly string[],
  live: LiveStore,
): Promise<ObservedValue<ReadonlyMap<string, HeadlinePrice>>> {
  const to = endOfMinute(live.now())
  const prices = new Map<string, HeadlinePrice>()
  let observedAt: number | null = null
  for (const hours of headlineHours) {
    const missing = itemIds.filter((id) => !prices.has(id))
    if (missing.length === 0) break
    const window = { itemIds: missing, intervalMinutes: hours * 60, from: to - hours * hourMilliseconds, to }
    const seen = await live.market.priceHistories(window)
    observedAt = seen.observedAt
    for (const [at, buckets] of seen.value.entries()) {
      const histogram = buckets.flatMap((bucket) => bucket.histogram).sort(([a], [b]) => a - b)
      const listings = listingsIn(histogram)
      if (listings > 0) prices.set(missing[at] ?? '', { median: medianOf(histogram), listings, hours })
    }
  }
  return { value: prices, observedAt }
}

export const listingsIn = (histogram: PriceBucket['histogram']): number =>
  histogram.reduce((sum, [, count]) => sum + count, 0)

/** Median of unit prices, one per listing. The histogram must be sorted by unit price. */
export function medianOf(histogram: PriceBucket['histogram']): number {
  const listings = listingsIn(histogram)
  return (unitPriceAt(histogram, Math.floor((listings - 1) / 2)) + unitPriceAt(histogram, Math.floor(listings / 2))) / 2
}

/** Unit price of the listing at an index in the order of unit prices. */
function unitPriceAt(histogram: PriceBucket['histogram'], place: number): number {
  let passed = 0
  for (const [unitPrice, listings] of histogram) {
    passed += listings
    if (place < passed) return unitPrice
  }
  return 0
}
