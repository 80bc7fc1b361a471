import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../format/api-response.ts'
import { loadOpenMarket, maxListings } from './load-market.ts'

const blade = 'id.item.gloam_blade_5001'
const shard = 'id.item.wyrmglass_shard'
const listing = (id: number) => ({
  id,
  item_id: blade,
  price_per_unit: '90.00',
  quantity: 1,
})
const recipe = {
  id: 'id.workshop_service.craft_blade',
  payload: {
    materials: [{ item_id: shard, count: 3 }],
    output: [{ item_id: blade, count: 1 }],
  },
}

describe('loadOpenMarket', () => {
  let asked: URL[] = []
  let pageCache = new Map<string, object>()
  beforeEach(() => {
    asked = []
    pageCache = new Map()
  })

  /** Returns an API whose market has `pages` pages of 250 listings. */
  const apiWith =
    (pages: number): ApiClient =>
    (target) => {
      const url = new URL(target, 'https://ledger.example')
      asked.push(url)
      const page = Number(url.searchParams.get('page') ?? 1)
      const next = page < pages ? `/v2/market?page=${page + 1}` : null
      const ids = url.searchParams.get('ids')?.split(',') ?? []
      const answers: Record<string, object> = {
        '/v2/market': {
          body: Array.from({ length: 250 }, (_, at) => listing(page * 1000 + at)),
          pagination: { next, total: 0, page, num_pages: pages },
        },
        '/v2/workshop_services': { rows: [recipe], next: null },
        '/v2/market/prices': {
          body: ids.map((id) => ({ item_id: id, median: 100, listings: 9, hours: 24, days: [] })),
        },
        '/v2/items': { body: ids.map((id) => ({ id, vendor_price: 12 })) },
      }
      return Promise.resolve({ status: 200, target, headers: {}, json: answers[url.pathname] })
    }
  const load = (pages: number, now = 0, query: Record<string, string> = {}) =>
    loadOpenMarket({ fetchApi: apiWith(pages), pageCache, locale: 'en', now }, query)
  const requestsOf = (path: string) => asked.filter(({ pathname }) => pathname === path)

  it('loads open listings, recipes and the prices of their items, each with one request', async () => {
    const { rows, services, prices, vendorPrices } = await load(2)
    expect(rows).toHaveLength(500)
    expect(services).toEqual([recipe])
    expect([...prices.keys()]).toEqual([blade, shard])
    expect([...vendorPrices]).toEqual([[blade, 12]])
    expect(requestsOf('/v2/market/prices')).toHaveLength(1)
    expect(requestsOf('/v2/items')).toHaveLength(1)
  })

  it('requests only open listings, with the filters of the reader', async () => {
    await load(1, 0, { rarity: 'epic' })
    const [first] = requestsOf('/v2/market')
    expect(first?.searchParams.get('rarity')).toBe('epic')
    for (const flag of ['has_sold', 'has_expired', 'has_cancelled'])
      expect(first?.searchParams.get(flag), flag).toBe('false')
  })

  it('reads at most `maxListings`', async () => {
    const { rows } = await load(9)
    expect(rows).toHaveLength(maxListings)
    expect(requestsOf('/v2/market')).toHaveLength(maxListings / 250)
  })

  it('caches the market for a minute', async () => {
    await load(1, 1000)
    const requests = asked.length
    await load(1, 59_000)
    expect(asked).toHaveLength(requests)
    await load(1, 61_000)
    expect(asked).toHaveLength(2 * requests)
  })
})
