// Price histories over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi, type Row } from '../fixtures/test-client.ts'
import { openLiveFixture, type LiveFixture } from './live-service.ts'
import { at, noon, observe } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'

let live: LiveFixture
beforeAll(async () => void (live = await openLiveFixture()))
afterAll(() => live.fixture.close())

const pathOf = (id: string, query = '') => `/v2/market/analytics/${id}/prices/history${query && `?${query}`}`
const lanterns = pathOf('id.item.ember_lantern_5001')

interface History extends Row {
  readonly item_id: string
  readonly interval: string
  readonly from: string
  readonly to: string
  readonly series: readonly { timestamp: string; volume: number; listings: number }[]
}
const history = async (path: string) => (await live.get(path)).row as History

const both = {
  timestamp: at('10:00'),
  avg: (120 + 6 * 16.5) / 7,
  min: 16.5,
  max: 120,
  volume: 7,
  median: (16.5 + 120) / 2,
  listings: 2,
}

describe('by default', () => {
  it('covers the last seven days up to the end of this minute, in quarters of an hour', async () => {
    expect((await live.get(lanterns)).object).toEqual({
      body: {
        item_id: 'id.item.ember_lantern_5001',
        interval: '15m',
        from: '2026-01-03T12:02:00Z',
        to: at('12:02'),
        series: [both],
      },
    })
  })

  it('stays the same for the rest of the minute, so that it can be revalidated', async () => {
    const { headers } = await live.get(lanterns)
    const reply = await fetchApi(live.service, lanterns, { headers: { 'if-none-match': String(headers.etag) } })
    expect(reply.status).toBe(304)
  })

  it('ends at `to` and begins seven days before it', async () => {
    expect(await history(`${lanterns}?to=2026-01-10T10:05:00Z`)).toMatchObject({
      from: '2026-01-03T10:05:00Z',
      series: [{ volume: 1, listings: 1, avg: 120, median: 120 }],
    })
    expect(await history(`${lanterns}?from=2026-01-10T10:05:00Z`)).toMatchObject({
      to: at('12:02'),
      series: [{ timestamp: at('10:00'), volume: 6, avg: 16.5 }],
    })
  })
})

describe('for', () => {
  it.each([
    ['id.item.ember_lantern_5001', 2],
    ['Id_Item_EmberLantern_5001', 2],
    ['id.item.ember_lantern', 3],
    ['Id_Item_EmberLantern', 3],
    ['id.item.gloam_blade', 2],
    ['id.item.wyrmglass_shard', 1],
    ['id.item.mossbread_1001', 0],
    ['id.item.mossbread', 0],
  ])('%s has %d listings', async (id, listings) => {
    const { series } = await history(pathOf(id, 'interval=1w'))
    expect(series.reduce((sum, bucket) => sum + bucket.listings, 0)).toBe(listings)
  })

  it.each(['id.item.nobody', 'nobody', 'Id_Item_Nobody', '%E2%98%83'])('%s is not found', async (id) => {
    expectProblem(await fetchApi(live.service, pathOf(id)), 'not_found')
  })
})

describe('with an interval of', () => {
  it.each([
    ['1m', [at('10:00'), at('10:05')]],
    ['3m', [at('10:00'), at('10:03')]],
    ['5m', [at('10:00'), at('10:05')]],
    ['7m', ['2026-01-10T09:59:00Z']],
    ['10m', [at('10:00')]],
    ['45m', ['2026-01-10T09:45:00Z']],
    ['4h', [at('08:00')]],
    ['1d', [at('00:00')]],
    ['1w', ['2026-01-08T00:00:00Z']],
    ['52w', ['2025-10-23T00:00:00Z']],
  ])('%s has buckets that begin at its multiples since 1970', async (interval, starts) => {
    const { series, interval: displayed } = await history(`${lanterns}?interval=${interval}`)
    expect(displayed).toBe(interval)
    const epoch = starts.map((start) => Date.parse(start))
    const unit = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }[interval.slice(-1)] ?? 0
    if (interval !== '52w') for (const start of epoch) expect(start % (parseInt(interval, 10) * unit)).toBe(0)
    if (interval === '52w') expect(Date.parse(series[0]?.timestamp ?? '') % (52 * unit)).toBe(0)
    else expect(series.map(({ timestamp }) => timestamp)).toEqual(starts)
  })

  it.each(['0m', '15', '15M', '1.5h', '53w', '-1m', '9999999m', '1y', '15m '])('%j is refused', async (interval) => {
    const [error] = expectProblem(
      await fetchApi(live.service, `${lanterns}?interval=${encodeURIComponent(interval)}`),
      'invalid_parameter',
    )
    expect(error).toMatchObject({ parameter: 'interval' })
    expect(error?.allowed).toContain('15m')
  })
})

describe('a window', () => {
  it('that is empty or ends before it begins is refused', async () => {
    for (const window of ['from=2026-01-10&to=2026-01-09', 'from=2026-01-10&to=2026-01-10', 'from=2999-01-01']) {
      const [error] = expectProblem(await fetchApi(live.service, `${lanterns}?${window}`), 'invalid_parameter')
      expect(error?.parameter).toBe('from')
    }
  })

  it('reports all validation errors at once', async () => {
    const errors = expectProblem(
      await fetchApi(live.service, `${lanterns}?from=x&to=y&interval=z&intervall=1m`),
      'invalid_parameter',
    )
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['from', 'interval', 'intervall', 'to'])
  })

  it('is exact to the millisecond', async () => {
    const at5 = 'interval=1h&from=2026-01-10T10:00:00.001Z&to=2026-01-10T10:05:00.001Z'
    expect((await history(`${lanterns}?${at5}`)).series).toMatchObject([{ timestamp: at('10:00'), volume: 6 }])
  })
})

describe('of more than 250 buckets', () => {
  it('has the newest 250 and their actual begin, so that the rest can be requested before it', async () => {
    const own = await openLiveFixture()
    try {
      const minutes = Array.from({ length: 620 }, (_, nth) => ({
        ...{ id: 1000 + nth, item_id: 'id.item.gloam_blade_4001', price: 10 + (nth % 7), quantity: 1 },
        created_at: new Date(noon - (nth + 1) * 60_000).toISOString(),
      }))
      await observe(own.service, 'market', minutes)
      const path = pathOf('id.item.gloam_blade_4001', 'interval=1m&from=2026-01-10T00:00:00Z')
      const seen: string[] = []
      let window = ''
      const sizes: number[] = []
      for (let nth = 0; nth < 4; nth += 1) {
        const body = (await own.get(`${path}${window}`)).row as History
        const stamps = body.series.map(({ timestamp }) => timestamp)
        expect(stamps).toEqual([...stamps].sort())
        sizes.push(stamps.length)
        if (stamps.length === 250) expect(body.from).toBe(stamps[0])
        else expect(body.from).toBe('2026-01-10T00:00:00Z')
        seen.unshift(...stamps)
        window = `&to=${body.from}`
        if (stamps.length < 250) break
      }
      expect(sizes).toEqual([250, 250, 120])
      expect(new Set(seen).size).toBe(620)
      expect(seen).toEqual([...seen].sort())
    } finally {
      await own.fixture.close()
    }
  })
})
