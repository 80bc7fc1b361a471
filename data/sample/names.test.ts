import fc from 'fast-check'
import { expect, it } from 'vitest'
import { slugOf } from '../api/model/values/raw-key.ts'
import { camelOf, slugIn, slugOfName, textKey } from './names.ts'
import { shuffled, Stream } from './random.ts'

it('converts a name to an upstream key and back', () => {
  expect(slugOfName('Crown of the Drowned King')).toBe('crown_of_the_drowned_king')
  expect(camelOf('crown_of_the_drowned_king_8001')).toBe('CrownOfTheDrownedKing_8001')
  expect(slugIn('id.item.gloam_blade')).toBe('gloam_blade')
  expect(textKey('label', 'loot_tables.type', 'chest')).toBe('Reach_Label_LootTablesType_Chest')
})

const word = fc.stringMatching(/^[a-z]{2,9}$/)

it('reverses camel case for any words with a number at the end', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('', '_1001', '_07', '_07_2'),
      (words, suffix) => {
        const slug = words.join('_') + suffix
        expect(slugOf(camelOf(slug))).toBe(slug)
      },
    ),
  )
})

it('keeps the order of the remaining elements if a list loses some', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 30 }), fc.string(), (list, key) => {
      const kept = list.filter((_, index) => index % 3 !== 0)
      const whole = shuffled(list, key, String)
      expect(shuffled(kept, key, String)).toEqual(whole.filter((value) => kept.includes(value)))
      expect([...whole].sort()).toEqual([...list].sort())
    }),
  )
})

it('draws uniformly and within bounds', () => {
  const stream = new Stream('dice')
  const counts = new Map<number, number>()
  for (let i = 0; i < 6000; i++) {
    const face = stream.int(1, 6)
    counts.set(face, (counts.get(face) ?? 0) + 1)
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6])
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

it('gives a key the same stream each time, and another key a different one', () => {
  const draw = (key: string): number[] => {
    const stream = new Stream(key)
    return [stream.next(), stream.next(), stream.next()]
  }
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
  expect(() => new Stream('a').pick([])).toThrow('nothing to pick from')
})
