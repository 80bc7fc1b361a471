import type { Translate } from '../../messages/translate.ts'

/** Orders of the market's list to choose from, by the API's `sort`; the one of the address among them. */
export function marketOrders(sort: string, t: Translate): (readonly [sort: string, words: string])[] {
  const column = t('listing.priceEach')
  const usual = [
    ['', t('market.newestFirst')],
    ['price_per_unit', t('list.leastFirst', { column })],
    ['-price_per_unit', t('list.greatestFirst', { column })],
  ] as const
  return usual.some(([known]) => known === sort) ? [...usual] : [...usual, [sort, sort]]
}
