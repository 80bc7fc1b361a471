import { describe, expect, it } from 'vitest'
import { stockSeries } from './stock-series.ts'

const seen = (merchant: string, hour: number, more: object = {}) => ({
  merchant_id: `id.merchant.${merchant}`,
  price: 10 + hour,
  captured_at: `2026-01-01T0${hour}:00:00Z`,
  ...more,
})

describe('stockSeries', () => {
  it('returns one series per merchant in order of time, the merchant with the most observations first', () => {
    const series = stockSeries([seen('cook', 4), seen('smith', 3), seen('smith', 2), seen('smith', 1)])
    expect(series.map(({ merchant, prices }) => [merchant, prices])).toEqual([
      ['id.merchant.smith', [11, 12, 13]],
      ['id.merchant.cook', [14]],
    ])
    expect(series[1]?.times).toEqual([Date.UTC(2026, 0, 1, 4)])
  })

  it('separates currencies and ranks', () => {
    const pence = { currency: 'id.item.penny' }
    expect(stockSeries([seen('cook', 1, pence), seen('cook', 1, { currency: 'id.item.crown' })])).toHaveLength(2)
    expect(stockSeries([seen('cook', 1, pence), seen('cook', 1, { ...pence, rank_id: 'a' })])).toHaveLength(2)
  })

  it('has the stock at each observation', () => {
    const [whole] = stockSeries([seen('cook', 1, { stock: 3 }), seen('cook', 2, { stock: 0 })])
    expect(whole?.stocks).toEqual([3, 0])
  })
})
