import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../model/values/errors.ts'
import { parseQuery, parseTarget } from './target.ts'

const isRefused = (raw: string) => {
  try {
    parseTarget(raw)
    return false
  } catch (problem) {
    if (problem instanceof Problem && problem.code === 'bad_request') return true
    throw problem
  }
}

describe('a target', () => {
  it('is split and decoded', () => {
    expect(parseTarget('/v2/items/Id_Item_Caf%C3%A9?name=ember%20lantern&patch=4')).toEqual({
      path: '/v2/items/Id_Item_Caf%C3%A9',
      segments: ['v2', 'items', 'Id_Item_Café'],
      pairs: [
        ['name', 'ember lantern'],
        ['patch', '4'],
      ],
    })
  })

  it.each([
    ['/', ['']],
    ['/v2/items/', ['v2', 'items', '']],
    ['/v2/items/...', ['v2', 'items', '...']],
    ['/v2/items/a..b', ['v2', 'items', 'a..b']],
    ["/v2/a:b@c/d,e;f=g&h'(i)*!$+~", ['v2', 'a:b@c', "d,e;f=g&h'(i)*!$+~"]],
    ['/v2/%5Bcrown%5D', ['v2', '[crown]']],
  ])('%s has the segments %j', (raw, segments) => {
    expect(parseTarget(raw).segments).toEqual(segments)
  })

  it.each([
    '',
    'v2/items',
    '*',
    'http://reach.example/v2/items',
    '//reach.example/v2',
    '/v2//items',
    '/v2/items//',
    '/v2/../items',
    '/v2/./items',
    '/..',
    '/v2/items/..',
    '/v2/%2e%2e/items',
    '/v2/%2E./items',
    '/v2/items%2Fember',
    '/v2/items%5cember',
    '/v2\\items',
    '/v2/items%00',
    '/v2/items%0a',
    '/v2/items%7F',
    '/v2/items?name=%00',
    '/v2/items?name=a%0D%0Ab',
    '/v2/items?na%09me=a',
    '/v2/it ems',
    '/v2/items#top',
    '/v2/items?name=a#top',
    '/v2/café',
    '/v2/[crown]',
    '/v2/items/%',
    '/v2/items/%zz',
    '/v2/items/%C3%28',
    '/v2/items/%C0%AE%C0%AE',
    '/v2/items?name=%E2%28%A1',
    '/v2/items?name=100%',
    '/v2/items?name="x"',
    '/v2/items?name=<x>',
    '/v2/{crown}',
    '/v2/it^ems',
    '/v2/it`ems',
    '/v2/it|ems',
    '/v2/items\n',
    '/v2/items?\r',
  ])('%j is malformed', (raw) => {
    expect(isRefused(raw)).toBe(true)
  })

  it.each([
    ['*', ''],
    ['/v2/it ems', ': the character   has to be percent-encoded, as %20'],
    ['/v2/[crown]', ': the character [ has to be percent-encoded, as %5B'],
    ['/v2/items?name="x"', ': the character " has to be percent-encoded, as %22'],
    ['/v2/items?name=Brünne', ': the character ü has to be percent-encoded, as %C3%BC'],
    ['/v2/items?name=灯', ': the character 灯 has to be percent-encoded, as %E7%81%AF'],
    ['/v2/items#top', ': the character # has to be percent-encoded, as %23'],
    ['/v2//items', ': the path has slashes with nothing between them'],
    [`/v2/items?name=${'x'.repeat(8192)}`, ': it has more than 8192 characters'],
    ['/v2/items?name=a%0A', ': it has a control character, such as a line end'],
    ['/v2/items/%4g', ': a percent sign is not followed by the hexadecimal digits of UTF-8 text'],
    ['/v2/items/..', ': the path has dots or slashes in disguise'],
    ['/v2/items/%ff', ': a percent sign is not followed by the hexadecimal digits of UTF-8 text'],
  ])('%s is malformed, and it is said why%s', (raw, why) => {
    expect(() => parseTarget(raw)).toThrow(`The request target is malformed${why}.`)
  })

  it('has in its query what browsers send as it is', () => {
    const printable = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))
    for (const char of printable.filter((char) => !'%#&+'.includes(char))) {
      const { pathname, search } = new URL(`http://reach.example/v2/items?name=a${char}b`)
      expect(parseTarget(pathname + search).pairs, char).toEqual([['name', `a${char}b`]])
    }
  })

  it('has 8192 characters at most', () => {
    const ofLength = (length: number) => `/${'a'.repeat(length - 1)}`
    expect(isRefused(ofLength(8192))).toBe(false)
    expect(isRefused(ofLength(8193))).toBe(true)
  })
})

describe('a query', () => {
  it.each([
    ['', []],
    ['&&', []],
    ['patch', [['patch', '']]],
    ['patch=', [['patch', '']]],
    ['=4', [['', '4']]],
    ['name=a=b', [['name', 'a=b']]],
    ['name=ember+lantern', [['name', 'ember lantern']]],
    ['full+name=ember', [['full name', 'ember']]],
    ['name=1%2B1', [['name', '1+1']]],
    ['name=100%25', [['name', '100%']]],
    ['primary[might]=3', [['primary[might]', '3']]],
    ['primary%5Bmight%5D=3', [['primary[might]', '3']]],
    ['name={a}^`|\\[b]', [['name', '{a}^`|\\[b]']]],
    ['__proto__=x', [['__proto__', 'x']]],
    [
      'b=1&a=2&b=3',
      [
        ['b', '1'],
        ['a', '2'],
        ['b', '3'],
      ],
    ],
  ])('%j is %j', (query, pairs) => {
    expect(parseQuery(query)).toEqual(pairs)
  })
})

describe('whatever is sent', () => {
  const piece = fc.oneof(
    fc.constantFrom('/', '..', '.', '%2e', '%2E', '%2f', '%5C', '\\', '%00', '%1f', '%7f', '\n', '\t', '\0', '?', '#'),
    fc.constantFrom('v2', 'items', '&', '=', '+', '%', '%25', '%zz', '%c3', '%C3%A9', '%ff', 'é', ' ', '[', ']', '|'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const raw = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`),
    fc.array(piece, { maxLength: 6 }).map((pieces) => `/v2?${pieces.join('')}`),
    fc.string({ unit: 'binary' }),
  )
  const control = /[\u0000-\u001f\u007f]/

  it('is refused as bad_request, or is clean in every part', () => {
    let accepted = 0
    fc.assert(
      fc.property(raw, (given) => {
        if (isRefused(given)) return
        accepted += 1
        const { path, segments, pairs } = parseTarget(given)
        expect(given.startsWith(path)).toBe(true)
        expect(path).not.toMatch(/\/\/|\\/)
        for (const segment of segments) {
          expect(['.', '..']).not.toContain(segment)
          expect(segment).not.toMatch(/[/\\]/)
          expect(segment).not.toMatch(control)
        }
        for (const part of [given, ...pairs.flat()]) expect(part).not.toMatch(control)
      }),
      { numRuns: 3000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it('keeps its meaning when it was escaped as a whole', () => {
    const text = fc.string({ unit: 'binary' }).filter((given) => !control.test(given))
    fc.assert(
      fc.property(text, text, (name, value) => {
        fc.pre(name !== '' || value !== '')
        const target = parseTarget(`/v2/items?${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        expect(target.pairs).toEqual([[name, value]])
      }),
    )
  })
})
