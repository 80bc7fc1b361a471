import { describe, expect, it } from 'vitest'
import { translateTo } from '../messages/catalogs.ts'
import { countedText, pageOf } from './api-response.ts'

const answer = (json: unknown) => ({ status: 200, target: '/v2/market', headers: {}, json })
const listings = (page: number, next: string | null, total_is_minimum?: true) =>
  pageOf(answer({ body: [], pagination: { total: 100_000, total_is_minimum, page, num_pages: 4000, next } }))

describe('a page of a list with a minimum count', () => {
  it('says that there are more rows', () => {
    const texts = ['en', 'de', 'ja'].map((locale) => {
      const t = translateTo(locale as 'en')
      return countedText(listings(1, '/v2/market?page=2', true), t('listing.count', { count: 100_000 }), t)
    })
    expect(texts).toEqual(['at least 100,000 listings', 'mindestens 100.000 Angebote', '出品100,000件以上'])
    const t = translateTo('en')
    expect(countedText(listings(1, null), t('listing.count', { count: 3 }), t)).toBe('3 listings')
  })

  it('has a next page after the last counted one if the API names it', () => {
    expect(listings(4000, '/v2/market?page=4001', true).pages).toBe(4001)
    expect(listings(4001, null, true).pages).toBe(4000)
  })
})
