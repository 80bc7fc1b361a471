import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ParseError } from './values/codecs.ts'
import * as column from './columns.ts'
import { columnsOf, conditionTest, type StoredValue } from './conditions.ts'
import {
  between,
  exact,
  flag,
  idLike,
  presence,
  range,
  substring,
  bindFilters,
  conditionsOf,
  paramsOf,
  within,
  type Filter,
  type FilterDeclaration,
} from './filters.ts'
import { readParams, type Values } from './values/params.ts'

const columns = {
  id: column.id('item'),
  name: column.text(),
  archetype: column.key(),
  rarity: column.checkedSlug(['common', 'epic']),
  required_class: column.slugs(),
  gear_score: column.integer(),
  num_primary_attributes: column.integer(),
  can_use: column.boolean(),
  effect: column.text(),
  item_id: column.reference('item_id', 'items'),
  captured_at: column.timestamp(),
}

/** Whether a value of the filter's own column passes; without a condition, all values do. */
const passes = (declare: FilterDeclaration, values: Values, stored: StoredValue) =>
  conditionsOf(declare(columns), values).every((condition) => conditionTest(condition)(stored))

const firstOf = (declare: FilterDeclaration): Filter => {
  const [filter] = declare(columns)
  if (!filter) throw new Error('The declaration has no filter')
  return filter
}

describe('an exact filter', () => {
  it.each<[string, FilterDeclaration, Values, StoredValue, boolean]>([
    ['the same text', exact('rarity'), { rarity: 'epic' }, 'epic', true],
    ['another text', exact('rarity'), { rarity: 'epic' }, 'epical', false],
    ['another case', exact('rarity'), { rarity: 'epic' }, 'Epic', false],
    ['no value', exact('rarity'), { rarity: 'epic' }, null, false],
    ['a raw key for an id', exact('id'), { id: 'Id_Item_GloamBlade_5001' }, 'id.item.gloam_blade_5001', true],
    ['a raw key as it is stored', exact('id'), { id: 'LT_bogWight' }, 'LT_bogWight', true],
    ['the same number', exact('gear_score'), { gear_score: 50 }, 50, true],
    ['another number', exact('gear_score'), { gear_score: 50 }, 5, false],
    ['zero', exact('gear_score'), { gear_score: 0 }, 0, true],
    ['one element of a list', exact('required_class'), { required_class: 'warden' }, ['duelist', 'warden'], true],
    ['no element of a list', exact('required_class'), { required_class: 'ward' }, ['duelist', 'warden'], false],
    ['an empty list', exact('required_class'), { required_class: 'warden' }, [], false],
  ])('finds or leaves %s', (_what, declare, values, stored, found) => {
    expect(passes(declare, values, stored)).toBe(found)
  })

  it.each(['warden', 'id.player_character.warden', 'Id_PlayerCharacter_Warden'])(
    'of tags accepts %s for a tag and for an id',
    (given) => {
      const declare = exact('required_class', { param: 'class', as: 'tag' })
      expect(passes(declare, { class: given }, ['warden'])).toBe(true)
      expect(passes(declare, { class: given }, ['id.player_character.warden'])).toBe(true)
      expect(passes(declare, { class: given }, ['duelist'])).toBe(false)
    },
  )

  it('can match other columns too, under the name of its parameter', () => {
    const filter = firstOf(exact('id', { param: 'item', or: ['raw_key'] }))
    expect(filter.param).toBe('item')
    expect(columnsOf(filter)).toEqual(['id', 'raw_key'])
  })

  it('is checked only where the column has usual values', () => {
    expect(firstOf(exact('rarity')).checked).toBe(true)
    expect(firstOf(exact('archetype')).checked).toBeUndefined()
  })

  it('takes several values only where the column has usual values', () => {
    expect(conditionsOf(exact('rarity')(columns), { rarity: 'common,epic' })).toMatchObject([
      { column: 'rarity', operator: 'oneOf', value: ['common', 'epic'] },
    ])
    expect(conditionsOf(exact('archetype')(columns), { archetype: 'a,b' })).toMatchObject([
      { column: 'archetype', operator: 'equal', value: 'a,b' },
    ])
  })

  it('with one value tests equality, even if it takes several', () => {
    expect(conditionsOf(exact('rarity')(columns), { rarity: 'epic' })).toMatchObject([
      { column: 'rarity', operator: 'equal', value: 'epic' },
    ])
  })

  it('with several values matches any of them', () => {
    const value = fc.constantFrom('common', 'epic', 'rare', 'id.item.x', 'Id_Item_X')
    const rows = fc.array(fc.option(value), { maxLength: 20 })
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1 }), rows, (values, stored) => {
        const found = (rarity: string) => stored.filter((one) => passes(exact('rarity'), { rarity }, one))
        const each = stored.filter((one) => values.some((rarity) => passes(exact('rarity'), { rarity }, one)))
        expect(found(values.join(','))).toEqual(each)
      }),
    )
  })

  it('reads integers on an integer column and texts elsewhere', () => {
    expect(firstOf(exact('gear_score')).codec.read('fifty')).toBeInstanceOf(ParseError)
    expect(firstOf(exact('archetype')).codec.read('fifty')).toBe('fifty')
  })

  it('has a default where it declares one', () => {
    expect(firstOf(exact('rarity', { default: 'epic' })).default).toBe('epic')
  })
})

