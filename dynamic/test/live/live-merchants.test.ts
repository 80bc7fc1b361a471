// Stock and quests of merchants over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture } from '../fixtures/test-service.ts'
import { openLiveFixture, type LiveFixture } from './live-service.ts'
import { at, observe } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'

let live: LiveFixture
beforeAll(async () => void (live = await openLiveFixture()))
afterAll(() => live.fixture.close())

const lantern = {
  merchant_id: 'id.merchant.lamplighter',
  item_id: 'id.item.ember_lantern_5001',
  price: 130,
  currency: 'id.item.gold_coins',
  stock: 2,
  rank_id: 'neophyte',
  captured_at: at('12:00'),
}
const shard = { ...lantern, item_id: 'id.item.wyrmglass_shard', price: 40, stock: 9, rank_id: 'cadet', note: 'new' }
const bread = {
  merchant_id: 'id.merchant.ferrymaster',
  item_id: 'id.item.mossbread_1001',
  price: 5,
  stock: 0,
  captured_at: at('11:55'),
}

describe('the stock of all merchants', () => {
  it('is the latest snapshot of each merchant, ordered by id', async () => {
    expect((await live.get('/v2/merchant/stock')).object).toEqual({
      body: [
        { merchant: 'id.merchant.ferrymaster', captured_at: at('11:55'), stock: [bread] },
        { merchant: 'id.merchant.lamplighter', captured_at: at('12:00'), stock: [lantern, shard] },
      ],
    })
  })

  it('shows every column with condense=false', async () => {
    const [first] = (await live.get('/v2/merchant/stock?condense=false')).rows
    expect(first?.stock).toEqual([{ ...bread, currency: null, rank_id: null }])
  })
})

describe('the stock of one merchant', () => {
  it.each(['id.merchant.lamplighter', 'lamplighter', 'Id_Merchant_Lamplighter'])('is found by %s', async (name) => {
    expect((await live.get(`/v2/merchant/stock/${name}`)).row).toEqual({
      merchant: 'id.merchant.lamplighter',
      captured_at: at('12:00'),
      stock: [lantern, shard],
    })
  })

  it.each(['nobody', 'id.merchant.nobody', 'Id_Merchant_Nobody', 'id.item.ember_lantern_5001', 'Lamplighter!'])(
    'is not found by %s',
    async (name) => {
      expectProblem(await fetchApi(live.service, `/v2/merchant/stock/${name}`), 'not_found')
    },
  )

  it('is empty if it was never observed but the catalog has the merchant', async () => {
    const fixture = await openSampleFixture()
    try {
      const reply = await fetchApi(await fixture.serve(), '/v2/merchant/stock/ferrymaster')
      expect(reply.object).toEqual({ body: { merchant: 'id.merchant.ferrymaster', stock: [] } })
      expect(reply.headers).not.toHaveProperty('x-data-age')
    } finally {
      await fixture.close()
    }
  })

  it('is empty after an empty snapshot, and has rows again after the next one', async () => {
    const own = await openLiveFixture()
    try {
      const merchant_id = 'Id_Merchant_Lamplighter'
      await observe(own.service, 'merchant-stock', [{ merchant_id, captured_at: at('12:01'), stock: [] }])
      expect((await own.get('/v2/merchant/stock/lamplighter')).row).toMatchObject({
        captured_at: at('12:01'),
        stock: [],
      })
      expect((await own.rows('/v2/merchant/stock/history?item_id=id.item.ember_lantern_5001')).length).toBe(4)
      await observe(own.service, 'merchant-stock', [
        { merchant_id, captured_at: at('12:02'), item_id: 'Id_Item_Mossbread_1001', price: 4, stock: 1 },
      ])
      await observe(own.service, 'merchant-stock', [
        { merchant_id, captured_at: at('12:02'), item_id: 'id.item.wyrmglass_shard', price: 44, stock: 1 },
      ])
      const { stock } = (await own.get('/v2/merchant/stock/lamplighter')).row as { stock: { item_id: string }[] }
      expect(stock.map(({ item_id }) => item_id)).toEqual(['id.item.mossbread_1001', 'id.item.wyrmglass_shard'])
    } finally {
      await own.fixture.close()
    }
  })
})

describe('the history of an item', () => {
  const path = '/v2/merchant/stock/history'

  it.each(['id.item.ember_lantern_5001', 'ember_lantern_5001', 'Id_Item_EmberLantern_5001'])(
    'by %s has all its stock rows, newest first',
    async (id) => {
      const { object } = await live.get(`${path}?item_id=${id}`)
      expect(object.pagination).toEqual({ count: 4, limit: 250, page: 1, num_pages: 1, total: 4, next: null })
      expect(object.body).toEqual([
        lantern,
        { ...lantern, price: 120, stock: 3, captured_at: at('11:50') },
        { ...lantern, merchant_id: 'id.merchant.ferrymaster', price: 115, stock: 1, captured_at: at('11:45') },
        { ...lantern, price: 110, stock: 4, captured_at: at('11:40') },
      ])
    },
  )

  it('can be paged by Link and by `next` as cursor, with or without repeating the item', async () => {
    const first = await live.get(`${path}?item_id=Id_Item_EmberLantern_5001&limit=3`)
    const { next } = first.object.pagination as { next: string }
    expect(first.next).toBe(next)
    const second = await live.get(next)
    expect(second.rows).toHaveLength(1)
    for (const beside of ['', '&item_id=Id_Item_EmberLantern_5001', '&limit=3&page=2'])
      expect((await live.get(`${path}?cursor=${encodeURIComponent(next)}${beside}`)).text).toBe(second.text)
    for (const beside of ['&item_id=id.item.other', '&limit=2'])
      expectProblem(
        await fetchApi(live.service, `${path}?cursor=${encodeURIComponent(next)}${beside}`),
        'invalid_parameter',
      )
  })

  it('of an item that was never observed is empty', async () => {
    expect((await live.get(`${path}?item_id=id.item.none`)).object).toMatchObject({
      pagination: { total: 0 },
      body: [],
    })
  })

  it('requires the item', async () => {
    expect(expectProblem(await fetchApi(live.service, path), 'invalid_parameter')).toEqual([
      { parameter: 'item_id', message: 'is required', allowed: ['1 to 200 characters'] },
    ])
    const errors = expectProblem(await fetchApi(live.service, `${path}?limit=251&page=0&itemid=x`), 'invalid_parameter')
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['item_id', 'itemid', 'limit', 'page'])
    expect(errors.find(({ parameter }) => parameter === 'itemid')?.did_you_mean).toBe('item_id')
  })
})

describe('merchant quests', () => {
  it('are those of the latest snapshots, in which a merchant may offer none', async () => {
    expect((await live.get('/v2/merchant/quests')).object).toEqual({
      body: {
        quests: [
          {
            merchant_id: 'id.merchant.lamplighter',
            quest_id: 'id.quest.lamplighter_01',
            reset_at: at('00:00', '2026-01-11'),
            is_repeatable: true,
            rank_requirement: 'neophyte',
            captured_at: at('12:00'),
          },
          {
            merchant_id: 'id.merchant.lamplighter',
            quest_id: 'id.quest.lamplighter_02',
            is_repeatable: false,
            captured_at: at('12:00'),
          },
        ],
      },
    })
  })

  it('show every column with condense=false', async () => {
    const { quests } = (await live.get('/v2/merchant/quests?condense=false')).row as { quests: unknown[] }
    expect(quests[1]).toMatchObject({ reset_at: null, rank_requirement: null })
  })
})
