import { describe, expect, it } from 'vitest'
import { gradesOf } from './grades.ts'

const thing = (slug: string, more: { rarity?: string; tier?: string } = {}) => ({ id: `id.monster.${slug}`, ...more })

describe('what tells things of one name apart', () => {
  it('is their rarity, or their tier', () => {
    expect(gradesOf([thing('a_1', { rarity: 'poor' }), thing('a_2', { rarity: 'epic' })])).toEqual(['Poor', 'Epic'])
    expect(gradesOf([thing('moth', { tier: 'elite' })])).toEqual(['Elite'])
  })

  it('is the end of their id too, where that is the same', () => {
    expect(gradesOf([thing('mother_common', { tier: 'boss' }), thing('mother_elite', { tier: 'boss' })])).toEqual([
      'Boss, common',
      'Boss, elite',
    ])
    expect(gradesOf([thing('moth_1001'), thing('moth_bog')])).toEqual(['1001', 'bog'])
  })

  it('is nothing where there is one without a grade', () => {
    expect(gradesOf([thing('moth_1001')])).toEqual([''])
  })
})
