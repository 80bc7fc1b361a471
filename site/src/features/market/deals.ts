import { severalOf } from '../../../../data/api/model/values/list-codecs.ts'
import { rarities } from '../../../../data/api/resources/items/items.ts'
import { fewListings } from '../../format/charts/price-series.ts'
import type { ItemPrice } from '../../format/charts/headline-price.ts'
import type { Row } from '../../format/api-response.ts'
import { recipeOf, type ItemCount } from '../../format/recipe.ts'

/** An open listing whose price is below the median of its item. */
interface Deal {
  readonly row: Row
  /** Distance of its unit price from the median, as a share of the median from 0 to 1. */
  readonly below: number
  /** Gold saved on the whole listing compared with the median. */
  readonly saved: number
}

/** A recipe at current medians, in gold. */
interface CraftMargin {
  readonly service: Row
  readonly cost: number
  readonly value: number
  readonly profit: number
  /** Lowest number of listings on which any of its prices is based. */
  readonly listings: number
}

/** An open listing for which a vendor pays more than it costs. */
interface VendorFlip {
  readonly row: Row
  readonly vendorPrice: number
  readonly profit: number
}

interface DealOrder {
  readonly by: 'distance' | 'gold'
  /** Minimum number of listings on which a median must be based. */
  readonly minListings: number
}

/** Smaller distances are within the usual spread of prices. */
export const minBelow = 0.05
/** Number of recipes and of vendor flips that are shown at most. */
export const maxMargins = 12

/** Parses the order of deals from a query. Invalid values are replaced by the defaults. */
export function parseDealOrder(given: URLSearchParams): DealOrder {
  const listings = Number(given.get('listings') ?? fewListings)
  return {
    by: given.get('order') === 'gold' ? 'gold' : 'distance',
    minListings: Number.isInteger(listings) && listings > 0 ? listings : fewListings,
  }
}

/** Returns the filters of a query as parameters of `/v2/market`. Invalid values are left out. */
export function dealQuery(given: URLSearchParams): { readonly rarity?: string; readonly max_price?: string } {
  const named = severalOf(given.get('rarity') ?? '')
  const rarity = rarities.filter((one) => named.includes(one)).join(',')
  const maxPrice = /^\d{1,9}$/.exec(given.get('max_price')?.trim() ?? '')?.[0]
  return { ...(rarity && { rarity }), ...(maxPrice && { max_price: maxPrice }) }
}

/** Finds deals: listings at least `minBelow` below the median of the last 24 hours, if it is based on enough listings. */
export function dealsOf(
  rows: readonly Row[],
  prices: ReadonlyMap<string, ItemPrice>,
  { by, minListings }: DealOrder,
): Deal[] {
  const deals = rows.flatMap((row): Deal[] => {
    const price = prices.get(String(row.item_id))
    const unitPrice = Number(row.price_per_unit)
    if (price?.median === undefined || price.hours !== 24 || price.listings < minListings) return []
    const below = 1 - unitPrice / price.median
    return below < minBelow ? [] : [{ row, below, saved: (price.median - unitPrice) * Number(row.quantity) }]
  })
  return deals.sort((a, b) => (by === 'gold' ? b.saved - a.saved : b.below - a.below))
}

/** Returns recipes that earn gold, those with the highest profit first. Recipes with an unknown price are left out. */
export function craftMargins(services: readonly Row[], prices: ReadonlyMap<string, ItemPrice>): CraftMargin[] {
  const margins = services.flatMap((service): CraftMargin[] => {
    const { materials, output, gold } = recipeOf(service)
    const parts = [...materials, ...output].map(({ id }) => prices.get(id))
    if (output.length === 0 || parts.some((price) => price?.median === undefined)) return []
    const sum = (of: readonly ItemCount[]) =>
      of.reduce((total, { id, count }) => total + count * (prices.get(id)?.median ?? 0), 0)
    const [cost, value] = [sum(materials) + gold, sum(output)]
    return [
      { service, cost, value, profit: value - cost, listings: Math.min(...parts.map((price) => price?.listings ?? 0)) },
    ]
  })
  return margins.filter(({ profit }) => profit > 0).sort((a, b) => b.profit - a.profit)
}

/** Returns listings that earn gold at a vendor, those with the highest profit first. `vendorPrices` are by item id. */
export function vendorFlips(rows: readonly Row[], vendorPrices: ReadonlyMap<string, number>): VendorFlip[] {
  return rows
    .flatMap((row): VendorFlip[] => {
      const vendorPrice = vendorPrices.get(String(row.item_id)) ?? 0
      const profit = (vendorPrice - Number(row.price_per_unit)) * Number(row.quantity)
      return profit > 0 ? [{ row, vendorPrice, profit }] : []
    })
    .sort((a, b) => b.profit - a.profit)
}
