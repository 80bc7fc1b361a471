import { describe, expect, it } from 'vitest'
import { listNamed } from '../../test/test-site.ts'
import { compareRows, formatDifference } from './comparison.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const known = {
  t: inEnglish,
  facets: { rarity: { epic: { label: 'Episch' }, rare: { label: 'Selten' } } },
  attributes: [{ field: 'might', name: 'Might', format: 'flat', decimals: 0 }],
  nameOf: (id: string) => `the name of ${id}`,
}
const linesOf = (path: string, ...rows: Record<string, unknown>[]) =>
  compareRows(listNamed(path), rows, known).map(({ title, lines }) => [
    title,
    ...lines.map(({ label, values, differs }) => [label, ...values, differs]),
  ])

describe('a comparison', () => {
  it('has attributes with their ranges, possible rolls, and facts in the order of the declaration', () => {
    expect(
      linesOf(
        'items',
        {
          id: 'a',
          rarity: 'epic',
          gear_score: 50,
          primary_min_might: 2,
          primary_max_might: 4,
          required_class: ['warden'],
        },
        { id: 'b', rarity: 'rare', gear_score: 50, secondary_min_luck: 1, secondary_max_luck: 1 },
      ),
    ).toEqual([
      ['Attributes', ['Might', '2 to 4', '', true]],
      ['Possible rolls', ['Luck', '', '1', true]],
      [
        'Facts',
        ['Rarity', 'Episch', 'Selten', true],
        ['Required class', 'Warden', '', true],
        ['Gear score', '50', '50', false],
      ],
    ])
  })

  it('has a line for each resistance, and names in place of ids', () => {
    const wight = { id: 'a', hp: 100, resistances: { frost: 25 }, loot_table_id: 'id.loot_table.wight' }
    expect(linesOf('monsters', wight, { id: 'b', hp: 120, resistances: { frost: 25, fire: -10 } })).toEqual([
      [
        'Facts',
        ['Health', '100', '120', true],
        ['Resistances: Frost', '25%', '25%', false],
        ['Resistances: Fire', '', '-10%', true],
        ['Loot table', 'the name of id.loot_table.wight', '', true],
      ],
    ])
  })

  it('uses the labels of the facets for types of damage', () => {
    const facets = { 'monsters.resistances': { frost: { label: 'Kälte' } } }
    const [facts] = compareRows(listNamed('monsters'), [{ id: 'a', resistances: { frost: 25 } }], { ...known, facets })
    expect(facts?.lines.map(({ label, names }) => [label, names])).toEqual([['Resistances: Kälte', ['Kälte']]])
  })

  it('lists the texts of the game’s data in each line', () => {
    const wight = { id: 'a', hp: 100, resistances: { frost: 25 }, loot_table_id: 'id.loot_table.wight' }
    const [facts] = compareRows(listNamed('monsters'), [wight, { id: 'b', hp: 120 }], known)
    expect(facts?.lines.map(({ label, names }) => [label, names])).toEqual([
      ['Health', undefined],
      ['Resistances: Frost', ['Frost']],
      ['Loot table', ['the name of id.loot_table.wight']],
    ])
    const epic = { id: 'a', rarity: 'epic', gear_score: 50, primary_min_might: 2, primary_max_might: 4 }
    const lines = compareRows(listNamed('items'), [epic], known).flatMap((section) => section.lines)
    expect(lines.map(({ names }) => names)).toEqual([['Might'], ['Episch'], undefined])
  })

  it('formats the difference between a number and that of the first thing', () => {
    expect([0, 1, 2, 3].map((place) => formatDifference([10, 12, 9.95, undefined], place, inEnglish))).toEqual([
      '',
      '+2',
      '-0.05',
      '',
    ])
    expect(formatDifference([undefined, 4], 1, inEnglish)).toBe('')
  })
})
