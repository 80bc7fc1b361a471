import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeLines, attributeValue } from './attribute-lines.ts'
import { inEnglish, translateTo } from '../../messages/catalogs.ts'

const labels = [
  { field: 'light_radius', name: 'Light Radius', format: 'flat', decimals: 1 },
  { field: 'move_speed', name: 'Move Speed', format: 'flat' },
  { field: 'max_health_bonus', name: 'Max Health Bonus', format: 'percent', decimals: 1 },
  { field: 'nameless' },
]
const texts = (item: Record<string, number>, kind: 'primary' | 'secondary' = 'primary') =>
  attributeLines(item, kind, labels, inEnglish).map(({ text }) => text)

describe('the attributes of an item', () => {
  it('have their label and their range', () => {
    expect(texts({ primary_min_light_radius: 12, primary_max_light_radius: 16.66 })).toEqual([
      'Light Radius 12 to 16.7',
    ])
  })

  it('are one number if both ends are formatted alike', () => {
    expect(texts({ primary_min_light_radius: 16.61, primary_max_light_radius: 16.64 })).toEqual(['Light Radius 16.6'])
    expect(texts({ primary_min_light_radius: 5 })).toEqual(['Light Radius 5'])
  })

  it('keep their signs: a range cannot be mistaken for a minus', () => {
    expect(texts({ primary_min_move_speed: -8, primary_max_move_speed: -6 })).toEqual(['Move Speed -8 to -6'])
    expect(texts({ primary_min_move_speed: -3 })).toEqual(['Move Speed -3'])
    expect(texts({ primary_min_max_health_bonus: -2, primary_max_max_health_bonus: 3.5 })).toEqual([
      'Max Health Bonus -2% to +3.5%',
    ])
  })

  it('are named by their field in words if the dictionary has no label', () => {
    expect(texts({ primary_min_armor_rating: 3, primary_min_nameless: 4 })).toEqual(['Armor Rating 3', 'Nameless 4'])
  })

  it('are of the given kind', () => {
    const item = { primary_min_move_speed: 1, secondary_min_light_radius: 2, gear_score: 50 }
    expect(texts(item)).toEqual(['Move Speed 1'])
    expect(texts(item, 'secondary')).toEqual(['Light Radius 2'])
  })

  it('can be read back for any two numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -999, max: 999 }), (a, b) => {
        const [text = ''] = texts({ primary_min_move_speed: a, primary_max_move_speed: b })
        const reported = text.replace('Move Speed ', '').split(' to ').map(Number)
        expect([reported[0], reported.at(-1)]).toEqual([Math.min(a, b), Math.max(a, b)])
      }),
    )
  })
})

it('numbers are formatted in the language of the page', () => {
  const inGerman = (item: Record<string, number>) =>
    attributeLines(item, 'primary', labels, translateTo('de')).map(({ range }) => range)
  expect(inGerman({ primary_min_light_radius: 1200.5, primary_max_light_radius: 1666.66 })).toEqual([
    '1.200,5 bis 1.666,7',
  ])
  expect(inGerman({ primary_min_max_health_bonus: -2, primary_max_max_health_bonus: 3.5 })).toEqual([
    '-2\u00a0% bis +3,5\u00a0%',
  ])
})

describe('one value of an attribute', () => {
  it.each([
    [{ format: 'percent', decimals: 1 }, 11.7, '+11.7%'],
    [{ format: 'percent', decimals: 0 }, -7.3, '-7%'],
    [{ format: 'flat', decimals: 1 }, 16.66, '16.7'],
    [{}, 16.66, '16.66'],
  ])('by %j, %d is %s', (label, value, text) => {
    expect(attributeValue({ field: 'might', ...label }, value, inEnglish)).toBe(text)
  })
})
