// The figures that the endpoint computes for buckets, and the window in the answer.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CanonicalRequest } from '../../model/endpoint.ts'
import { ParseError } from '../../model/values/codecs.ts'
import { PatchIndex } from '../../model/patches.ts'
import type { CatalogStore } from '../../model/store.ts'
import { maxPriceBuckets, type LiveStore, type PriceBucket, type PricesWindow } from '../../model/live-store.ts'
import { testStore } from '../../test/test-store.ts'
import { priceHistory, usualIntervals } from './price-history.ts'

const now = Date.parse('2026-03-04T12:00:30.500Z')
const nothing = { patches: new PatchIndex([]) } as CatalogStore

interface Body {
  readonly from: string
  readonly to: string
  readonly series: readonly Readonly<Record<string, number | string>>[]
}

/** The answer if the store has these buckets, and the window that the store was asked for. */
async function answer(
  buckets: readonly PriceBucket[],
  values: CanonicalRequest['values'] = {},
  store: CatalogStore = nothing,
) {
  const requested: PricesWindow[] = []
  const market: Partial<LiveStore['market']> = {
    priceHistories(window) {
      requested.push(window)
      return Promise.resolve({ value: [buckets], observedAt: now })
    },
  }
  const live = { market, now: () => now } as LiveStore
  const request: CanonicalRequest = {
    ...{
      endpoint: priceHistory,
      path: { item_id: 'id.item.rope_1001' },
      isPinned: false,
      isLegacy: false,
      ignoredParams: [],
    },
    values: { interval: '15m', ...values },
  }
  const reply = await priceHistory.answer(request, live, store)
  const { body } = JSON.parse(reply.body) as { body: Body }
  return { body, requested: requested[0] }
}

const seriesOf = async (histogram: PriceBucket['histogram']) =>
  (await answer([{ start: now, histogram }])).body.series[0]

describe('a bucket', () => {
  it('averages by quantity, and has the median of the listings', async () => {
    expect(await seriesOf([[10, 1, 1], [20, 3, 4], [50, 1, 95]])).toEqual({
      timestamp: '2026-03-04T12:00:30.500Z',
      ...{ avg: 48.4, min: 10, max: 50, volume: 100, median: 20, listings: 5 },
    }) // prettier-ignore
  })

  it('has the mean of the two middle prices as the median of an even number', async () => {
    expect(await seriesOf([[10, 1, 9], [20, 1, 1]])).toMatchObject({ median: 15 }) // prettier-ignore
    expect(await seriesOf([[10, 2, 2], [20, 1, 1], [30, 1, 1]])).toMatchObject({ median: 15 }) // prettier-ignore
    expect(await seriesOf([[7, 2, 5]])).toMatchObject({ median: 7, avg: 7, min: 7, max: 7 })
  })

  it('never averages below the least or above the greatest price', async () => {
    const level = fc.tuple(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 9, max: 999 }),
    )
    const property = fc.asyncProperty(
      fc.uniqueArray(level, { minLength: 1, maxLength: 3, selector: ([price]) => price }),
      async (levels) => {
        const sorted = levels.sort(([a], [b]) => a - b).map(([price, ...counts]) => [price / 100, ...counts] as const)
        const { avg = 0, min = 0, max = 0 } = (await seriesOf(sorted)) ?? {}
        expect(Number(avg)).toBeGreaterThanOrEqual(Number(min))
        expect(Number(avg)).toBeLessThanOrEqual(Number(max))
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })
})

describe('the window', () => {
  it('begins in the year 0 at the earliest, because instants have years of four digits', async () => {
    const { body } = await answer([{ start: now, histogram: [[7, 1, 1]] }], { to: '0000-01-03T00:00:00Z' })
    expect(body.from).toBe('0000-01-01T00:00:00Z')
  })

  const bucket = (start: number): PriceBucket => ({ start, histogram: [[1, 1, 1]] })
  const full = Array.from({ length: maxPriceBuckets }, (_, index) => bucket(now + index))

  it('is the last seven days by default, to the end of the minute', async () => {
    const { requested, body } = await answer([bucket(now)])
    const end = Date.parse('2026-03-04T12:01:00Z')
    expect(requested).toMatchObject({ from: end - 7 * 86_400_000, to: end, intervalMinutes: 15 })
    expect(body).toMatchObject({ from: '2026-02-25T12:01:00Z', to: '2026-03-04T12:01:00Z' })
  })

  it('begins seven days before a given end', async () => {
    const { requested } = await answer([bucket(now)], { to: '2026-01-08T00:00:00Z' })
    expect(requested).toMatchObject({ from: Date.parse('2026-01-01'), to: Date.parse('2026-01-08') })
  })

  it('begins with the first bucket if there may be more before it', async () => {
    expect((await answer(full)).body.from).toBe('2026-03-04T12:00:30.500Z')
    expect((await answer(full.slice(1))).body.from).toBe('2026-02-25T12:01:00Z')
    const within = await answer(full, { from: '2026-03-04T12:00:30.600Z', to: '2026-03-05T00:00:00Z' })
    expect(within.body.from).toBe('2026-03-04T12:00:30.600Z')
  })

  it('must not be empty', async () => {
    const same = '2026-01-08T00:00:00Z'
    await expect(answer([], { from: same, to: same })).rejects.toMatchObject({ code: 'invalid_parameter' })
  })

  it('is empty for a known item, and not found for an id that is neither item nor archetype', async () => {
    await expect(answer([])).rejects.toMatchObject({ code: 'not_found' })
    const rope = { name: 'Rope', archetype: 'id.item.rope' }
    for (const items of [
      [{ ...rope, id: 'id.item.rope_1001' }],
      [{ ...rope, id: 'id.item.r', archetype: 'id.item.rope_1001' }],
    ])
      expect((await answer([], {}, testStore({ rows: { items } }))).body).toMatchObject({
        item_id: 'id.item.rope_1001',
        series: [],
      })
    const others = testStore({ rows: { items: [{ ...rope, id: 'id.item.rope_2001' }] } })
    await expect(answer([], {}, others)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an interval', () => {
  const { codec } = priceHistory.params.interval ?? {}
  const isRead = (given: string) => codec?.read(given) === given

  it('is any number of minutes, hours, days or weeks up to 52 weeks', () => {
    for (const given of [...usualIntervals, '7m', '37m', '25h', '364d', '52w', '524160m'])
      expect(isRead(given), given).toBe(true)
  })

  it('is nothing else', () => {
    for (const given of [
      '',
      '0m',
      '07m',
      '15',
      'm',
      '1.5h',
      '-1h',
      '15M',
      '1s',
      '53w',
      '365d',
      '524161m',
      '99999999m',
      ' 1h',
    ])
      expect(codec?.read(given), given).toBeInstanceOf(ParseError)
  })
})
