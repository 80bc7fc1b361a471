// The trade channel and the population over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi, paginate } from '../fixtures/test-client.ts'
import { openSampleFixture } from '../fixtures/test-service.ts'
import { openLiveFixture, type LiveFixture } from './live-service.ts'
import { at, noon, observe } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'

let live: LiveFixture
beforeAll(async () => void (live = await openLiveFixture()))
afterAll(() => live.fixture.close())

const cases: [query: string, ids: number[]][] = [
  ['', [5, 4, 3, 2, 1]],
  ['sender=Quill', [5, 2]],
  ['sender=quill', []],
  ['sender=%C3%96d%C3%B6n', [4]],
  ['sender_class=hexer', [1]],
  ['sender_class=Id_PlayerCharacter_Duelist', [3]],
  ['sender_class=id.player_character.warden', [5, 4, 2]],
  ['sender_rank=cadet', [2]],
  ['contains=ember', [5, 1]],
  ['contains=EMBER', [5, 1]],
  ['contains=%25', [2]],
  ['contains=100%25', [2]],
  ['contains=o_r', [2]],
  ['contains=_', [2]],
  ['contains=%22time%22', [4]],
  ['contains=%27s', [4]],
  ['contains=%C3%A9p%C3%A9e', [4]],
  ['contains=%E7%81%AF', [3]],
  ['contains=%E7%81%AF%E3%82%8A', [3]],
  ['contains=%E5%A3%B2%E3%82%8A%E3%81%BE', [3]],
  ['contains=nothing+like+it', []],
  ['contains=%22%20OR%20message%3A', []],
  ['contains=*', []],
  ['from=2026-01-10T10:00:00Z', [5, 4, 3]],
  ['to=2026-01-10T10:00:00Z', [2, 1]],
  ['from=2026-01-10T09:30:00Z&to=2026-01-10T10:00:00.001Z', [4, 3, 2]],
  ['from=2026-01-10&to=2026-01-11', [5, 4, 3, 2, 1]],
  ['sender=Quill&contains=ember', [5]],
  ['sender=Vesper&sender_class=hexer&to=2026-01-10T09:00:01Z', [1]],
]

describe.each(['/v2/trades', '/v2/trades/chat'])('%s', (path) => {
  it.each(cases)('?%s has %j', async (query, ids) => {
    const reply = await live.get(`${path}?${query}`)
    expect(reply.rows.map(({ id }) => id)).toEqual(ids)
    expect(reply.total).toBe(ids.length)
    const replies = await paginate(live.service, `${path}?${query}&limit=1`)
    expect(replies.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids)
  })

  it('shows every field, including undeclared ones of the observer', async () => {
    expect((await live.rows(path)).at(-1)).toEqual({
      id: 1,
      timestamp: at('09:00'),
      sender: 'Vesper',
      sender_id: 1,
      sender_class: 'hexer',
      sender_rank: 'neophyte',
      message: 'WTS [Ember Lantern] 120g',
      items: [{ item_id: 'id.item.ember_lantern_5001', item: 'Ember Lantern', quantity: 1 }],
    })
    const [, fourth] = await live.rows(`${path}?condense=false`)
    expect(fourth).toMatchObject({ id: 4, sender_rank: null, items: [] })
  })

  it('accepts its `next` as cursor', async () => {
    const { object } = await live.get(`${path}?limit=2&contains=e`)
    const { next } = object.pagination as { next: string }
    expect(next).toMatch(/\?contains=e&limit=2&older_than=\d+_4&page=2$/)
    expect((await live.get(`${path}?cursor=${encodeURIComponent(next)}`)).text).toBe((await live.get(next)).text)
    expectProblem(
      await fetchApi(live.service, `${path}?cursor=${encodeURIComponent(next)}&sender=x`),
      'invalid_parameter',
    )
  })

  it('reports all validation errors at once', async () => {
    const errors = expectProblem(
      await fetchApi(live.service, `${path}?from=x&to=&limit=0&contain=y`),
      'invalid_parameter',
    )
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['contain', 'from', 'limit', 'to'])
    expect(errors.find(({ parameter }) => parameter === 'contain')?.did_you_mean).toBe('contains')
  })
})

