import { describe, expect, it } from 'vitest'
import { meantAddress } from './meant-address.ts'

const url = new URL('https://ledger.example/market?raritty=epic&page=2&patch=1')

describe('the address that was meant', () => {
  it('has what was given under the other name, and all else', () => {
    expect(meantAddress(url, 'raritty', 'rarity')).toBe('/market?rarity=epic&page=2&patch=1')
  })
  it('is unknown where the fault is none of the address', () => {
    expect(meantAddress(url, 'interval', 'interval')).toBeUndefined()
  })
  it('is unknown where what was meant is no name', () => {
    expect(meantAddress(url, 'raritty', '`from` and `to`')).toBeUndefined()
  })
})
