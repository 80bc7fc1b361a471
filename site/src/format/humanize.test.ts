import { describe, expect, it } from 'vitest'
import { chanceBarFraction, formatChance, formatOdds, byChance, formatQuantity } from './drop-chances.ts'
import { iconOf, nameOf } from './row-name.ts'
import { formatDay } from './format-date.ts'
import { columnLabel, humanize, formatNumber, humanizeId, humanizePart, humanizeSlug } from './humanize.ts'
import { inEnglish } from '../messages/catalogs.ts'

describe('names of columns and slugs', () => {
  it.each([
    ['gear_score', 'Gear score'],
    ['loot-tables', 'Loot tables'],
    ['hp', 'Health'],
    ['min_hp', 'Min health'],
    ['hpa', 'Hpa'],
    ['', ''],
    ['_trailing_', 'Trailing'],
  ])('%j is %j in words', (name, words) => {
    expect(humanize(name)).toBe(words)
  })

  it.each([
    ['id.monster_ability.bog_wight_lunge', 'id.monster.bog_wight_elite', 'Lunge'],
    ['id.monster_ability.bone_hurl', 'id.monster.bog_wight_elite', 'Bone hurl'],
    ['id.monster_ability.bog_wight', 'id.monster.bog_wight_elite', 'Bog wight'],
    ['slam', 'id.monster.bog_wight', 'Slam'],
  ])('%s of %s is %s', (id, owner, words) => expect(humanizePart(id, owner)).toBe(words))

  it.each([
    ['loot_table_id', 'Loot table'],
    ['reward_ids', 'Reward'],
    ['is_default', 'Default'],
    ['can_use', 'Usable'],
    ['is_', 'Is'],
    ['island', 'Island'],
    ['desc', 'Description'],
    ['desc_data', 'Description'],
    ['description', 'Description'],
  ])('the column %j is labelled %j', (column, label) => {
    expect(columnLabel(inEnglish, column)).toBe(label)
  })

  it.each([
    ['Type.Spell.Cast.Channel', 'Channel'],
    ['EDCMerchantServiceType::Buy', 'Buy'],
    ['drawn_to_light', 'Drawn to light'],
    ['epic', 'Epic'],
    ['Not a slug. At all', 'Not a slug. At all'],
  ])('the slug %j is shown as %j', (slug, displayed) => {
    expect(humanizeSlug(slug)).toBe(displayed)
  })

  it('an id without a name is shown as its last part', () => {
    expect(humanizeId('id.item.ember_lantern_5001')).toBe('Ember lantern 5001')
    expect(humanizeId('id.loot_table.bog_wight')).toBe('Bog wight')
    expect(humanizeId('no_id')).toBe('No id')
  })
})

describe('a row', () => {
  it('is named by its name, title or id', () => {
    const id = 'id.quest.first_lamp'
    expect(nameOf({ id, name: 'Lamp Oath', title: 'The First Lamp' })).toBe('Lamp Oath')
    expect(nameOf({ id, name: null, title: 'The First Lamp' })).toBe('The First Lamp')
    expect(nameOf({ id })).toBe('First lamp')
  })

  it('has an icon from a URL or from an object with a URL', () => {
    expect(iconOf({ icon_url: '/assets/a', icon: { url: '/assets/b' } })).toBe('/assets/a')
    expect(iconOf({ icon: { url: '/assets/b', hash: 'b' } })).toBe('/assets/b')
    for (const icon of [null, undefined, 'T_Icon', {}, { url: 3 }]) expect(iconOf({ icon })).toBeUndefined()
  })
})

describe('numbers', () => {
  it('have thousands separators', () => {
    expect(formatNumber(1234567)).toBe('1,234,567')
    expect(formatNumber(-0.5)).toBe('-0.5')
  })

  it.each([
    [1, '100%'],
    [0.25, '25%'],
    [0.12345, '12.3%'],
    [0.0001, '0.01%'],
    [0.000032, '0.0032%'],
    [0.0000000123, '0.00000123%'],
    [0.9985, '99.9%'],
    [0.9994, '99.94%'],
    [0.9996, '99.96%'],
    [0.99989, '99.99%'],
    [0.999999, '> 99.99%'],
    [0.99999999999995, '> 99.99%'],
    [0, 'never'],
  ])('a chance of %d is %s', (probability, reported) => {
    expect(formatChance(probability, inEnglish)).toBe(reported)
  })

  it.each([
    [0.0044, '1 in 227'],
    [0.000001, '1 in 1,000,000'],
    [0.3, '1 in 3.3'],
    [0.5, '1 in 2'],
    [0.51, ''],
    [1, ''],
    [0, ''],
  ])('a chance of %d has the odds %j', (probability, odds) => {
    expect(formatOdds(probability, inEnglish)).toBe(odds)
  })

  it('a chance fills the same fraction of its bar everywhere', () => {
    expect([1, 0.1, 0.01, 0.001].map(chanceBarFraction)).toEqual([1, 0.75, 0.5, 0.25])
    expect(chanceBarFraction(0.0044)).toBeCloseTo(0.411, 3)
    expect([0.0001, 0.00000001, 0].map(chanceBarFraction)).toEqual([0.02, 0.02, 0])
  })

  it('chances are sorted in descending order; rows without one come last', () => {
    const rows = [{ probability: 0.1 }, {}, { probability: 0.7 }]
    expect(rows.toSorted(byChance)).toEqual([{ probability: 0.7 }, { probability: 0.1 }, {}])
  })

  it.each([
    [{ min_quantity: 2, max_quantity: 5 }, '2 to 5'],
    [{ min_quantity: 3, max_quantity: 3 }, '3'],
    [{ min_quantity: 3 }, '3'],
    [{ min_quantity: 3, max_quantity: null }, '3'],
    [{ max_quantity: 5 }, '0 to 5'],
    [{ min_quantity: null, max_quantity: 5 }, '0 to 5'],
    [{ min_quantity: null, max_quantity: null }, ''],
    [{}, ''],
  ])('the quantity of %j is %j', (entry, reported) => {
    expect(formatQuantity(entry, inEnglish)).toBe(reported)
  })
})

describe('instants', () => {
  it('are formatted as days in UTC', () => {
    expect(formatDay('2026-03-04T23:59:59Z')).toBe('Mar 4, 2026')
    expect(formatDay('2026-03-04T23:59:59-02:00')).toBe('Mar 5, 2026')
  })
})
