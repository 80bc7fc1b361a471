import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ParseError } from './codecs.ts'
import {
  columnNames,
  maxRanges,
  maxValues,
  oneOrSeveral,
  readSlugRange,
  severalOf,
  slugRanges,
  sortOrder,
} from './list-codecs.ts'

const order = ['common', 'rare', 'epic']
const codec = oneOrSeveral(order)
const messageOf = (given: string) => {
  const read = codec.read(given)
  return read instanceof ParseError ? read.message : undefined
}

describe('what is no column', () => {
  it.each([
    [sortOrder(['id', 'name']), '+name', ['<column>', '-<column>']],
    [sortOrder(['-id'], ['asc', 'desc']), 'name:desc', ['asc', 'desc', '<column>', '-<column>']],
    [columnNames(['id', 'name']), '*', ['<column>', '<prefix>*']],
    [columnNames(['id', 'name']), 'name, rarity', ['<column>', '<prefix>*']],
  ])('is refused with what is allowed, of which examples are only a part: %#', (given, text, allowed) => {
    expect(given.read(text)).toMatchObject({ allowed })
  })
})

describe('ranges of slugs', () => {
  const ranges = (count: number) => Array.from({ length: count }, (_, nth) => `might:..${nth}`).join(',')

  it('are limited in number, which the schema declares too', () => {
    expect(slugRanges().schema).toMatchObject({ maxItems: maxRanges })
    expect(slugRanges().read(ranges(maxRanges))).toBe(ranges(maxRanges))
  })

  it('have the names that columns of a bundle may have, in the case of the column', () => {
    expect(readSlugRange('MoveSpeed_2:-1..3')).toEqual(['MoveSpeed_2', { min: -1, max: 3 }])
    expect(slugRanges().read('MoveSpeed_2')).toBe('MoveSpeed_2')
    expect(slugRanges().read('Move-Speed')).toMatchObject({
      message: 'got "Move-Speed", which is not a slug with or without a range',
    })
  })

  it('are rejected beyond the limit, with the maximum', () => {
    expect(slugRanges().read(ranges(maxRanges + 1))).toMatchObject({
      message: 'names 21 ranges',
      allowed: ['20 ranges at most'],
    })
  })
})

describe('one value or several', () => {
  it.each([
    ['epic', 'epic'],
    ['mythic', 'mythic'],
    ['epic,epic', 'epic'],
    ['epic,common', 'common,epic'],
    ['mythic,epic,Arcane,common,mythic', 'common,epic,Arcane,mythic'],
    ['\u{1f600},\uffee', '\uffee,\u{1f600}'],
  ])('%s is %s', (given, canonical) => {
    expect(codec.read(given)).toBe(canonical)
  })

  it.each([
    ['', 'is empty'],
    [',', 'has an empty value'],
    ['epic,', 'has an empty value'],
    [',epic', 'has an empty value'],
    ['epic,,rare', 'has an empty value'],
    ['x'.repeat(201), 'is longer than 200 characters'],
    [`epic,${'x'.repeat(201)}`, 'is longer than 200 characters'],
    [Array.from({ length: maxValues + 1 }, () => 'epic').join(','), 'names 51 values'],
  ])('%j is refused: %s', (given, message) => {
    expect(messageOf(given)).toBe(message)
  })

  it('are limited in number', () => {
    const most = Array.from({ length: maxValues }, (_, nth) => `v${String(nth).padStart(2, '0')}`)
    expect(codec.read(most.toReversed().join(','))).toBe(most.join(','))
  })

  it('have one canonical form, whatever their order and repetitions', () => {
    const part = fc.oneof(
      fc.constantFrom(...order, 'mythic'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).filter((text) => !text.includes(',')),
    )
    const several = fc.array(part, { minLength: 1, maxLength: 12 })
    const shuffled = several.chain((parts) =>
      fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length })),
    )
    fc.assert(
      fc.property(shuffled, ([parts, others]) => {
        const canonical = String(codec.read(parts.join(',')))
        expect(codec.read(codec.write(canonical))).toBe(canonical)
        expect(codec.read([...others, ...parts].join(','))).toBe(canonical)
        expect(new Set(severalOf(canonical))).toEqual(new Set(parts))
        expect(severalOf(canonical)).toHaveLength(new Set(parts).size)
      }),
    )
  })
})
