import { describe, expect, it } from 'vitest'
import { attributesOf } from '../../request/thing/attribute-lines.ts'
import { changeLines } from './change-lines.ts'
import type { FieldChange } from '../../request/thing/row-detail.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const rows = [
  { field: 'weapon_damage', name: 'Weapon Damage', format: 'flat', decimals: 0 },
  { field: 'critical_damage', name: 'Critical Damage', format: 'percent', decimals: 1 },
  { field: 'max_health', name: 'Max Health', format: 'flat' },
]
const attributes = attributesOf(rows)
const field = (path: string, before: unknown, after: unknown): FieldChange => ({ path, before, after })
const reported = (...fields: FieldChange[]) =>
  changeLines(fields, { t: inEnglish, attributes }).map(({ words, note, before, after, direction: way }) =>
    [words, note && `(${note})`, before, '→', after, way].filter(Boolean).join(' '),
  )

describe('the lines of a change', () => {
  it('are one per attribute, with its name and units, wherever its two ends are', () => {
    expect(
      reported(
        field('primary_max_weapon_damage', 40, 36),
        field('gear_score', 120, 124),
        field('secondary_max_critical_damage', 10, 9),
        field('primary_min_weapon_damage', 36, 32),
        field('secondary_min_critical_damage', 5, 4.5),
      ),
    ).toEqual([
      'Weapon Damage (primary) 36 to 40 → 32 to 36 lower',
      'Gear score 120 → 124 higher',
      'Critical Damage (secondary) +5% to +10% → +4.5% to +9% lower',
    ])
  })

  it('name the part that changed, and separate equal fields of two parts', () => {
    const ofPart = (id: string, name: string | null) => ({
      ...field('cooldown_max', 12, 9),
      part: { resource: 'monster_abilities', id: `id.monster.wight ${id}`, name },
    })
    const lines = changeLines(
      [
        field('cooldown_max', 5, 6),
        ofPart('id.monster_ability.lunge', null),
        ofPart('id.monster_ability.moan', 'Moan'),
      ],
      { t: inEnglish, attributes },
    )
    expect(lines.map(({ part, before, after }) => [part, before, after])).toEqual([
      [undefined, '5', '6'],
      ['Lunge', '12', '9'],
      ['Moan', '12', '9'],
    ])
  })

  it('name the end of a range if only that one changed', () => {
    expect(reported(field('secondary_max_critical_damage', 10, 9))).toEqual([
      'Critical Damage (secondary, at most) +10% → +9% lower',
    ])
    expect(reported(field('primary_min_max_health', 1, 2))).toEqual(['Max Health (primary, at least) 1 → 2 higher'])
  })

  it('accept attributes whose own name starts like an end', () => {
    expect(reported(field('primary_min_max_health', 1, 2), field('primary_max_max_health', 3, 4))).toEqual([
      'Max Health (primary) 1 to 3 → 2 to 4 higher',
    ])
  })

  it('also join the ends of ranges that are not attributes', () => {
    expect(reported(field('damage_min', 20, 19), field('damage_max', 36, 33))).toEqual([
      'Damage 20 to 36 → 19 to 33 lower',
    ])
    expect(reported(field('entries[a].min_quantity', 1, 2), field('entries[a].max_quantity', 2, 2))).toEqual([
      'Entries, a: quantity 1 to 2 → 2 higher',
    ])
  })

  it('do not join fields whose names only look like ends', () => {
    expect(reported(field('max_stack_size', 3, 5))).toEqual(['Max stack size 3 → 5 higher'])
    expect(reported(field('entries[a].min_quantity', 1, 2), field('entries[b].max_quantity', 2, 2))).toHaveLength(2)
  })

  it('have the direction wider or narrower, and none if a range was added or removed', () => {
    expect(reported(field('damage_min', 20, 19), field('damage_max', 36, 38))).toEqual([
      'Damage 20 to 36 → 19 to 38 wider',
    ])
    expect(reported(field('damage_min', 20, 21), field('damage_max', 36, 35))).toEqual([
      'Damage 20 to 36 → 21 to 35 narrower',
    ])
    expect(reported(field('primary_min_weapon_damage', null, 3), field('primary_max_weapon_damage', null, 4))).toEqual([
      'Weapon Damage (primary) nothing → 3 to 4',
    ])
    expect(reported(field('can_use', false, true))).toEqual(['Usable no → yes'])
  })

  it('are one per effect, with its value and relative change', () => {
    const effects = (fortune: number) => [
      { attribute: 'id.attribute.fortune', value: fortune },
      { attribute: 'id.attribute.critical_damage', value: 5 },
    ]
    const lines = changeLines([field('effects', effects(14), effects(17))], { t: inEnglish, attributes })
    expect(lines).toEqual([
      {
        ...{ path: '[id.attribute.fortune]', words: 'Fortune', note: '', before: '+14', after: '+17' },
        ...{ direction: 'higher', percent: '+21%', amounts: [14, 17], attribute: 'id.attribute.fortune' },
        names: ['Fortune'],
      },
    ])
    const [gone] = changeLines([field('effects', effects(14), effects(14).slice(0, 1))], { t: inEnglish, attributes })
    expect([gone?.words, gone?.before, gone?.after, gone?.percent]).toEqual([
      ...['Critical Damage', '+5%', 'nothing', undefined],
    ])
    expect(reported(field('effects', [{ attribute: 'a', value: 1, of: 'b' }], null))).toEqual([
      'Effects attribute a, value 1, of b → nothing',
    ])
  })

  it.each([
    [100, 108, '+8%'],
    [100, 91.5, '-8.5%'],
    [3, 40, '+1,233%'],
    [0, 4, undefined],
    [-4, -5, undefined],
    [4, null, undefined],
  ])('have the relative change from %j to %j: %j', (before, after, percent) => {
    const [line] = changeLines([field('gear_score', before, after)], { t: inEnglish, attributes })
    expect(line?.percent).toBe(percent)
  })

  it('have the relative change of both ends of a range and the id of its attribute', () => {
    const ids = new Map([['weapon_damage', 'id.attribute.weapon_damage']])
    const ends = [field('primary_min_weapon_damage', 36, 40), field('primary_max_weapon_damage', 44, 48)]
    const [line] = changeLines(ends, { t: inEnglish, attributes, attributeIds: ids })
    expect([line?.percent, line?.attribute]).toEqual(['+10%', 'id.attribute.weapon_damage'])
  })

  it('use the names of things in place of ids', () => {
    const [line] = changeLines([field('entries[id.item.moth_1001|rare].weight', 2, 1)], {
      t: inEnglish,
      attributes,
      nameOf: (text) => (text.startsWith('id.') ? 'Moth Cowl' : text),
    })
    expect(line?.words).toBe('Entries, Moth Cowl, rare: weight')
    expect(line?.names).toEqual(['Moth Cowl', 'rare'])
  })
})
