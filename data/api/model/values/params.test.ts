import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flag, integer, oneOf, text } from './codecs.ts'
import { membersOf, nearest, paramOf, readParams, type Params } from './params.ts'
import { anyEndpoint } from '../../test/test-arbitraries.ts'
import { endpointOf } from '../../test/test-store.ts'
import { maxReportedNames } from './errors.ts'
import { idList } from './list-codecs.ts'
import { fastest } from '../../../../scripts/test/fastest.ts'

const params: Params = {
  name: { codec: text(), summary: 'Name.' },
  rarity: { codec: oneOf(['common', 'epic']), summary: 'Rarity.' },
  min_gear_score: { codec: integer(), summary: 'Least gear score.' },
  limit: { codec: integer({ min: 1, max: 250 }), default: 25, summary: 'Rows.' },
  condense: { codec: flag(), default: true, summary: 'Nulls.' },
}
const required: Params = { item_id: { codec: text(), required: true, summary: 'Item.' } }

describe('values', () => {
  it('are read by the codecs, with defaults for absent parameters', () => {
    const { values, given, errors } = readParams(params, [
      ['rarity', 'epic'],
      ['limit', '250'],
    ])
    expect(values).toEqual({ name: undefined, rarity: 'epic', min_gear_score: undefined, limit: 250, condense: true })
    expect([...given]).toEqual(['rarity', 'limit'])
    expect(errors).toEqual([])
  })

  it('are absent if the text is invalid, without falling back to the default', () => {
    const { values, errors } = readParams(params, [['limit', '0']])
    expect(values.limit).toBeUndefined()
    expect(errors).toEqual([{ parameter: 'limit', message: 'got "0", which is out of range', allowed: ['1 to 250'] }])
  })
})

describe('validation errors', () => {
  it('are all reported at once', () => {
    const { errors } = readParams({ ...params, ...required }, [
      ['rarity', 'mythic'],
      ['name', ''],
      ['limit', '1'],
      ['limit', '2'],
      ['limit', '3'],
      ['colour', 'red'],
    ])
    expect(errors.map(({ parameter, message }) => `${parameter} ${message}`)).toEqual([
      'rarity got "mythic", which is not one of its values',
      'name is empty',
      'limit is given twice',
      'colour is not a parameter of this endpoint',
      'item_id is required',
    ])
  })

  it('of a parameter given twice say how to send several values, if it takes several', () => {
    const twice = (name: string) =>
      readParams({ ids: { codec: idList(), summary: '' }, ...params }, [
        [name, '1'],
        [name, '2'],
      ]).errors
    expect(twice('ids')).toEqual([
      { parameter: 'ids', message: 'is given twice', allowed: ['values with commas between them'] },
    ])
    expect(twice('limit')).toEqual([{ parameter: 'limit', message: 'is given twice' }])
  })

  it.each([
    ['rarty', 'rarity'],
    ['Limit', 'limit'],
    ['gear_score', 'min_gear_score'],
    ['colour', undefined],
  ])('of the unknown %s suggest %s', (name, near) => {
    expect(readParams(params, [[name, '1']]).errors[0]?.did_you_mean).toBe(near)
  })

  it('say which parameter to use instead of one of another patch mode', () => {
    expect(readParams(params, [['at_patch', '1.1.0.2188']], { hints: { at_patch: 'patch' } }).errors).toEqual([
      {
        parameter: 'at_patch',
        message: 'does not go with this endpoint: use patch',
        did_you_mean: 'patch',
      },
    ])
  })

  describe('of many unknown names', () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, nth) => [`rarit${nth}`, ''] as const)
    const told = Array.from({ length: maxReportedNames }, (_, nth) => ({
      parameter: `rarit${nth}`,
      message: 'is not a parameter of this endpoint',
      did_you_mean: 'rarity',
    }))

    it.each([
      [10, []],
      [11, ['is not a parameter of this endpoint']],
      [12, ['is not a parameter of this endpoint, nor is 1 other']],
      [2000, ['is not a parameter of this endpoint, nor are 1989 others']],
    ])('of %i, report the first, and how many more there are', (count, last) => {
      const others = last.map((message) => ({ parameter: 'rarit10', message }))
      expect(readParams(params, pairs(count)).errors).toEqual([...told, ...others])
    })

    it('report misplaced and missing parameters after any number of others', () => {
      const { errors } = readParams({ ...params, ...required }, [...pairs(2000), ['at_patch', '1']], {
        hints: { at_patch: 'patch' },
      })
      expect(errors.slice(maxReportedNames).map(({ parameter }) => parameter)).toEqual([
        'at_patch',
        'rarit10',
        'item_id',
      ])
    })
  })

  it('quote no more than 60 characters of an unknown name', () => {
    expect(readParams(params, [['x'.repeat(61), '']]).errors[0]?.parameter).toBe(`${'x'.repeat(60)}...`)
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('report %s like any unknown name', (name) => {
    const { values, errors } = readParams(params, [[name, 'x']], { hints: {} })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ parameter: name, message: 'is not a parameter of this endpoint' })
    const withDefault = Object.keys(params).filter((one) => params[one]?.default !== undefined)
    expect(Object.keys(values)).toEqual(withDefault)
  })
})