describe('a substring filter', () => {
  it.each([
    ['lantern', 'Ember Lantern', true],
    ['EMBER', 'Ember Lantern', true],
    ['r L', 'Ember Lantern', true],
    ['lamp', 'Ember Lantern', false],
    ['%', 'Ember Lantern', false],
    ['_', 'Ember Lantern', false],
    ['100%', '100% moth', true],
    ["keeper's", "The Keeper's Lamp", true],
    ['ФОНАРЬ', 'старый фонарь', true],
    ['灯', '古い灯', true],
    ['x', null, false],
  ])('%j in %j: %s', (needle, stored, found) => {
    expect(passes(substring('name'), { name: needle }, stored)).toBe(found)
  })

  it('tests the text of a localization key only on columns that may contain one', () => {
    expect(firstOf(substring('name')).localized).toBe(true)
    expect(firstOf(substring('archetype')).localized).toBeUndefined()
  })

  it('finds any substring, in any case', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(text, text, text, (before, needle, after) => {
        // In a few scripts, `toLowerCase` depends on neighboring letters (final sigma); this test is about plain concatenation.
        fc.pre((before + needle + after).toLowerCase() === [before, needle, after].map((t) => t.toLowerCase()).join(''))
        expect(passes(substring('name'), { name: needle }, before + needle + after)).toBe(true)
      }),
    )
  })
})

it.each([
  ['ember_lantern', 'id.item.ember_lantern_5001', true],
  ['LANTERN_5', 'id.item.ember_lantern_5001', true],
  ['ember_lantern', 'id.item.emberxlantern', false],
  ['item%lantern', 'id.item.ember_lantern_5001', false],
])('id_like=%s on %s: %s', (given, id, found) => {
  expect(passes(idLike(), { id_like: given }, id)).toBe(found)
})

