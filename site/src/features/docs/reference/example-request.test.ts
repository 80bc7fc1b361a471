import { describe, expect, it } from 'vitest'
import { endpointOf } from '../../../../../data/api/test/test-store.ts'
import { api } from '../../../../../data/api/table.ts'
import type { ApiClient } from '../../../format/api-response.ts'
import { testSite } from '../../../test/test-site.ts'
import { exampleOf } from './example.ts'
import { exampleRequest } from './example-request.ts'

const board = '/v2/leaderboards'
const served: Readonly<Record<string, unknown>> = {
  [board]: { current: 7 },
  [`${board}/seasons/7`]: { body: { legacy_prefix: 'EA7' } },
  [`${board}/seasons/7/sheets`]: { body: [{ id: 2, legacy_suffix: '_AP' }] },
  [`${board}/seasons/7/sheets/2/entries?page_size=1`]: { entries: [{ character: 'Brannoch Übel' }] },
  '/v2/market': { body: [{ item_id: 'id.item.gloam_blade_5001' }] },
  '/v2/market?limit=1&locale=en': { body: [{ item: 'Gloam Blade & Co' }] },
  '/v2/merchant/stock': {
    body: [
      { merchant: 'id.merchant.cook', stock: [] },
      { merchant: 'id.merchant.baker', stock: [{ item_id: 'id.item.mossbread_1001' }] },
    ],
  },
  '/v2/population': { sample: { timestamp: '2026-03-04T12:00:00Z' } },
}
const live: ApiClient = (target) =>
  Promise.resolve({ status: target in served ? 200 : 404, target, headers: {}, json: served[target] ?? {} })
const requestOf = (id: string, fetchApi: ApiClient = live) => exampleRequest(endpointOf(id), fetchApi)

describe('exampleRequest', () => {
  it('requests a short list in English', async () => {
    expect(await requestOf('items.list')).toBe('/v2/items?limit=2&rarity=epic&locale=en')
  })

  it('requests the first row of a list if the endpoint returns a single row', async () => {
    const { fetchApi } = testSite()
    expect(await requestOf('items.single', fetchApi)).toBe('/v2/items/id.item.ember_lantern_5001?locale=en')
    expect(await requestOf('patches.single', fetchApi)).toBe('/v2/patches/current?locale=en')
  })

  it('returns targets that are answered with 200 for endpoints of the catalog', async () => {
    const { fetchApi } = testSite()
    let count = 0
    for (const endpoint of api.endpoints) {
      if (endpoint.kind !== 'catalog') continue
      const target = await exampleRequest(endpoint, fetchApi)
      if (target === undefined) continue
      count += 1
      expect((await fetchApi(target)).status, target).toBe(200)
    }
    expect(count).toBeGreaterThan(20)
  })

  it('uses the newest observation for live data', async () => {
    expect(await requestOf('population.history')).toContain('from=2026-03-04T11%3A00%3A00Z')
    expect(await requestOf('market.price-history')).toMatch(
      /\/id\.item\.gloam_blade_5001\/prices\/history\?.*interval=1d/,
    )
  })

  it('uses an item that is in stock, even if the first merchant has none', async () => {
    expect(await requestOf('merchant-stock.history')).toContain('item_id=id.item.mossbread_1001')
  })

  it('escapes names from the data', async () => {
    expect(await requestOf('chat.items')).toBe('/v2/chat/items?name=Gloam+Blade+%26+Co')
    const targets = await Promise.all(api.endpoints.map((endpoint) => exampleRequest(endpoint, live)))
    const named = targets.filter((target) => target?.includes('Brannoch'))
    expect(named.length).toBeGreaterThan(0)
    for (const target of named) expect(target).toMatch(/Brannoch(%20|\+)%C3%9Cbel/)
  })

  it('returns undefined if required values have not been observed', async () => {
    const nothing: ApiClient = (target) => Promise.resolve({ status: 404, target, headers: {}, json: {} })
    for (const { id, path, params } of api.endpoints) {
      const isFree = !path.includes('{') && !Object.values(params).some(({ required }) => required)
      const target = await requestOf(id, nothing)
      if (isFree) expect(target, id).toMatch(/^\/v2\//)
      else if (!path.startsWith('/v2/patches')) expect(target, id).toBeUndefined()
    }
  })
})

describe('exampleOf', () => {
  it('returns the status, selected headers and the body', async () => {
    const example = await exampleOf(endpointOf('items.single'), testSite().fetchApi)
    expect(example).toMatchObject({ target: '/v2/items/id.item.ember_lantern_5001?locale=en', status: 200 })
    expect(example?.headers.map(([name]) => name)).toContain('cache-control')
    expect(JSON.parse(example?.body ?? '')).toMatchObject({ body: { name: 'Ember Lantern' } })
  })

  it('returns text unchanged, and no body if it is bytes', async () => {
    const answering =
      (json: unknown): ApiClient =>
      (target) =>
        Promise.resolve({ status: 200, target, headers: {}, json })
    expect((await exampleOf(endpointOf('meta'), answering('One line.')))?.body).toBe('One line.')
    expect((await exampleOf(endpointOf('meta'), answering(undefined)))?.body).toBeUndefined()
  })
})
