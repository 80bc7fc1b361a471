import { pageOf, type ApiResponse } from '../../format/api-response.ts'
import { itemPrices } from '../../format/charts/headline-price.ts'
import { localeQuery } from '../../format/language.ts'
import { itemNames, uniqueMatch } from '../../request/item-names.ts'
import { listQuery, targetOf } from '../../request/live-query.ts'
import { dealQuery, dealsOf, parseDealOrder } from '../market/deals.ts'
import { loadOpenMarket } from '../market/load-market.ts'
import { marketState, stateFlags } from '../market/market-states.ts'
import { openListings } from '../market/open-listings.ts'
import { maxFeedListings, type ListingFeed } from './listing-feed.ts'

export type LoadListings = (url: URL, locals: App.Locals) => Promise<ListingFeed | ApiResponse>

const pageAt = (path: string, { search }: URL) => path + search

/** Loads the listings that a query of the market page finds, or returns the problem with which the API answered. */
export const marketListings: LoadListings = async (url, locals) => {
  const { api, fetchApi, locale, origin } = locals
  const given = url.searchParams
  const names = await itemNames(locals)
  const query = listQuery(api, 'market.list', given, ['named', 'state', 'page', ...stateFlags])
  for (const [name, value] of [...marketState(given).query, ...Object.entries(localeQuery(locale))])
    query.set(name, value)
  const named = given.get('named')?.trim() ?? ''
  const found = named === '' ? undefined : uniqueMatch(await names.archetypesNamed(named), named)
  if (found) query.set('archetype', found.id)
  query.set('limit', String(maxFeedListings))
  const answer = await fetchApi(targetOf('/v2/market', query))
  if (answer.status !== 200) return answer
  // If the item in the query no longer exists, its feed must not list all others.
  const rows = named !== '' && !found ? [] : pageOf(answer).rows
  const prices = await itemPrices(
    fetchApi,
    rows.map(({ item_id: id }) => String(id)),
  )
  return { title: 'market', origin, page: pageAt('/market', url), rows, prices, nameOf: (id) => names.of(id).name }
}

/** Loads deals with the filters and the order of the page of deals, or returns the problem with which the API answered. */
export const dealListings: LoadListings = async (url, locals) => {
  const given = url.searchParams
  const query = dealQuery(given)
  const answer = await locals.fetchApi(`/v2/market?${openListings(query)}&limit=1`)
  if (answer.status !== 200) return answer
  const { rows, prices } = await loadOpenMarket(locals, query)
  const names = await itemNames(locals)
  return {
    ...{ title: 'deals', origin: locals.origin, page: pageAt('/deals', url), prices },
    rows: dealsOf(rows, prices, parseDealOrder(given)).map(({ row }) => row),
    nameOf: (id) => names.of(id).name,
  }
}
