import { expect, it } from 'vitest'
import { readSample, rowsOf } from '../test/read-sample.ts'

it('merchants pay at least a penny for an item, in every patch', async () => {
  for (const bundle of await readSample('full')) {
    const items = rowsOf(bundle, 'items')
    expect(items.length).toBeGreaterThan(2000)
    expect(items.filter(({ vendor_price }) => !(Number(vendor_price) >= 1))).toEqual([])
  }
})
