import { cachedPerCatalog } from '../../request/cached-per-catalog.ts'
import { paginate } from '../../request/paginate.ts'
import { itemPrices, type ItemPrice } from '../../format/charts/headline-price.ts'
import { chunkIds, pageOf, type ApiClient, type Row } from '../../format/api-response.ts'
import { openListings } from './open-listings.ts'
import { recipeOf } from '../../format/recipe.ts'

/** Number of open listings that are searched for deals at most, newest first. */
export const maxListings = 1000
const listingsPerRequest = 250
const cacheSeconds = 60

/** The data of the page of deals. */
export interface OpenMarket {
  readonly rows: readonly Row[]
  /** Recipes of workshops. */
  readonly services: readonly Row[]
  readonly prices: ReadonlyMap<string, ItemPrice>
  /** Prices that vendors pay, by item id. */
  readonly vendorPrices: ReadonlyMap<string, number>
}

/** An `OpenMarket` without maps, because the cache measures JSON. */
interface CachedMarket extends Pick<OpenMarket, 'rows' | 'services'> {
  readonly prices: readonly ItemPrice[]
  readonly vendorPrices: readonly (readonly [id: string, price: number])[]
}

const cached = cachedPerCatalog<CachedMarket>('open market')

/**
 * Loads the newest open listings that match a query, recipes, and the prices of all of their items. Results are cached for a
 * minute.
 */
export async function loadOpenMarket(
  { fetchApi, pageCache, locale, now }: Pick<App.Locals, 'fetchApi' | 'pageCache' | 'locale' | 'now'>,
  query: Readonly<Record<string, string>>,
): Promise<OpenMarket> {
  const marketQuery = openListings({ ...query, limit: String(listingsPerRequest), locale })
  const key = `${Math.floor(now / (cacheSeconds * 1000))} ${marketQuery}`
  const { rows, services, prices, vendorPrices } = await cached(pageCache, key, () =>
    fetchMarket(fetchApi, marketQuery, locale),
  )
  return {
    rows,
    services,
    prices: new Map(prices.map((price) => [price.item_id, price])),
    vendorPrices: new Map(vendorPrices),
  }
}

async function fetchMarket(fetchApi: ApiClient, query: string, locale: string): Promise<CachedMarket> {
  const rows: Row[] = []
  for await (const row of paginate(fetchApi, '/v2/market', Object.fromEntries(new URLSearchParams(query))))
    if (rows.push(row) >= maxListings) break
  const services: Row[] = []
  for await (const row of paginate(fetchApi, '/v2/workshop_services', { service_type: 'craft', locale }))
    services.push(row)
  const listed = [...new Set(rows.map(({ item_id: id }) => String(id)))]
  const inRecipes = services.map(recipeOf).flatMap(({ materials, output }) => [...materials, ...output])
  const prices = await itemPrices(fetchApi, [...listed, ...inRecipes.map(({ id }) => id)])
  return { rows, services, prices: [...prices.values()], vendorPrices: await vendorPricesOf(fetchApi, listed) }
}

async function vendorPricesOf(fetchApi: ApiClient, ids: readonly string[]): Promise<[string, number][]> {
  const answers = await Promise.all(
    chunkIds(ids).map((part) =>
      fetchApi(`/v2/items?${new URLSearchParams({ ids: part.join(','), fields: 'vendor_price', limit: '250' })}`),
    ),
  )
  const rows = answers.flatMap((answer) => (answer.status === 200 ? pageOf(answer).rows : []))
  return rows.flatMap(({ id, vendor_price: price }) => (typeof price === 'number' ? [[String(id), price]] : []))
}
