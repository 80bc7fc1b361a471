import { expect, it } from 'vitest'
import { openListings } from './open-listings.ts'
import { priceChart } from './price-chart.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const bucket = (hour: number, listings: number) => ({
  timestamp: new Date(hour * 3_600_000).toISOString(),
  ...{ avg: 5, min: 4, max: 6, median: 5, volume: listings, listings },
})

it('priceChart returns the length of an interval and which points are based on few listings', () => {
  const { times, step, uncertain } = priceChart([bucket(0, 9), bucket(4, 1), bucket(20, 5)], '4h', inEnglish)
  expect(times).toEqual([0, 14_400_000, 72_000_000])
  expect([step, uncertain]).toEqual([14_400_000, [false, true, false]])
})

it.each([
  ['15m', 900_000],
  ['1w', 604_800_000],
  ['30d', 2_592_000_000],
])('an interval of %s is %d ms', (interval, milliseconds) =>
  expect(priceChart([bucket(0, 9)], interval, inEnglish).step).toBe(milliseconds),
)

it('openListings requests listings that are neither sold nor expired nor cancelled', () => {
  expect(openListings({ item_id: 'id.item.a' })).toBe(
    'item_id=id.item.a&has_sold=false&has_expired=false&has_cancelled=false',
  )
})
