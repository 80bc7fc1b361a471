// What an item costs, in the words of every page: the median that the API reports, with the number of listings that it rests on.
import type { ApiClient } from '../ask.ts'
import { sparklinePath } from './sparkline.ts'
import { fewListings } from './price-series.ts'
import { formatNumber } from '../humanize.ts'

/** A row of `/v2/market/prices`. */
export interface ItemPrice {
  readonly item_id: string
  readonly median?: number
  readonly listings: number
  readonly hours?: number
  readonly days: readonly { readonly date: string; readonly median: number; readonly listings: number }[]
}

/** An item's price as pages show it. */
export interface PriceWords {
  /** `550`, in gold. */
  readonly gold: string
  /** `median of 12 listings in 24 h`. */
  readonly basis: string
  /** Too few listings to rely on. */
  readonly isUnsure: boolean
  /** `8% above its 7-day median`; nothing of a single day. */
  readonly trend?: string
  readonly isRising?: boolean
  /** Path of the small line of the days, in a box of 80 by 24. */
  readonly line?: string
}

const maxIds = 100

export const pricesOfTarget = (ids: readonly string[]): string =>
  `/v2/market/prices?${new URLSearchParams({ ids: ids.join(',') })}`

/** The prices of items or archetypes, by id; without those that cannot be had now. */
export async function itemPrices(fetchApi: ApiClient, ids: readonly string[]): Promise<Map<string, ItemPrice>> {
  const distinct = [...new Set(ids)]
  const parts = Array.from({ length: Math.ceil(distinct.length / maxIds) }, (_, at) =>
    distinct.slice(at * maxIds, (at + 1) * maxIds),
  )
  const answers = await Promise.all(parts.map((part) => fetchApi(pricesOfTarget(part))))
  const rows = answers.flatMap(({ status, json }) => (status === 200 ? (json as { body: ItemPrice[] }).body : []))
  return new Map(rows.map((row) => [row.item_id, row]))
}

/** Gold to a tenth, as chat commands say it. */
export const formatGold = (gold: number): string => formatNumber(Math.round(gold * 10) / 10)

/** What rows cost, from the cheapest to the dearest: `120 to 2,400 gold`; nothing where none was listed. */
export function describePrices(prices: ReadonlyMap<string, ItemPrice>, ids: readonly string[]): string | undefined {
  const medians = ids.flatMap((id) => prices.get(id)?.median ?? []).sort((a, b) => a - b)
  const ends = [...new Set([medians.at(0), medians.at(-1)].flatMap((median) => median ?? []).map(formatGold))]
  return ends.length === 0 ? undefined : `${ends.join(' to ')} gold`
}

/** How far a price is from a median: `12% below`, `8% above`, `at`. */
export function formatDistance(price: number, median: number): string {
  const percent = Math.round((price / median - 1) * 100)
  if (percent === 0) return 'at'
  return `${formatNumber(Math.abs(percent))}% ${percent < 0 ? 'below' : 'above'}`
}

/** Nothing where the item was not listed in 7 days. */
export function describePrice({ median, listings, hours, days }: ItemPrice): PriceWords | undefined {
  if (median === undefined) return undefined
  const medians = days.map((day) => day.median)
  const usual = medians.toSorted((a, b) => a - b)[Math.floor((medians.length - 1) / 2)]
  const hasTrend = hours === 24 && usual !== undefined && medians.length > 1
  return {
    gold: formatGold(median),
    basis: `median of ${formatNumber(listings)} ${listings === 1 ? 'listing' : 'listings'} in ${hours === 24 ? '24 h' : '7 days'}`,
    isUnsure: listings < fewListings,
    ...(hasTrend && { trend: `${formatDistance(median, usual)} its 7-day median`, isRising: median > usual }),
    line: sparklinePath(medians),
  }
}
