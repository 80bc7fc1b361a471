import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../messages/catalogs.ts'
import { variantLabels, variantNames } from './variants.ts'

const summary = (slug: string, more: { rarity?: string; tier?: string } = {}) => ({ id: `id.monster.${slug}`, ...more })

describe('labels of variants', () => {
  it('are their rarity or their tier', () => {
    expect(variantLabels([summary('a_1', { rarity: 'poor' }), summary('a_2', { rarity: 'epic' })], inEnglish)).toEqual([
      'Poor',
      'Epic',
    ])
    expect(variantLabels([summary('moth', { tier: 'elite' })], inEnglish)).toEqual(['Elite'])
  })

  it('are in the language of the facets', () => {
    const facets = {
      rarity: { epic: { label: 'Episch', count: 1 } },
      tier: { elite: { label: 'Elite-Gegner', count: 1 } },
    }
    const things = [
      summary('a_1', { rarity: 'epic' }),
      summary('b', { tier: 'elite' }),
      summary('c', { tier: 'new_one' }),
    ]
    expect(variantLabels(things, inEnglish, facets)).toEqual(['Episch', 'Elite-Gegner', 'New one'])
  })

  it('include the last part of their ids if rarity or tier are equal', () => {
    expect(
      variantLabels([summary('mother_common', { tier: 'boss' }), summary('mother_elite', { tier: 'boss' })], inEnglish),
    ).toEqual(['Boss, common', 'Boss, elite'])
    expect(variantLabels([summary('moth_1001'), summary('moth_bog')], inEnglish)).toEqual(['1001', 'bog'])
  })

  it('include the grade in their ids, in the language of the facets', () => {
    const facets = { tier: { boss: { label: 'Boss', count: 2 }, common: { label: 'Gewöhnlich', count: 9 } } }
    const bosses = [
      summary('mother_common', { tier: 'boss' }),
      summary('mother_boss', { tier: 'boss' }),
      summary('mother_old', { tier: 'boss' }),
    ]
    expect(variantLabels(bosses, inEnglish, facets)).toEqual(['Boss, Gewöhnlich', 'Boss', 'Boss, old'])
    expect(bosses.slice(0, 2).map((one) => variantNames(one, facets))).toEqual([['Boss', 'Gewöhnlich'], ['Boss']])
    expect(variantNames(summary('lamp', { rarity: 'epic' }), facets)).toEqual(['Epic'])
  })

  it('are empty for a single thing without a grade', () => {
    expect(variantLabels([summary('moth_1001')], inEnglish)).toEqual([''])
  })
})
