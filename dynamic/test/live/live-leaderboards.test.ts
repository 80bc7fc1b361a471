// Leaderboards over HTTP, and properties of all live answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isText } from '../../../data/api/model/endpoint.ts'
import { api } from '../../../data/api/table.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { liveAt } from '../fixtures/test-service.ts'
import { ageOfWorld, openLiveFixture, type LiveFixture } from './live-service.ts'
import { at, noon } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { urlOf } from '../fixtures/targets.ts'

let live: LiveFixture
beforeAll(async () => void (live = await openLiveFixture()))
afterAll(() => live.fixture.close())

const seasons = '/v2/leaderboards/seasons'
const solo = `${seasons}/7/sheets/solo`
const rankedEntries = async (target: string) =>
  ((await live.get(target)).object as { entries: { character: string }[] }).entries.map(({ character }) => character)

describe('seasons', () => {
  it('have their fields, their sheets and periods', async () => {
    const { rows } = await live.get(seasons)
    expect(rows.map(({ id }) => id)).toEqual([6, 7])
    expect(rows[1]).toMatchObject({
      ...{ id: 7, name: 'The Seventh Tide', state: 'season', wipe: true, legacy_prefix: 'EA6_S7_' },
      ...{ begin: at('00:00', '2026-01-01'), end: at('00:00', '2026-04-01'), reward: { title: 'Tidewalker' } },
      sheets: ['solo', 'trios'],
    })
    expect((await live.get(`${seasons}/7`)).row).toEqual(rows[1])
  })

  it('have sheets, which have periods, one of them current', async () => {
    const { rows } = await live.get(`${seasons}/7/sheets`)
    expect(rows[0]).toMatchObject({ id: 'solo', season_id: 7, name: 'Solo', type: 'adventure', order: 1 })
    expect((await live.get(solo)).row).toEqual(rows[0])
    const periods = (await live.get(`${solo}/periods`)).rows
    expect(periods.map(({ index, is_current }) => [index, is_current])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
    expect(periods[1]).toMatchObject({ season_id: 7, sheet_id: 'solo', begin: at('00:00', '2026-01-08') })
  })

  it.each(['/8', '/8/sheets', '/7/sheets/duos', '/6/sheets/trios', '/8/sheets/solo/entries'])(
    'that do not exist are not found: %s',
    async (path) => {
      expectProblem(await fetchApi(live.service, `${seasons}${path}`), 'not_found')
    },
  )
})

describe('entries', () => {
  it('are those of the current period, by rank', async () => {
    const { object } = await live.get(`${solo}/entries`)
    expect(object).toMatchObject({ page: 1, page_size: 100, total: 3 })
    expect((object.entries as unknown[])[0]).toEqual({
      ...{ season_id: 7, sheet_id: 'solo', period_index: 2, character_class: 'warden', character: 'Vesper', rank: 1 },
      ...{ previous_rank: 3, score: '90071992547409931', karma: -5, rank_tier: 'gold', rank_tier_level: '2' },
      captured_at: at('12:00'),
    })
    expect(await rankedEntries(`${solo}/entries`)).toEqual(['Vesper', 'Quill', 'Ödön the 2nd'])
  })

  it.each([
    ['period=1', ['Vesper']],
    ['period=3', []],
    ['class=hexer', ['Quill']],
    ['class=Id_PlayerCharacter_Hexer', ['Quill']],
    ['class=id.player_character.duelist', ['Ödön the 2nd']],
    ['page_size=2&page=2', ['Ödön the 2nd']],
  ])('with %s are %j', async (query, names) => {
    expect(await rankedEntries(`${solo}/entries?${query}`)).toEqual(names)
  })

  it('have a link to the next page', async () => {
    const first = await live.get(`${solo}/entries?page_size=2`)
    expect(await rankedEntries(first.next ?? '')).toEqual(['Ödön the 2nd'])
    const errors = expectProblem(
      await fetchApi(live.service, `${solo}/entries?page_size=1001&period=x`),
      'invalid_parameter',
    )
    expect(errors.map(({ parameter }) => parameter)).toEqual(['page_size', 'period'])
  })
})

describe('a character', () => {
  it('has its history, ascending', async () => {
    const { row } = await live.get(`${solo}/characters/Vesper/history`)
    expect(row).toMatchObject({ character: 'Vesper', season_id: 7, sheet_id: 'solo' })
    const history = row.history as { captured_at: string; rank: number; period_index: number }[]
    expect(history.map(({ rank, period_index }) => [period_index, rank])).toEqual([
      [1, 2],
      [2, 3],
      [2, 1],
    ])
    const odd = `${solo}/characters/${encodeURIComponent('Ödön the 2nd')}/history`
    expect((await live.get(odd)).row).toMatchObject({ character: 'Ödön the 2nd' })
    expectProblem(await fetchApi(live.service, `${solo}/characters/Vesper/history?class=hexer`), 'not_found')
  })
})

describe('legacy', () => {
  it('index names the current season and the successor endpoint', async () => {
    expect((await live.get('/v2/leaderboards')).object).toMatchObject({ current: 7, successor: seasons })
  })

  it.each([
    ['EA6_S7_A', 7, 'solo'],
    ['EA6_S7__HR_A', 7, 'trios'],
    ['EA6_S7_anything_HR_A', 7, 'trios'],
    ['EA6_anything_A', 6, 'solo'],
  ])('id %s is season %d, sheet %s', async (id, season, sheet) => {
    const { entries } = (await live.get(`/v2/leaderboards/${id}`)).object as { entries: unknown[] }
    expect(entries[0]).toMatchObject({ season_id: season, sheet_id: sheet })
  })

  it.each(['EA5_A', 'EA6_S7_B', 'A'])('id %s is not found', async (id) => {
    expectProblem(await fetchApi(live.service, `/v2/leaderboards/${id}`), 'not_found')
  })
})

/** Lines for chats are left out, because they change with the time and have their own suite. */
const endpoints = api.endpoints.filter(
  (endpoint) => endpoint.kind === 'live' && !['meta', 'openapi'].includes(endpoint.id) && !isText(endpoint),
)

describe('every live answer', () => {
  it.each(endpoints)('has its age, a short lifetime, a validator and a legacy path: $id', async (endpoint) => {
    const target = urlOf(endpoint)
    const reply = await live.get(target)
    expect(Number(reply.headers['x-data-age'])).toBeGreaterThanOrEqual(endpoint.specClause === '4.14' ? 0 : ageOfWorld)
    expect(Number(/max-age=(\d+)/.exec(String(reply.headers['cache-control']))?.[1])).toBeLessThanOrEqual(60)
    const headers = { 'if-none-match': String(reply.headers.etag) }
    const unchanged = await fetchApi(live.service, target, { headers })
    expect(unchanged.status).toBe(304)
    expect(unchanged.headers['x-data-age']).toBe(reply.headers['x-data-age'])
    const legacy = await fetchApi(live.service, target.replace('/v2/', '/v1/'))
    expect(legacy.text).toBe(reply.text)
    expect(legacy.headers.deprecation).toBe('@1795219200')
    expect((await fetchApi(live.service, target, { method: 'HEAD' })).headers.etag).toBe(reply.headers.etag)
    expectProblem(await fetchApi(live.service, target, { method: 'POST' }), 'method_not_allowed')
  })

  it.each(endpoints.filter(({ id }) => id !== 'market.price-history'))(
    'an hour later is the same except for its age: $id',
    async (endpoint) => {
      const later = await live.fixture.serve({ live: await liveAt(live.fixture, noon + 3_600_000 + ageOfWorld * 1000) })
      try {
        const [now, then] = [await live.get(urlOf(endpoint)), await fetchApi(later, urlOf(endpoint))]
        expect(then.text).toBe(now.text)
        expect(Number(then.headers['x-data-age']) - Number(now.headers['x-data-age'])).toBe(3600)
      } finally {
        await later.close()
      }
    },
  )
})
