import { describe, expect, it } from 'vitest'
import { inEnglish, translateTo } from '../../messages/catalogs.ts'
import { groupChanges, groupLines, percentRange, variantRange } from './change-groups.ts'
import type { ChangeLine } from './change-lines.ts'
import type { Change } from './changelog.ts'

const change = (id: string, name: string | null, kind: Change['change'] = 'changed'): Change => ({
  ...{ resource: `${id.split('.')[1]}s`, id, name, change: kind, fields: [] },
})
const line = (words: string, before: string, after: string): ChangeLine => ({
  ...{ path: words, words, note: '', before, after },
})

describe('changes of rows with one name', () => {
  const stems = (...changes: Change[]) => groupChanges(changes).map(({ stem, members }) => `${stem} ${members.length}`)

  it('are one group: rarities of an item, tiers of a monster', () => {
    const ids = ['id.item.gloam_blade_1001', 'id.item.moth_cowl_1001', 'id.item.gloam_blade_5001']
    const [blade = '', cowl = '', epic = ''] = ids
    expect(stems(change(blade, 'Gloam Blade'), change(cowl, 'Moth Cowl'), change(epic, 'Gloam Blade'))).toEqual([
      'id.item.gloam_blade 2',
      'id.item.moth_cowl_1001 1',
    ])
    expect(stems(change('id.monster.moth_elite', 'Moth'), change('id.monster.moth_boss', 'Moth'))).toEqual([
      'id.monster.moth 2',
    ])
  })

  it('are separate groups if one was added and the other changed, or if their ids differ', () => {
    expect(
      stems(change('id.item.moth_cowl_1001', 'Moth Cowl'), change('id.item.moth_cowl_2001', 'Moth Cowl', 'added')),
    ).toHaveLength(2)
    expect(stems(change('id.quest.lamp_01', 'The Lamp'), change('id.quest.lamp_02', 'The Wick'))).toHaveLength(2)
    expect(stems(change('id.perk_ability.a_1', null), change('id.perk_ability.a_2', null))).toHaveLength(2)
  })
})

describe('the lines of a group', () => {
  it('have one step if all members are equal, and else one step with the indexes of its members', () => {
    const fortune = line('Fortune', '+14', '+17')
    const lines = groupLines([
      [fortune, line('Gear score', '10', '12')],
      [line('Gear score', '20', '24'), fortune],
      [fortune],
    ])
    expect(lines.map((steps) => steps.map(({ line: { words, after }, of }) => [words, after, of]))).toEqual([
      [['Fortune', '+17', []]],
      [
        ['Gear score', '12', [0]],
        ['Gear score', '24', [1]],
      ],
    ])
  })

  it('have a range of percentages', () => {
    const step = (after: number, percent?: string) => ({
      line: { ...line('Gear score', '1', '2'), percent, amounts: [100, after] as const },
      of: [0],
    })
    const steps = [step(112, '+12%'), step(108.5, '+8.5%'), step(90, '-10%'), step(1200, '+1,100%')] as const
    expect(percentRange(steps, inEnglish)).toBe('-10% to +1,100%')
    expect(percentRange([step(108, '+8%'), step(108, '+8%')], inEnglish)).toBe('+8%')
    expect(percentRange([step(108, '+8%'), step(108)], inEnglish)).toBeUndefined()
    expect(percentRange([step(112, '+12 %'), step(108.5, '+8,5 %')], translateTo('de'))).toBe('+8,5 % bis +12 %')
  })

  it('describe consecutive variants by the first and the last', () => {
    const labels = ['Poor', 'Common', 'Rare', 'Epic']
    expect(variantRange([1, 2, 3], labels, inEnglish)).toBe('Common to Epic')
    expect(variantRange([0, 2, 3], labels, inEnglish)).toBe('Poor, Rare, Epic')
    expect(variantRange([0, 1], labels, inEnglish)).toBe('Poor, Common')
    expect(variantRange([], labels, inEnglish)).toBe('')
  })
})
