import { describe, expect, it } from 'vitest'
import { formatPath, formatFieldValue } from './format-field.ts'
import { inEnglish } from '../../messages/catalogs.ts'

describe('formatting of changed fields', () => {
  it.each([
    ['gear_score', 'Gear score'],
    ['entries[id.item.ember_lantern_5001|rare].weight', 'Entries, Ember lantern 5001, rare: weight'],
    ['entries[experience].count', 'Entries, experience: count'],
    ['icon.url', 'Icon: url'],
    ['primary_max_xp', 'Primary max XP'],
  ])('formats the path %s as %s', (path, words) => {
    expect(formatPath(path, inEnglish)).toBe(words)
  })

  it.each([
    [null, 'nothing'],
    [undefined, 'nothing'],
    [12_500, '12,500'],
    [-0.5, '-0.5'],
    [0.000747, '0.000747'],
    [1234.56789, '1,234.56789'],
    [true, 'yes'],
    ['Mothsilk Cowl', 'Mothsilk Cowl'],
    ['id.item.ember_lantern_5001', 'Ember lantern 5001'],
    [[], 'none'],
    [['rogue', 'bard'], 'rogue; bard'],
    [
      { item_id: 'id.item.bellmetal_gauntlets_2001', weight: 3044, tier: 'common' },
      'item Bellmetal gauntlets 2001, weight 3,044, tier common',
    ],
    [[{ attribute: 'id.attribute.curse_duration', value: 11.8 }], 'attribute Curse duration, value 11.8'],
  ])('formats the value %j as %s', (value, words) => {
    expect(formatFieldValue(value, inEnglish)).toBe(words)
  })
})