it('the alias returns the same bytes except for its name in `next`', async () => {
  for (const query of ['', '?contains=ember', '?limit=2&page=3']) {
    const [reply, alias] = [await live.get(`/v2/trades${query}`), await live.get(`/v2/trades/chat${query}`)]
    expect(alias.text).toBe(reply.text)
    expect(alias.headers.etag).toBe(reply.headers.etag)
  }
})

it('a message with a known id changes nothing', async () => {
  const again = { id: 1, timestamp: at('09:00'), message: 'other' }
  await expect(observe(live.service, 'trades', [again])).rejects.toThrow('"accepted":0,"duplicates":1')
  expect((await live.rows('/v2/trades')).at(-1)).toMatchObject({ message: 'WTS [Ember Lantern] 120g' })
})

describe('the population', () => {
  it('is the newest sample', async () => {
    expect((await live.get('/v2/population')).object).toEqual({
      sample: { timestamp: at('12:00'), num_online: 1050, num_lobby: 0, num_dungeon: 1050 },
    })
  })

  const path = '/v2/population/history'
  it('has a history, from `from` inclusive to `to` exclusive', async () => {
    const target = `${path}?from=2026-01-10T11:40:00Z&to=2026-01-10T12:00:00Z`
    expect((await live.get(target)).object).toEqual({
      from: at('11:40'),
      to: at('12:00'),
      count: 2,
      next: null,
      samples: [
        { timestamp: at('11:40'), num_online: 1000, num_lobby: 600, num_dungeon: 400 },
        { timestamp: at('11:50'), num_online: 1100, num_lobby: 650, num_dungeon: 450 },
      ],
    })
    expect((await live.get(`${path}?from=2025-01-01&to=2025-01-02`)).object).toMatchObject({ count: 0, samples: [] })
  })

  it('requires a window that is not empty', async () => {
    const errorsOf = async (query: string) =>
      expectProblem(await fetchApi(live.service, `${path}?${query}`), 'invalid_parameter').map(
        ({ parameter }) => parameter,
      )
    expect(await errorsOf('')).toEqual(['from', 'to'])
    expect(await errorsOf('from=2026-01-10')).toEqual(['to'])
    expect(await errorsOf('from=nowhen&to=2026-02-30&limit=5')).toEqual(['from', 'to', 'limit'])
    expect(await errorsOf('from=2026-01-10&to=2026-01-10')).toEqual(['from'])
    expect(await errorsOf('from=2026-01-11&to=2026-01-10')).toEqual(['from'])
  })

  it('has up to a thousand samples per answer, and the position of the next ones', async () => {
    const own = await openLiveFixture()
    try {
      const samples = Array.from({ length: 2100 }, (_, nth) => ({
        ...{ timestamp: new Date(noon - (nth + 1) * 60_000 + 500).toISOString() },
        ...{ num_online: nth, num_lobby: nth, num_dungeon: 0 },
      }))
      await observe(own.service, 'population', samples)
      const counts: number[] = []
      const seen: string[] = []
      for (let from: string | null = '2026-01-01'; from !== null;) {
        const { object } = await own.get(`${path}?from=${from}&to=2026-01-10T11:39:59Z`)
        const {
          next,
          count,
          samples: some,
        } = object as { next: string | null; count: number; samples: { timestamp: string }[] }
        counts.push(count)
        seen.push(...some.map(({ timestamp }) => timestamp))
        from = next
      }
      expect(counts).toEqual([1000, 1000, 80])
      expect(seen).toEqual([...new Set(seen)].sort())
    } finally {
      await own.fixture.close()
    }
  })
})

describe('before the first observation', () => {
  it('is empty and has no age', async () => {
    const fixture = await openSampleFixture()
    try {
      const service = await fixture.serve()
      const reply = await fetchApi(service, '/v2/population')
      expect(reply.object).toEqual({ sample: null })
      expect(reply.headers).not.toHaveProperty('x-data-age')
      expect((await fetchApi(service, '/v2/trades')).object).toMatchObject({ pagination: { total: 0 }, body: [] })
      expect((await fetchApi(service, '/v2/leaderboards')).object).toMatchObject({ current: null, seasons: [] })
    } finally {
      await fixture.close()
    }
  })
})
