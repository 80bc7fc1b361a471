import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTarget } from '../../../data/api/request/target.ts'
import { readCall } from './target.ts'

const list = {
  name: ['things', 'list'],
  path: '/v2/things',
  result: 'list',
  rowsIn: ['body'],
  hasLocale: true,
} as const
const entry = { ...list, path: '/v2/things/{id}/parts/{part}', hasLocale: false } as const
const targetOf = (...args: readonly unknown[]) => readCall(list, args, undefined).target

describe('the target of a call', () => {
  it('is only the path without parameters', () => {
    expect([targetOf(), targetOf({}), targetOf({ name: undefined, rarity: null })]).toEqual(Array(3).fill('/v2/things'))
  })

  it('contains numbers, booleans, instants, lists and families of parameters', () => {
    expect(targetOf({ limit: 5, condense: false })).toBe('/v2/things?limit=5&condense=false')
    expect(targetOf({ from: new Date(0) })).toBe('/v2/things?from=1970-01-01T00%3A00%3A00.000Z')
    expect(targetOf({ embed: ['a', 'b'], primary: { health: 3 } })).toBe('/v2/things?embed=a%2Cb&primary%5Bhealth%5D=3')
  })

  it("has the client's locale if the operation has that parameter and the call names none", () => {
    expect(readCall(list, [], 'de').target).toBe('/v2/things?locale=de')
    expect(readCall(list, [{ locale: 'ja' }], 'de').target).toBe('/v2/things?locale=ja')
    expect(readCall(list, [{ locale: undefined }], 'de').target).toBe('/v2/things?locale=de')
    expect(readCall(list, [{ cursor: 'of-a-list-in-ja' }], 'de').target).toBe('/v2/things?cursor=of-a-list-in-ja')
    expect(readCall(entry, ['a', 'b'], 'de').target).toBe('/v2/things/a/parts/b')
  })

  it('takes the values of the path first, then parameters, then options', () => {
    const { signal } = new AbortController()
    expect(readCall(entry, ['a', '{id}', { x: 1 }, { signal }], undefined)).toEqual({
      target: '/v2/things/a/parts/%7Bid%7D?x=1',
      signal,
    })
  })

  it.each([[''], ['.'], ['..'], [undefined], [null], [{}]])(
    'refuses %j in a path, which would be another one',
    (id) => {
      expect(() => readCall(entry, [id, 'b'], undefined)).toThrow(TypeError)
    },
  )

  it('is read by the API as the same values, whatever the texts are', () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 20 })
      .map((one) => `x${one.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '')}`)
    fc.assert(
      fc.property(text, text, text, (id, name, value) => {
        const { target } = readCall(entry, [id, 'b', { [name]: value }], undefined)
        const { segments, pairs } = parseTarget(target)
        expect([segments[2], pairs]).toEqual([id, [[name, value]]])
      }),
    )
  })
})
