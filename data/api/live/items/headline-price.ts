// The one definition of what an item costs: the API, chat commands and the website all show this price.
import type { LiveStore, ObservedValue, PriceBucket } from '../../model/live-store.ts'

const minuteMilliseconds = 60_000
const hourMilliseconds = 60 * minuteMilliseconds

/** Windows in order of preference: the first with a listing is reported. */
const headlineHours = [24, 168] as const

/** The median of unit prices in gold, one per listing, of everything that was listed in the last `hours`. */
interface HeadlinePrice {
  readonly median: number
  readonly listings: number
  readonly hours: (typeof headlineHours)[number]
}

/** To the minute, so that an answer stays the same for a while and clients can revalidate it. */
export const endOfMinute = (at: number): number => (Math.floor(at / minuteMilliseconds) + 1) * minuteMilliseconds

/** Of items or archetypes: the median of the last 24 hours, else of the last 7 days; ids without any listing are left out. */
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

/** Of unit prices, one per listing; `histogram` is in the order of unit prices. */
export function medianOf(histogram: PriceBucket['histogram']): number {
  const listings = listingsIn(histogram)
  return (unitPriceAt(histogram, Math.floor((listings - 1) / 2)) + unitPriceAt(histogram, Math.floor(listings / 2))) / 2
}

/** Unit price of the listing at a place in the order of unit prices, from 0. */
function unitPriceAt(histogram: PriceBucket['histogram'], place: number): number {
  let passed = 0
  for (const [unitPrice, listings] of histogram) {
    passed += listings
    if (place < passed) return unitPrice
  }
  return 0
}
