import { describe, expect, it } from 'vitest'
import type { ItemPrice } from '../../format/charts/headline-price.ts'
import { marketMovers, mostListed } from './market-movers.ts'

const price = (item_id: string, median: number, medians: readonly number[], more: Partial<ItemPrice> = {}) => ({
  ...{ item_id, median, listings: 9, hours: 24 },
  days: medians.map((value, at) => ({ date: `2026-03-0${at + 1}`, median: value, listings: 3 })),
  ...more,
})

describe('market movers', () => {
  it('are the items with the largest changes from the usual price', () => {
    const { rising, falling } = marketMovers(
      [
        price('same', 100, [100, 101, 100]),
        price('up', 112, [100, 90, 110]),
        price('higher', 150, [100, 90, 110]),
        price('down', 50, [100, 90, 110]),
      ],
      2,
    )
    expect(rising.map(({ id, change }) => [id, Math.round(change * 100)])).toEqual([
      ['higher', 50],
      ['up', 12],
    ])
    expect(falling.map(({ id, change }) => [id, change])).toEqual([['down', -0.5]])
  })

  it('do not include items with few listings or days', () => {
    const uncertain = [
      price('few', 200, [100, 100, 100], { listings: 2 }),
      price('old', 200, [100, 100, 100], { hours: 168 }),
      price('new', 200, [100]),
      price('unlisted', 0, [100, 100, 100], { median: undefined }),
    ]
    expect(marketMovers(uncertain, 3)).toEqual({ rising: [], falling: [] })
  })

  it('are chosen from the items that are listed most', () => {
    expect(mostListed(['a', 'b', 'b', undefined].map((item_id) => ({ item_id })))).toEqual(['b', 'a'])
  })
})
