import { expect, it } from 'vitest'
import { summaryOf, type PriceBucket } from './price-series.ts'

const bucket = (median: number, listings = 1): PriceBucket => ({
  timestamp: '2026-01-01T00:00:00Z',
  ...{ avg: median, min: median - 1, max: median + 1, volume: 2 * listings, median, listings },
})

it('a price history is summarized', () => {
  expect(summaryOf([bucket(10), bucket(20, 3)])).toEqual({
    listings: 4,
    volume: 8,
    min: 9,
    max: 21,
  })
  expect(summaryOf([])).toBeUndefined()
})
