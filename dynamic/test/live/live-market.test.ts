// The market over HTTP. Price histories have their own suite.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi, paginate } from '../fixtures/test-client.ts'
import { openFixture } from '../fixtures/test-service.ts'
import { openLiveFixture, type LiveFixture } from './live-service.ts'
import { at, observe } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'

let live: LiveFixture
beforeAll(async () => void (live = await openLiveFixture()))
afterAll(() => live.fixture.close())

const newestFirst = [46, 45, 44, 43, 42, 41]

describe('the market', () => {
  it('is a page of listings, newest first, then by id', async () => {
    const { object } = await live.get('/v2/market')
    expect(object.pagination).toEqual({ count: 6, limit: 25, page: 1, num_pages: 1, total: 6, next: null })
    expect(await live.ids('/v2/market')).toEqual(newestFirst)
  })

  it('shows every field, with fields from the catalog', async () => {
    const rows = await live.rows('/v2/market')
    expect(rows.find(({ id }) => id === 41)).toEqual({
      id: 41,
      cursor: 1,
      item_id: 'id.item.ember_lantern_5001',
      item: 'Ember Lantern',
      archetype: 'id.item.ember_lantern',
      rarity: 'epic',
      price: 120,
      price_per_unit: '120',
      quantity: 1,
      created_at: at('10:00'),
      expires_at: at('10:00', '2026-01-17'),
      has_sold: false,
      has_expired: false,
      has_cancelled: false,
      seller: 'Vesper',
      loot_state: 'looted',
      captured_patch_id: 4,
      captured_at: at('12:00'),
    })
    const others = Object.fromEntries(rows.map((row) => [String(row.id), row]))
    expect(others[42]).toMatchObject({ price_per_unit: '16.5', cursor: 2 })
    expect(others[43]).toMatchObject({
      price_per_unit: '25',
      has_sold: true,
      loot_state: 'handled',
      rarity: 'uncommon',
    })
    expect(others[45]).toMatchObject({ has_expired: true, captured_patch_id: 1, archetype: 'id.item.wyrmglass_shard' })
    expect(others[46]).toMatchObject({ has_expired: true, bid: 3 })
    expect(others[46]).not.toHaveProperty('expires_at')
  })

  it('shows every column with condense=false', async () => {
    const [row] = await live.rows('/v2/market?condense=false')
    expect(row).toMatchObject({ id: 46, expires_at: null, seller: null, loot_state: null, bid: 3 })
  })

  it('links each page to the next', async () => {
    const replies = await paginate(live.service, '/v2/market?limit=4')
    expect(replies.map(({ rows }) => rows.map(({ id }) => id))).toEqual([
      [46, 45, 44, 43],
      [42, 41],
    ])
    expect(replies[0]?.next).toBe('/v2/market?limit=4&older_than=1768040400000_43&page=2')
  })
})

const cases: [query: string, ids: number[]][] = [
  ['id=43', [43]],
  ['id=43&has_sold=false', []],
  ['id=43&min_price=150&to=2026-01-10T10:20:01Z', [43]],
  ['id=999', []],
  ['item_id=id.item.ember_lantern_5001', [42, 41]],
  ['item_id=Id_Item_EmberLantern_5001', [42, 41]],
  ['item=Id_Item_EmberLantern_5001', [42, 41]],
  ['item=id.item.ember_lantern_5001', [42, 41]],
  ['item=Ember+Lantern', []],
  ['item_id=id.item.ember_lantern', []],
  ['archetype=id.item.ember_lantern', [43, 42, 41]],
  ['archetype=Id_Item_EmberLantern', [43, 42, 41]],
  ['archetype=id.item.wyrmglass_shard', [45]],
  ['rarity=epic', [44, 42, 41]],
  ['rarity=unique', []],
  ['rarity=unique,epic', [44, 42, 41]],
  ['rarity=epic,unique&seller=Quill&min_quantity=2', [42]],
  ['loot_state=handled', [43]],
  ['seller=Quill', [45, 42]],
  ['seller=quill', []],
  ['seller=O%E2%80%99Malley', [44]],
  ["seller=' OR 1=1 --", []],
  ['min_price=120', [44, 43, 41]],
  ['max_price=120', [46, 45, 42, 41]],
  ['min_price=99&max_price=120', [42, 41]],
  ['min_price=121&max_price=120', []],
  ['min_price_per_unit=16.5', [45, 44, 43, 42, 41]],
  ['min_price_per_unit=16.51', [45, 44, 43, 41]],
  ['max_price_per_unit=16.5', [46, 42]],
  ['min_price_per_unit=20&max_price_per_unit=25', [45, 43]],
  ['min_quantity=6', [46, 43, 42]],
  ['max_quantity=1', [44, 41]],
  ['min_quantity=2&max_quantity=6', [45, 43, 42]],
  ['from=2026-01-10T10:20:00Z', [46, 45, 44, 43]],
  ['to=2026-01-10T10:20:00Z', [42, 41]],
  ['from=2026-01-10T12:05:00%2B02:00&to=2026-01-10T10:20:00.001', [44, 43, 42]],
  ['from=2026-01-10&to=2026-01-11', newestFirst],
  ['from=2026-01-11&to=2026-01-10', []],
  ['has_sold=true', [43]],
  ['has_sold=0', [46, 45, 44, 42, 41]],
  ['has_expired=true', [46, 45]],
  ['has_expired=false', [44, 43, 42, 41]],
  ['has_cancelled=1', [44]],
  ['has_cancelled=false', [46, 45, 43, 42, 41]],
  ['has_sold=false&has_expired=false&has_cancelled=false', [42, 41]],
  ['rarity=epic&seller=Quill&min_quantity=2', [42]],
  ['archetype=id.item.ember_lantern&has_sold=true&max_price=150', [43]],
]

