// The price of an item as all pages show it: the median that the API reports, with the number of listings behind it.
import { chunkIds, type ApiClient } from '../api-response.ts'
import { sparklinePath } from './sparkline.ts'
import { fewListings } from './price-series.ts'
import type { Translate } from '../../messages/translate.ts'

/** A row of `/v2/market/prices`. */
export interface ItemPrice {
  readonly item_id: string
  readonly median?: number
  readonly listings: number
  readonly hours?: number
  readonly days: readonly { readonly date: string; readonly median: number; readonly listings: number }[]
}

/** How a price compares with its 7-day median. */
interface PriceTrend {
  /** `8% above its 7-day median`. */
  readonly words: string
  /** `+8%`. */
  readonly change: string
  readonly sign: string
  /** CSS class of its color. */
  readonly class: string
}

/** An item's price as pages show it. */
interface PriceWords {
  /** `550`, in gold. */
  readonly gold: string
  /** `median of 12 listings in 24 h`. */
  readonly basis: string
  /** True if there are too few listings to rely on the price. */
  readonly isUnsure: boolean
  /** Undefined if there is only one day, or the price is itself that of 7 days. */
  readonly trend?: PriceTrend
  /** Path of the sparkline of the days, in a box of 80 by 24. */
  readonly line?: string
}

const pricesOfTarget = (ids: readonly string[]): string =>
  `/v2/market/prices?${new URLSearchParams({ ids: ids.join(',') })}`

/** Requests the prices of items or archetypes, by id; those for which the API answers with an error are missing. */
export async function itemPrices(fetchApi: ApiClient, ids: readonly string[]): Promise<Map<string, ItemPrice>> {
  const answers = await Promise.all(chunkIds(ids).map((part) => fetchApi(pricesOfTarget(part))))
  const rows = answers.flatMap(({ status, json }) => (status === 200 ? (json as { body: ItemPrice[] }).body : []))
  return new Map(rows.map((row) => [row.item_id, row]))
}

/** The price range of several ids: `120 to 2,400 gold`; undefined if none of them was listed. */
export function describePrices(
  prices: ReadonlyMap<string, ItemPrice>,
  ids: readonly string[],
  t: Translate<'price.gold' | 'price.goldRange'>,
): string | undefined {
  const medians = ids.flatMap((id) => prices.get(id)?.median ?? []).sort((a, b) => a - b)
  const [min, max] = new Set([medians.at(0), medians.at(-1)].flatMap((median) => median ?? []).map(t.gold))
  if (min === undefined) return undefined
  return max === undefined ? t('price.gold', { gold: min }) : t('price.goldRange', { min, max })
}

/** Compares a price with a median, using the messages for below, at and above: `12% below median`. */
export function formatDistance<Key extends string>(
  price: number,
  median: number,
  [below, at, above]: readonly [below: Key, at: Key, above: Key],
  t: Translate<Key>,
): string {
  const hundredths = Math.round((price / median - 1) * 100)
  return t(hundredths < 0 ? below : hundredths > 0 ? above : at, { percent: t.percent(Math.abs(hundredths) / 100) })
}

export const medianMessages = ['price.belowMedian', 'price.atMedian', 'price.aboveMedian'] as const
const ofWeek = ['price.belowWeek', 'price.atWeek', 'price.aboveWeek'] as const
type PriceMessage = (typeof ofWeek)[number] | 'price.basisDay' | 'price.basisWeek'

function trendOf(median: number, usual: number, t: Translate<PriceMessage>): PriceTrend {
  const share = Math.round((median / usual - 1) * 100) / 100
  const words = formatDistance(median, usual, ofWeek, t)
  if (share === 0) return { words, change: t.percent(0), sign: '=', class: 'faint' }
  if (share > 0) return { words, change: `+${t.percent(share)}`, sign: '▲', class: 'good' }
  return { words, change: t.percent(share), sign: '▼', class: 'bad' }
}

/** Puts a price into words; undefined if the item was not listed in the last 7 days. */
export function describePrice(
  { median, listings, hours, days }: ItemPrice,
  t: Translate<PriceMessage>,
): PriceWords | undefined {
  if (median === undefined) return undefined
  const medians = days.map((day) => day.median)
  const usual = medians.toSorted((a, b) => a - b)[Math.floor((medians.length - 1) / 2)]
  const hasTrend = hours === 24 && usual !== undefined && medians.length > 1
  return {
    gold: t.gold(median),
    basis: t(hours === 24 ? 'price.basisDay' : 'price.basisWeek', { count: listings }),
    isUnsure: listings < fewListings,
    ...(hasTrend && { trend: trendOf(median, usual, t) }),
    line: sparklinePath(medians),
  }
}
