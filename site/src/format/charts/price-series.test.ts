import { expect, it } from 'vitest'
import { sparklinesOf, summaryOf, type PriceBucket } from './price-series.ts'

const bucket = (median: number, listings = 1): PriceBucket => ({
  timestamp: '2026-01-01T00:00:00Z',
  ...{ avg: median, min: median - 1, max: median + 1, volume: 2 * listings, median, listings },
})

it('a window is summed up, its newest bucket kept', () => {
  expect(summaryOf([bucket(10), bucket(20, 3)])).toMatchObject({
    listings: 4,
    volume: 8,
    min: 9,
    max: 21,
    last: { median: 20 },
  })
  expect(summaryOf([])).toBeUndefined()
})

it('each item is asked for once, and has a line where two days have prices', async () => {
  const requested: string[] = []
  const fetchApi = (target: string) => {
    requested.push(target)
    const series = target.includes('rare') ? [bucket(1)] : [bucket(1), bucket(2)]
    return Promise.resolve({ status: 200, target, headers: {}, json: { body: { series } } })
  }
  const sparklines = await sparklinesOf(fetchApi, ['id.item.a', 'id.item.a', 'id.item.rare'])
  expect(requested).toHaveLength(2)
  expect([...sparklines.keys()]).toEqual(['id.item.a'])
})