describe('a range', () => {
  it.each<[Values, StoredValue, boolean]>([
    [{}, 50, true],
    [{}, null, true],
    [{ min_gear_score: 50 }, 50, true],
    [{ min_gear_score: 51 }, 50, false],
    [{ max_gear_score: 50 }, 50, true],
    [{ max_gear_score: 49 }, 50, false],
    [{ min_gear_score: 40, max_gear_score: 60 }, 50, true],
    [{ min_gear_score: 60, max_gear_score: 40 }, 50, false],
    [{ min_gear_score: 0 }, null, false],
    [{ max_gear_score: 100 }, null, false],
    [{ min_gear_score: 0 }, 0, true],
    [{ max_gear_score: 0 }, 0, true],
  ])('%j on %j: %s', (values, stored, found) => {
    expect(passes(range('gear_score'), values, stored)).toBe(found)
  })

  it('may be on a column of another name', () => {
    const filters = range('primary_attributes', 'num_primary_attributes')(columns)
    expect(filters.map(({ param }) => param)).toEqual(['min_primary_attributes', 'max_primary_attributes'])
    expect(filters.flatMap(columnsOf)).toEqual(['num_primary_attributes', 'num_primary_attributes'])
  })

  it('may have bounds with other names', () => {
    expect(between('gear_score', 'rank_min', 'rank_max')(columns).map(({ param }) => param)).toEqual([
      'rank_min',
      'rank_max',
    ])
  })
})

it.each<[Values, StoredValue, boolean]>([
  [{ from: '2026-01-02T00:00:00Z' }, '2026-01-02T00:00:00Z', true],
  [{ from: '2026-01-02T00:00:00Z' }, '2026-01-01T23:59:59.999Z', false],
  [{ to: '2026-01-02T00:00:00Z' }, '2026-01-01T23:59:59.999Z', true],
  [{ to: '2026-01-02T00:00:00Z' }, '2026-01-02T00:00:00Z', false],
  [{ to: '2026-01-02T00:00:00Z' }, null, false],
])('the window %j on %j: %s', (values, stored, found) => {
  expect(passes(within('captured_at'), values, stored)).toBe(found)
})

it('one of several values passes where one is the same', () => {
  const test = conditionTest({ column: 'rarity', operator: 'oneOf', value: ['epic', 'rare'] })
  expect(['epic', 'rare', 'common', null].map(test)).toEqual([true, true, false, false])
})

describe('bound to columns', () => {
  it('a filter knows the facets that list its values, and the resource whose rows they name', () => {
    const [rarity, item] = bindFilters([exact('rarity'), exact('item_id')], columns, 'items')
    expect([rarity?.facetOf, rarity?.references]).toEqual(['items', undefined])
    expect([item?.facetOf, item?.references]).toEqual([undefined, 'items'])
    expect([rarity?.summary, item?.summary]).toEqual([
      'Exact `rarity`; any of several with commas, 50 at most.',
      'Exact `item_id`: an id or a raw upstream key.',
    ])
  })
})

it.each<[Values, StoredValue, boolean]>([
  [{ can_use: true }, true, true],
  [{ can_use: true }, false, false],
  [{ can_use: false }, false, true],
  [{ can_use: false }, null, false],
  [{}, null, true],
])('the flag %j on %j: %s', (values, stored, found) => {
  expect(passes(flag('can_use'), values, stored)).toBe(found)
})

it.each<[Values, StoredValue, boolean]>([
  [{ has_effect: true }, 'Lights 38 m.', true],
  [{ has_effect: true }, null, false],
  [{ has_effect: false }, null, true],
  [{ has_effect: false }, 'Lights 38 m.', false],
  [{}, null, true],
])('presence %j on %j: %s', (values, stored, found) => {
  expect(passes(presence('has_effect', 'effect'), values, stored)).toBe(found)
})

it.each<[string, FilterDeclaration]>([
  ['exact', exact('colour')],
  ['substring', substring('colour')],
  ['range', range('colour')],
  ['flag', flag('colour')],
  ['presence', presence('has_colour', 'colour')],
])('%s on a column that is not declared is refused at once', (_name, declare) => {
  expect(() => declare(columns)).toThrow('A filter names the column colour, which is not declared')
})

it('a filter without a value adds no condition', () => {
  const all = [
    exact('rarity'),
    substring('name'),
    idLike(),
    range('gear_score'),
    flag('can_use'),
    presence('p', 'effect'),
  ]
  const filters = bindFilters(all, columns)
  expect(conditionsOf(filters, readParams(paramsOf(filters), []).values)).toEqual([])
})
