// The one definition of what an item costs: the API, chat commands and the website all show this price.
import type { LiveStore, ObservedValue, PriceBucket } from '../../model/live-store.ts'

const minuteMilliseconds = 60_000
const hourMilliseconds = 60 * minuteMilliseconds

/** The first in which something was listed is reported. */
export const headlineHours = [24, 168] as const

/** The median of unit prices in gold, one per listing, of everything that was listed in the last `hours`. */
export interface HeadlinePrice {
  readonly median: number
  readonly listings: number
  readonly hours: (typeof headlineHours)[number]
}

/** To the minute, so that an answer stays the same for a while and clients can revalidate it. */
export const endOfMinute = (at: number): number => (Math.floor(at / minuteMilliseconds) + 1) * minuteMilliseconds

/** Of an item or an archetype: the median of the last 24 hours, of the last 7 days where nothing was listed since. */
export async function headlinePriceOf(
  itemId: string,
  live: LiveStore,
): Promise<ObservedValue<HeadlinePrice | undefined>> {
  const to = endOfMinute(live.now())
  let observedAt: number | null = null
  for (const hours of headlineHours) {
    const window = { itemId, intervalMinutes: hours * 60, from: to - hours * hourMilliseconds, to }
    const seen = await live.market.priceHistory(window)
    observedAt = seen.observedAt
    const histogram = seen.value.flatMap((bucket) => bucket.histogram).sort(([a], [b]) => a - b)
    const listings = listingsIn(histogram)
    if (listings > 0) return { value: { median: medianOf(histogram), listings, hours }, observedAt }
  }
  return { value: undefined, observedAt }
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