describe('filtered', () => {
  it.each(cases)('by %s has %j', async (query, ids) => {
    const reply = await live.get(`/v2/market?${query.replaceAll(' ', '%20')}`)
    expect(reply.rows.map(({ id }) => id)).toEqual(ids)
    expect(reply.total).toBe(ids.length)
  })

  it.each(cases.filter(([, ids]) => ids.length > 1))('by %s has the same rows page by page', async (query, ids) => {
    const replies = await paginate(live.service, `/v2/market?${query}&limit=1`)
    expect(replies.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids)
  })

  it('by a rarity that occurs in no patch is refused with the rarities that do', async () => {
    const [error] = expectProblem(await fetchApi(live.service, '/v2/market?rarity=shiny'), 'invalid_parameter')
    expect(error?.allowed).toEqual(expect.arrayContaining(['epic', 'poor', 'artifact']))
  })

  it('reports all errors at once, with suggestions', async () => {
    const target =
      '/v2/market?min_prise=1&max_price=x&limit=251&has_sold=maybe&from=now&rarity=shiny&min_price_per_unit=-1'
    const errors = expectProblem(await fetchApi(live.service, target), 'invalid_parameter')
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(
      ['from', 'has_sold', 'limit', 'max_price', 'min_price_per_unit', 'min_prise', 'rarity'].sort(),
    )
    expect(errors.find(({ parameter }) => parameter === 'min_prise')?.did_you_mean).toBe('min_price')
  })

  it('does not accept a patch', async () => {
    for (const name of ['patch', 'at_patch', 'branch'])
      expect(expectProblem(await fetchApi(live.service, `/v2/market?${name}=1`), 'invalid_parameter')).toHaveLength(1)
  })
})

describe('in another language', () => {
  it('an item has its name in that language, or the observed name if there is none', async () => {
    const fixture = openFixture()
    try {
      const folder = join(fixture.dataDir, 'bundle')
      mkdirSync(join(folder, 'locales'), { recursive: true })
      const bread = {
        id: 'id.item.mossbread_1001',
        name: 'Reach_Mossbread',
        archetype: 'id.item.mossbread',
        rarity: 'common',
      }
      const files = {
        'patch.json': { branch: 'main', version: '1.0' },
        'items.ndjson': bread,
        'locales/en.json': { Reach_Mossbread: 'Mossbread' },
        'locales/de.json': { Reach_Mossbread: 'Moosbrot' },
      }
      for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value))
      await fixture.import([folder])
      const service = await fixture.serve()
      await observe(service, 'market', [
        { id: 61, item_id: bread.id, price: 1, created_at: at('08:00') },
        { id: 62, item_id: 'id.item.of_nobody', item: 'Heirloom', price: 1, created_at: at('08:00') },
      ])
      const nameOf = async (id: number, query = '') => (await fetchApi(service, `/v2/market/${id}${query}`)).row.item
      expect(await nameOf(61)).toBe('Mossbread')
      expect(await nameOf(61, '?locale=en')).toBe('Mossbread')
      expect(await nameOf(61, '?locale=de')).toBe('Moosbrot')
      expect(await nameOf(61, '?locale=ko')).toBe('Mossbread')
      expect((await fetchApi(service, '/v2/market?id=61&locale=de')).rows[0]?.item).toBe('Moosbrot')
      expect(await nameOf(62, '?locale=de')).toBe('Heirloom')
    } finally {
      await fixture.close()
    }
  })
})

describe('a listing', () => {
  it('is returned by its id, equal to the row in the list', async () => {
    for (const row of await live.rows('/v2/market'))
      expect((await live.get(`/v2/market/${String(row.id)}`)).object).toEqual({ body: row })
  })

  it.each(['0', '999', '-1', '041', '41.0', '4e1', 'x', '9007199254740993', '99999999999999999999', '%20'])(
    'is not found by %s',
    async (id) => {
      expectProblem(await fetchApi(live.service, `/v2/market/${id}`), 'not_found')
    },
  )

  it('is updated by a later observation, but not by an earlier one', async () => {
    const own = await openLiveFixture()
    try {
      const line = (clock: string, others: object) => ({
        ...{ id: 41, item_id: 'id.item.ember_lantern_5001', price: 120, created_at: at('10:00') },
        captured_at: at(clock),
        ...others,
      })
      await observe(own.service, 'market', [line('12:01', { has_sold: true })])
      expect((await own.get('/v2/market/41')).row).toMatchObject({
        has_sold: true,
        captured_at: at('12:01'),
        cursor: 1,
      })
      expect(await own.ids('/v2/market?has_sold=true')).toEqual([43, 41])
      await expect(observe(own.service, 'market', [line('11:00', { price: 1 })])).rejects.toThrow('"duplicates":1')
      expect((await own.get('/v2/market/41')).row).toMatchObject({ price: 120 })
    } finally {
      await own.fixture.close()
    }
  })
})
