import { describe, expect, it } from 'vitest'
import { endpointOf } from '../test/test-store.ts'
import { exampleValues } from './example-values.ts'

const served: Readonly<Record<string, unknown>> = {
  '/v2/merchant/stock': {
    body: [
      { merchant: 'id.merchant.cook', stock: [] },
      { merchant: 'id.merchant.smith', stock: [{ item_id: 'id.item.iron_bow_1001' }] },
    ],
  },
}
const valuesOf = (id: string) => exampleValues(endpointOf(id), (target) => Promise.resolve(served[target]))

describe('values of an example', () => {
  it('are of an item that some merchant sells, even if the first merchant is sold out', async () => {
    expect(await valuesOf('merchant-stock.history')).toEqual([{ item_id: 'id.item.iron_bow_1001' }])
  })

  it('are of items of the catalog if all merchants are sold out', async () => {
    const soldOut: Readonly<Record<string, unknown>> = {
      '/v2/merchant/stock': { body: [{ merchant: 'id.merchant.cook', stock: [] }] },
      '/v2/items': { body: [{ id: 'id.item.iron_bow_1001' }] },
    }
    const values = exampleValues(endpointOf('merchant-stock.history'), (target) => Promise.resolve(soldOut[target]))
    expect(await values).toEqual([{ item_id: 'id.item.iron_bow_1001' }])
  })

  it('are candidates if several rows may have an answer that is not empty', async () => {
    expect(await valuesOf('merchant-stock.single')).toEqual([
      { merchant: 'id.merchant.cook' },
      { merchant: 'id.merchant.smith' },
    ])
  })

  it('are none if nothing is served', async () => {
    expect(await valuesOf('market.prices')).toEqual([])
  })
})
