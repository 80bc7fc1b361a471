import { describe, expect, it } from 'vitest'
import { ParseError } from '../../model/values/codecs.ts'
import { overridesOf, rollCodec } from './overrides.ts'

const codec = rollCodec()

describe('a roll', () => {
  it.each([
    ['3', '3'],
    ['-2.50', '-2.5'],
    ['-0', '0'],
    ['0.000001', '0.000001'],
    ['999999999.999999', '999999999.999999'],
    ['3:Ruby', '3:Ruby'],
    ['3.0: Blue Sapphire ', '3:Blue Sapphire'],
    ['3:a:b', '3:a:b'],
    ['3:<img src=x onerror=1>', '3:<img src=x onerror=1>'],
  ])('%s is %s', (given, canonical) => {
    expect(codec.read(given)).toBe(canonical)
    expect(codec.read(codec.write(canonical))).toBe(canonical)
  })

  it.each([
    '',
    'x',
    '+3',
    '3,5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '.5',
    '3.',
    '1234567890',
    '0.123456789012345678901',
    ':Ruby',
    '3:',
    '3: ',
  ])('%j is refused', (given) => {
    expect(codec.read(given)).toBeInstanceOf(ParseError)
  })

  it('has a gem name of at most 100 characters', () => {
    expect(codec.read(`3:${'x'.repeat(100)}`)).toBe(`3:${'x'.repeat(100)}`)
    expect(codec.read(`3:${'x'.repeat(101)}`)).toBeInstanceOf(ParseError)
    expect(codec.read(`3:${'💎'.repeat(100)}`)).toBe(`3:${'💎'.repeat(100)}`)
  })

  it('is rejected exactly when its schema rejects it', () => {
    const { pattern = '', not } = codec.schema as { pattern?: string; not?: { pattern: string } }
    const [takes, refuses] = [pattern, not?.pattern ?? '^$'].map((text) => new RegExp(text, 'u'))
    const numerals = [
      '3',
      '-2.5',
      '0',
      '-0.0',
      '01',
      '1e3',
      '1e-7',
      '-2.5e-07',
      '999999999',
      '1000000000',
      '.5',
      '3.',
      '',
    ]
    const gems = [
      '',
      ':',
      ': ',
      ':Ruby',
      ': Blue Sapphire ',
      ':a:b',
      ':\u3000',
      `:${'💎'.repeat(100)}`,
      `:${'x'.repeat(101)}`,
    ]
    for (const given of numerals.flatMap((numeral) => gems.map((gem) => `${numeral}${gem}`)))
      expect(takes?.test(given) === true && refuses?.test(given) === false, given).toBe(
        !(codec.read(given) instanceof ParseError),
      )
  })
})

it('overrides are in the order of their fields, whatever their order in the URL', () => {
  const values = { 'secondary[will]': '2:a:b', 'primary[luck]': 4, 'secondary[agility]': '-1', quantity: 5 }
  const { primary, secondary, quantity, foundBy } = overridesOf(values)
  expect([...primary]).toEqual([['luck', 4]])
  expect([...secondary]).toEqual([
    ['agility', { value: -1, gem: undefined }],
    ['will', { value: 2, gem: 'a:b' }],
  ])
  expect([quantity, foundBy]).toEqual([5, undefined])
})

it('a member called __proto__ is one like any other', () => {
  expect([...overridesOf({ 'primary[__proto__]': 1 }).primary]).toEqual([['__proto__', 1]])
})
