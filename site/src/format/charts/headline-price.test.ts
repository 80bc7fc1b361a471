import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../api-response.ts'
import {
  describePrice,
  describePrices,
  formatDistance,
  itemPrices,
  medianMessages,
  type ItemPrice,
} from './headline-price.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const day = (date: string, median: number) => ({ date, median, listings: 4 })
const price: ItemPrice = {
  item_id: 'id.item.gloam_blade_5001',
  median: 540.25,
  listings: 12,
  hours: 24,
  days: [day('2026-03-02', 500), day('2026-03-03', 450), day('2026-03-04', 540)],
}

describe('the price of an item', () => {
  it('is a median with its number of listings and its trend against the week', () => {
    expect(describePrice(price, inEnglish)).toEqual({
      gold: '540.3',
      basis: 'median of 12 listings in 24 h',
      isUnsure: false,
      trend: { words: '8% above its 7-day median', change: '+8%', sign: '▲', class: 'good' },
      line: 'M0 11L40 22L80 2',
    })
  })

  it('has no trend if it is the median of the week itself, or of one day', () => {
    const ofWeek = describePrice({ ...price, hours: 168, listings: 1 }, inEnglish)
    expect(ofWeek).toMatchObject({ basis: 'median of 1 listing in 7 days', isUnsure: true })
    expect(ofWeek?.trend).toBeUndefined()
    expect(describePrice({ ...price, days: price.days.slice(0, 1) }, inEnglish)?.trend).toBeUndefined()
  })

  it('falls, or is level within half a percent', () => {
    const at = (median: number) => describePrice({ ...price, median }, inEnglish)
    expect(at(450)?.trend).toMatchObject({ change: '-10%', sign: '▼' })
    expect(at(501)?.trend).toMatchObject({ change: '0%', sign: '=', words: 'at its 7-day median' })
  })

  it('is undefined if nothing was listed', () => {
    expect(describePrice({ item_id: price.item_id, listings: 0, days: [] }, inEnglish)).toBeUndefined()
  })

  it('is a range for several ids, from the cheapest to the most expensive', () => {
    const of = (item_id: string, median?: number) => [item_id, { item_id, median, listings: 1, days: [] }] as const
    const prices = new Map([of('a', 540.25), of('b', 12), of('c')])
    expect(describePrices(prices, ['a', 'b', 'c'], inEnglish)).toBe('12 to 540.3 gold')
    expect(describePrices(prices, ['a'], inEnglish)).toBe('540.3 gold')
    expect(describePrices(prices, ['c', 'd'], inEnglish)).toBeUndefined()
  })
})

it.each([
  [88, 100, '12% below median'],
  [108, 100, '8% above median'],
  [100.2, 100, 'at median'],
  [3100, 100, '3,000% above median'],
])('%d is %s of a median of %d', (given, median, words) =>
  expect(formatDistance(given, median, medianMessages, inEnglish)).toBe(words),
)

it('prices are requested in chunks of 100 distinct ids; refused ids are left out', async () => {
  const asked: number[] = []
  const fetchApi: ApiClient = (target) => {
    const ids = new URL(target, 'https://ledger.example').searchParams.get('ids')?.split(',') ?? []
    asked.push(ids.length)
    const body = ids.map((id) => ({ ...price, item_id: id }))
    return Promise.resolve({ status: ids.length < 100 ? 429 : 200, target, headers: {}, json: { body } })
  }
  const ids = Array.from({ length: 150 }, (_, at) => `id.item.a_${at}`)
  expect((await itemPrices(fetchApi, [...ids, ...ids])).size).toBe(100)
  expect(asked).toEqual([100, 50])
})
