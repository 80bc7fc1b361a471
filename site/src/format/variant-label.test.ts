import { describe, expect, it } from 'vitest'
import { gradeOf, labelsOfVariant, tierLabels } from './variant-label.ts'

const labels = Object.fromEntries(
  ['common', 'elite', 'boss', 'sub_boss'].map((slug) => [slug, { label: `${slug} in German` }]),
)

describe('monsters of one name', () => {
  it('are distinguished by their tier', () => {
    expect(tierLabels({ id: 'id.monster.bog_wight_elite', tier: 'elite' }, labels)).toEqual(['elite in German'])
    expect(tierLabels({ id: 'id.monster.mire_king', tier: 'great_beast' }, labels)).toEqual(['Great beast'])
  })

  it('are distinguished by the tier in their id if all have the same tier', () => {
    const ids = ['common', 'elite'].map((grade) => `id.monster.drowned_king_${grade}`)
    expect(ids.map((id) => tierLabels({ id, tier: 'boss' }, labels))).toEqual([
      ['boss in German', 'common in German'],
      ['boss in German', 'elite in German'],
    ])
  })

  it('have the longest known tier at the end of their id', () => {
    expect(gradeOf({ id: 'id.monster.moth_sub_boss', tier: 'common' }, labels)).toBe('sub_boss in German')
    expect(gradeOf({ id: 'id.monster.moth_sub_boss', tier: 'sub_boss' }, labels)).toBeUndefined()
    expect(gradeOf({ id: 'id.monster.moth_old', tier: 'boss' }, labels)).toBeUndefined()
    expect(gradeOf({ id: 'id.monster.moth_elite' }, labels)).toBeUndefined()
  })
})

describe('a row', () => {
  const all = { rarity: { epic: { label: 'Episch' } }, tier: labels }

  it('is distinguished by its rarity or its tier', () => {
    expect(labelsOfVariant({ id: 'id.item.bow_5001', rarity: 'epic' }, all)).toEqual(['Episch'])
    expect(labelsOfVariant({ id: 'id.item.bow_6001', rarity: 'mythic' }, all)).toEqual(['Mythic'])
    expect(labelsOfVariant({ id: 'id.monster.wight_elite', tier: 'elite' }, all)).toEqual(['elite in German'])
  })

  it('has no such label if it has neither, or a number', () => {
    expect(labelsOfVariant({ id: 'id.quest.lamp' }, all)).toEqual([])
    expect(labelsOfVariant({ id: 'id.faustian_bargain.lamp', tier: 3 }, all)).toEqual([])
  })
})
