import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimal,
  flag,
  instant,
  integer,
  listOf,
  oneOf,
  ParseError,
  signedDecimal,
  text,
  type Codec,
  type Value,
} from './codecs.ts'
import { api } from '../../table.ts'
import { plainText, textsOf } from '../../test/test-arbitraries.ts'

const offset = integer({ min: -100, max: 100 })
const rarity = oneOf(['common', 'epic', 'unique'])
const embed = listOf(['abilities', 'classes', 'perks'])

const rejected = (codec: Codec, given: string) => {
  const read = codec.read(given)
  if (!(read instanceof ParseError)) throw new Error(`${JSON.stringify(given)} was read as ${JSON.stringify(read)}`)
  return read
}

describe('an integer', () => {
  it.each([
    ['0', 0],
    ['5', 5],
    ['38', 38],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is %d', (given, value) => {
    expect(integer().read(given)).toBe(value)
  })

  it.each(['', ' ', '0x10', '1e3', '+5', '01', '00', '-0', ' 5', '5 ', '5.0', '5.', '1_000', '٣', 'Infinity', 'NaN'])(
    '%j is none',
    (given) => {
      rejected(integer(), given)
      rejected(offset, given)
    },
  )

  it.each([
    ['-1', integer()],
    ['9007199254740992', integer()],
    ['99999999999999999999999', integer()],
    ['0', integer({ min: 1, max: 250 })],
    ['251', integer({ min: 1, max: 250 })],
    ['-101', offset],
  ])('%s is out of range and not clamped', (given, codec) => {
    expect(rejected(codec, given).message).toBe(`got "${given}", which is out of range`)
  })

  it('has a minus sign where the least value is negative', () => {
    expect(offset.read('-40')).toBe(-40)
  })

  it('tells the range that is allowed', () => {
    expect(rejected(integer({ min: 1, max: 250 }), '0').allowed).toEqual(['1 to 250'])
    expect(rejected(integer(), 'x').allowed).toEqual(['0 or more'])
    expect(rejected(integer(), '9007199254740992').allowed).toEqual(['0 to 9007199254740991'])
  })

  it('reads only its canonical text', () => {
    const almost = fc.stringMatching(/^[ +-]?[0-9]{0,4}[.e_ ]?[0-9]{0,2}$/)
    fc.assert(
      fc.property(fc.oneof(almost, fc.string()), (given) => {
        const read = offset.read(given)
        if (!(read instanceof ParseError)) expect(offset.write(read)).toBe(given)
      }),
    )
  })
})

describe('a decimal', () => {
  it.each([
    ['0', 0],
    ['12.5', 12.5],
    ['0.000000001', 1e-9],
    ['1e-7', 1e-7],
    ['1.5e-05', 0.000015],
    ['5e-324', 0],
    ['0.30000000000000004', 0.30000000000000004],
    ['123456789012345.25', 123456789012345.25],
  ])('%s is %d', (given, value) => {
    expect(decimal().read(given)).toBe(value)
  })

  it.each([
    '',
    '-1',
    '+1',
    '.5',
    '5.',
    '1e3',
    '01',
    '0.123456789012345678901',
    '1,5',
    '1000000000000000',
    '999999999999999.999999999',
  ])('%j is none', (given) => {
    rejected(decimal(), given)
  })
})

describe('a signed decimal', () => {
  it.each([
    ['3', 3, '3'],
    ['-2.50', -2.5, '-2.5'],
    ['0.000001', 0.000001, '0.000001'],
    ['-1.25e-7', -1.25e-7, '-0.000000125'],
    ['-1e-30', 0, '0'],
    ['-0', 0, '0'],
    ['-0.0', 0, '0'],
    ['999999999.999999', 999999999.999999, '999999999.999999'],
  ])('%s is %d, written %s', (given, value, canonical) => {
    expect(signedDecimal().read(given)).toBe(value)
    expect(signedDecimal().write(value)).toBe(canonical)
  })

  it.each(['', '-', '+1', '1e3', '01', '--1', '.5', '5.', '1000000000', '0.123456789012345678901'])(
    '%j is none',
    (given) => {
      rejected(signedDecimal(), given)
    },
  )
})

describe('the canonical text of a decimal', () => {
  it.each([
    ['0.000000001', '0.000000001'],
    ['0.0000005', '0.0000005'],
    ['5e-7', '0.0000005'],
    ['1.234e-19', '0.00000000000000000012'],
    ['0.0', '0'],
    ['100.000', '100'],
    ['12.50', '12.5'],
    ['999999999999999', '999999999999999'],
  ])('of %s is %s', (given, canonical) => {
    expect(decimal().write(decimal().read(given) as number)).toBe(canonical)
  })
})

describe('a boolean', () => {
  it.each([
    ['true', true, 'true'],
    ['1', true, 'true'],
    ['false', false, 'false'],
    ['0', false, 'false'],
  ])('%s is %s, written %s', (given, value, canonical) => {
    expect(flag().read(given)).toBe(value)
    expect(flag().write(value)).toBe(canonical)
  })

  it.each(['', 'yes', 'True', 'TRUE', ' true', '01', 'null'])('%j is none', (given) => {
    rejected(flag(), given)
  })
})