describe('a family of parameters', () => {
  const family: Params = { 'min[*]': { codec: integer(), summary: 'Least.' }, ...params }

  it('is given by its members, each once', () => {
    const pairs = [
      ['min[b]', '2'],
      ['min[a_1]', '1'],
      ['min[__proto__]', '3'],
      ['min[b]', '4'],
    ] as const
    const { values, errors } = readParams(family, pairs)
    expect([...membersOf(values, 'min')]).toEqual([
      ['__proto__', 3],
      ['a_1', 1],
      ['b', 2],
    ])
    expect(errors).toEqual([{ parameter: 'min[b]', message: 'is given twice' }])
    expect(Object.hasOwn(readParams(family, []).values, 'min[*]')).toBe(false)
  })

  it.each(['min[*]', 'min[]', 'min[A]', 'min[a', 'min[a]b', 'min', `min[${'x'.repeat(65)}]`, 'min[a][b]'])(
    'does not know %s',
    (name) => {
      expect(paramOf(family, name)).toBeUndefined()
      expect(readParams(family, [[name, '1']]).errors).toHaveLength(1)
    },
  )
})

describe('a lenient request', () => {
  it('ignores unknown names and lists them', () => {
    const { errors, ignored } = readParams(params, [['colour', 'red']], { lenient: true })
    expect([errors, ignored]).toEqual([[], ['colour']])
  })

  it('with `cursor` at an endpoint that has none still needs its required parameters', () => {
    const cursor = [['cursor', 'x']] as const
    const missing = (has: object) => readParams({ ...required, ...has }, cursor, { lenient: true }).errors
    expect(missing({}).map(({ parameter }) => parameter)).toEqual(Object.keys(required))
    expect(missing({ cursor: params.name })).toEqual([])
  })

  it('lists each once, however often it is given', () => {
    const pairs = ['colour', 'size', 'colour'].map((name) => [name, '1'] as const)
    expect(readParams(params, pairs, { lenient: true }).ignored).toEqual(['colour', 'size'])
    expect(readParams(params, pairs).errors.map(({ parameter }) => parameter)).toEqual(['colour', 'size'])
  })

  it('with thousands of unknown names is read in milliseconds', async () => {
    const pairs = Array.from({ length: 4000 }, (_, nth) => [nth.toString(36), ''] as const)
    const read = () => readParams({}, pairs, { lenient: true })
    expect(read().ignored).toHaveLength(4000)
    expect(await fastest(read)).toBeLessThan(200)
  })

  it('still refuses bad values and the parameter of the other patch mode', () => {
    const pairs = [
      ['rarity', 'mythic'],
      ['at_patch', '1'],
    ] as const
    const { errors, ignored } = readParams(params, pairs, { lenient: true, hints: { at_patch: 'patch' } })
    expect(errors.map(({ parameter }) => parameter)).toEqual(['rarity', 'at_patch'])
    expect(ignored).toEqual([])
  })
})

it.each([
  ['raritx', ['name', 'rarity'], 'rarity'],
  ['nam', ['limit', 'name'], 'name'],
  ['zzz', ['name', 'rarity'], undefined],
  ['', ['name'], undefined],
  ['x'.repeat(61), ['x'.repeat(61)], undefined],
])('the nearest to %j among %j is %s', (name, known, near) => {
  expect(nearest(name, known)).toBe(near)
})

describe('no pairs of names and texts', () => {
  const name = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'valueOf', 'limit', 'page', 'cursor', 'patch', 'locale'),
    fc.string({ unit: 'binary' }),
  )
  const pairs = fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 300 })), { maxLength: 8 })

  it('make `readParams` throw, lenient or not', () => {
    fc.assert(
      fc.property(anyEndpoint, pairs, fc.boolean(), (id, given, lenient) => {
        const endpoint = endpointOf(id)
        const { values, errors, ignored } = readParams(endpoint.params, given, { lenient, hints: endpoint.mode.hints })
        expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
        expect(Object.keys(values).every((known) => paramOf(endpoint.params, known))).toBe(true)
        const strangers = new Set(given.filter(([known]) => !paramOf(endpoint.params, known)).map(([name]) => name))
          .size
        expect(errors.length + ignored.length).toBeGreaterThanOrEqual(strangers)
      }),
    )
  })
})
