import { describe, expect, it } from 'vitest'
import { correctedUrl } from './corrected-url.ts'

const url = new URL('https://ledger.example/market?raritty=epic&page=2&patch=1')

describe('the address that was meant', () => {
  it('has what was given under the other name, and all else', () => {
    expect(correctedUrl(url, 'raritty', 'rarity')).toBe('/market?rarity=epic&page=2&patch=1')
  })
  it('is unknown where the validation error is none of the address', () => {
    expect(correctedUrl(url, 'interval', 'interval')).toBeUndefined()
  })
  it('is unknown where what was meant is no name', () => {
    expect(correctedUrl(url, 'raritty', '`from` and `to`')).toBeUndefined()
  })
})
