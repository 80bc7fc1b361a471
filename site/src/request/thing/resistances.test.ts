import { describe, expect, it } from 'vitest'
import { resistancesOf } from './resistances.ts'

describe('the resistances of monsters', () => {
  it('are told one by one where any of them has one, in their order', () => {
    const rows = [{ resistances: { frost: 0, fire: -20 } }, { resistances: { frost: 25 } }]
    expect(resistancesOf(rows)).toEqual({ told: ['frost', 'fire'], zero: [] })
  })

  it('are told together where all of them are zero', () => {
    const rows = [{ resistances: { magical: 0, ice: 0, fire: 10 } }, { resistances: { magical: 0 } }, {}]
    expect(resistancesOf(rows)).toEqual({ told: ['fire'], zero: ['magical', 'ice'] })
  })
})