describe('a text', () => {
  it('is anything of 1 to 200 characters', () => {
    expect(text().read('Ember Lantern')).toBe('Ember Lantern')
    expect(text().read('x'.repeat(200))).toHaveLength(200)
    expect(rejected(text(), '').message).toBe('is empty')
    expect(rejected(text(), 'x'.repeat(201)).message).toBe('is longer than 200 characters')
  })
})

describe('one of several values', () => {
  it('is just that', () => {
    expect(rarity.read('epic')).toBe('epic')
  })

  it.each(['', 'Epic', 'epic ', 'legendary', 'constructor'])('%j is none of them', (given) => {
    rejected(rarity, given)
  })

  it('lists what is allowed and quotes no more than 60 characters of what it got', () => {
    const { message, allowed } = rejected(rarity, 'z'.repeat(100))
    expect(allowed).toEqual(['common', 'epic', 'unique'])
    expect(message).toBe(`got "${'z'.repeat(60)}...", which is not one of its values`)
  })
})

describe('a comma list', () => {
  it.each([
    ['perks', 'perks'],
    ['perks,classes', 'classes,perks'],
    ['perks,classes,perks', 'classes,perks'],
  ])('%s is %s', (given, canonical) => {
    expect(embed.read(given)).toBe(canonical)
  })

  it.each(['', ',', 'perks,', 'perks,,classes', 'perks, classes', 'constructor'])('%j is none', (given) => {
    rejected(embed, given)
  })

  it('names only the unknown values', () => {
    expect(rejected(embed, 'perks,emotes').message).toBe('got "emotes", which is not among its values')
  })
})

describe('an instant', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00Z'],
    ['2026-01-31T12:00', '2026-01-31T12:00:00Z'],
    ['2026-01-31T12:00:30', '2026-01-31T12:00:30Z'],
    ['2026-01-31T12:00:30Z', '2026-01-31T12:00:30Z'],
    ['2026-01-31T12:00:30.5', '2026-01-31T12:00:30.500Z'],
    ['2026-01-31T12:00:30.123456789Z', '2026-01-31T12:00:30.123Z'],
    ['2026-01-31T12:00:30.000Z', '2026-01-31T12:00:30Z'],
    ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00Z'],
    ['2026-01-31T23:30:00-01:00', '2026-02-01T00:30:00Z'],
    ['2028-02-29', '2028-02-29T00:00:00Z'],
  ])('%s is %s', (given, canonical) => {
    expect(instant().read(given)).toBe(canonical)
  })

  it('accepts the space that an unescaped plus becomes in a query', () => {
    expect(instant().read('2026-01-31T12:00:00 02:00')).toBe('2026-01-31T10:00:00Z')
  })

  it.each([
    '',
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-31',
    '26-01-31',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60Z',
    '2026-01-31T12:00:60Z',
    '2026-01-31T12',
    '2026-01-31 12:00:00',
    '2026-01-31T12:00:00+25:00',
    '2026-01-31T12:00:00+0200',
    '2026-01-31t12:00:00z',
    '2026-01-31Z',
    '1769860800',
    'now',
    '0000-01-01T00:00:00+05:00',
    '9999-12-31T23:59:59-01:00',
  ])('%j is none', (given) => {
    rejected(instant(), given)
  })
})

describe('every codec', () => {
  const texts = (values: fc.Arbitrary<Value>) => values.map(String)
  const date = fc.date({ min: new Date('1800-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })
  const zone = fc.constantFrom('', 'Z', '+02:00', '-11:30', '+14:00')
  const codecs: [string, Codec, fc.Arbitrary<string>][] = [
    ['integer', integer(), texts(fc.maxSafeNat())],
    [
      'signed decimal',
      signedDecimal(),
      fc.stringMatching(/^-?((0|[1-9]\d{0,8})(\.\d{1,6})?|[1-9](\.\d{1,9})?e-\d{1,2})$/),
    ],
    ['signed integer', offset, texts(fc.integer({ min: -100, max: 100 }))],
    ['decimal', decimal(), fc.stringMatching(/^(0|[1-9]\d{0,14})(\.\d{1,9})?$/)],
    ['boolean', flag(), fc.constantFrom('true', 'false', '0', '1')],
    ['text', text(), plainText],
    ['one of', rarity, fc.constantFrom('common', 'epic', 'unique')],
    ['list', embed, textsOf(embed)],
    ['instant', instant(), fc.tuple(date, zone).map(([at, text]) => at.toISOString().replace('Z', text))],
  ]

  it.each(codecs)('reads back what it writes: %s', (_name, codec, given) => {
    fc.assert(
      fc.property(given, (text) => {
        const value = codec.read(text)
        fc.pre(!(value instanceof ParseError))
        expect(codec.read(codec.write(value))).toBe(value)
      }),
      { numRuns: 500 },
    )
  })

  it('returns a value or an error for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        for (const [, codec] of codecs) {
          const value = codec.read(given)
          expect(value instanceof ParseError || ['string', 'number', 'boolean'].includes(typeof value)).toBe(true)
        }
      }),
    )
  })

  it('reads back the defaults of the whole table', () => {
    for (const { params } of api.endpoints)
      for (const { codec, default: byDefault } of Object.values(params))
        if (byDefault !== undefined) expect(codec.read(codec.write(byDefault))).toBe(byDefault)
  })
})
