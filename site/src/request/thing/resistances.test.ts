import { describe, expect, it } from 'vitest'
import { resistancesOf } from './resistances.ts'

describe('the resistances of monsters', () => {
  it('are listed in order if any monster has a value', () => {
    const rows = [{ resistances: { frost: 0, fire: -20 } }, { resistances: { frost: 25 } }]
    expect(resistancesOf(rows)).toEqual({ nonZero: ['frost', 'fire'], zero: [] })
  })

  it('are grouped if all monsters have zero', () => {
    const rows = [{ resistances: { magical: 0, ice: 0, fire: 10 } }, { resistances: { magical: 0 } }, {}]
    expect(resistancesOf(rows)).toEqual({ nonZero: ['fire'], zero: ['magical', 'ice'] })
  })
})
