import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitCount } from '../model/values/bits.ts'
import { letterMask, typosBetween } from './typos.ts'

/** The distance by its recursive definition. */
function byDefinition(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  const isSame = one.at(-1) === other.at(-1)
  const ways = [
    byDefinition(one.slice(0, -1), other) + 1,
    byDefinition(one, other.slice(0, -1)) + 1,
    byDefinition(one.slice(0, -1), other.slice(0, -1)) + (isSame ? 0 : 1),
  ]
  if (one.length > 1 && other.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1))
    ways.push(byDefinition(one.slice(0, -2), other.slice(0, -2)) + 1)
  return Math.min(...ways)
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '灯'), maxLength: 6 })

describe('typos', () => {
  it.each([
    ['lantern', 'lantern', 0],
    ['lantern', 'lanten', 1],
    ['lantern', 'lanterne', 1],
    ['lantern', 'lanturn', 1],
    ['lantern', 'latnern', 1],
    ['lantern', 'latnen', 2],
    ['lantern', 'blade', 3],
  ])('between %s and %s are %d', (one, other, typos) => expect(typosBetween(one, other, 2)).toBe(typos))

  it('are as many as by the definition, up to the maximum', () => {
    fc.assert(
      fc.property(word, word, fc.constantFrom(1, 2), (one, other, max) => {
        expect(typosBetween(one, other, max)).toBe(Math.min(byDefinition(one, other), max + 1))
      }),
      { numRuns: 500 },
    )
  })

  it('are too many in a word that is too long', () => {
    expect(typosBetween('a'.repeat(300), `${'a'.repeat(299)}b`, 2)).toBe(3)
  })
})

it('words of so many typos differ in at most twice as many letters', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(bitCount(letterMask(one) ^ letterMask(other))).toBeLessThanOrEqual(2 * byDefinition(one, other))
    }),
    { numRuns: 300 },
  )
})
