import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorToken } from './cursors.ts'
import { Problem } from '../model/values/errors.ts'
import { canonicalQuery } from './canonical-url.ts'
import { anyList } from '../test/test-arbitraries.ts'
import { endpointOf, readUrl, testStore } from '../test/test-store.ts'
import { patchOf, samplePatches } from '../test/test-world.ts'

const withCursor = (path: string, cursor: string, beside = '') =>
  `${path}?cursor=${encodeURIComponent(cursor)}${beside}`
const errorsOf = (url: string): string[] => {
  try {
    readUrl(url)
    return []
  } catch (problem) {
    if (problem instanceof Problem) return problem.errors?.map(({ parameter }) => parameter) ?? [problem.code]
    throw problem
  }
}

describe('a token', () => {
  it('is a query in URL-safe base64', () => {
    expect(cursorToken('after=50&at_patch=1.2.0.2247')).toBe('YWZ0ZXI9NTAmYXRfcGF0Y2g9MS4yLjAuMjI0Nw')
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (query) => /^[\w-]*$/.test(cursorToken(query))))
  })

  it('contains filters, order, limit, patch and the number of rows to skip', () => {
    const query = 'after=4&archetype=id.quest.lamplighter&at_patch=1.1.0.2188&limit=2&sort=desc'
    const request = readUrl(withCursor('/v2/quests', cursorToken(query)))
    expect(canonicalQuery(request)).toBe(query)
    expect([request.values.after, request.patch?.id]).toEqual([4, 2])
  })

  it('keeps its patch when another is imported', () => {
    const later = testStore({ patches: [...samplePatches, patchOf(5, 'main', '1.3.0.2301', 4)] })
    expect(readUrl('/v2/quests', later).patch?.id).toBe(5)
    expect(readUrl(withCursor('/v2/quests', cursorToken('after=50&at_patch=1.2.0.2247')), later).patch?.id).toBe(4)
  })
})

describe("a page list's next", () => {
  it('is accepted as cursor, verbatim', () => {
    const request = readUrl(withCursor('/v2/items', '/v2/items?name=ember%20lantern&page=2&patch=3'))
    expect(request.values).toMatchObject({ name: 'ember lantern', page: 2, limit: 25 })
    expect(request.patch?.id).toBe(3)
  })

  it('of another list is refused', () => {
    expect(errorsOf(withCursor('/v2/items', '/v2/monsters?page=2&patch=4'))).toEqual(['cursor'])
  })
})

describe('beside a cursor', () => {
  const token = cursorToken('after=50&at_patch=1.2.0.2247&is_daily=true')

  it.each([
    ['/v2/quests', token, '&limit=10', []],
    ['/v2/quests', token, '&is_daily=1', []],
    ['/v2/quests', token, '&at_patch=1.2.0-2247%2Bmain', []],
    ['/v2/quests', token, '&branch=main', []],
    ['/v2/quests', token, '&is_daily=false', ['is_daily']],
    ['/v2/quests', token, '&sort=desc', ['sort']],
    ['/v2/quests', token, '&branch=ptr', ['branch']],
    ['/v2/quests', token, '&at_patch=1.1.0.2188&archetype=x', ['at_patch', 'archetype']],
    ['/v2/quests', token, '&limit=0', ['limit']],
    ['/v2/items', '/v2/items?page=2&patch=4', '&page=2&limit=25&patch=4', []],
    ['/v2/items', '/v2/items?page=2&patch=4', '&patch=current', []],
    ['/v2/items', '/v2/items?page=2&patch=4', '&patch=99', ['patch']],
    ['/v2/items', '/v2/items?page=2&patch=4', '&page=3', ['page']],
    ['/v2/items', '/v2/items?page=2&patch=4', '&limit=10', ['limit']],
    ['/v2/items', '/v2/items?page=2&patch=4', '&rarity=epic', ['rarity']],
    ['/v2/items', '/v2/items?page=2&patch=4', '&colour=red', ['colour']],
  ])('%s %s %s has the validation errors %j', (path, cursor, beside, errors) => {
    expect(errorsOf(withCursor(path, cursor, beside))).toEqual(errors)
  })

  it('a limit counts from the same row', () => {
    const { values, endpoint } = readUrl(withCursor('/v2/quests', token, '&limit=10'))
    expect(endpoint.envelope?.window(values)).toMatchObject({ offset: 50, limit: 10 })
  })
})

describe('what is no cursor is refused as one', () => {
  it.each(['', '!', 'YWZ0', 'after=50', 'null', '_____', '/v2/quests', '//v2/items', '/v2/items?page=0'])(
    '%j',
    (cursor) => {
      expect(errorsOf(withCursor('/v2/monsters', cursor))).toEqual(['cursor'])
    },
  )

  it.each([
    ['empty', ''],
    ['a cursor in a cursor', cursorToken('cursor=YQ')],
    ['with a parameter that the list does not have', cursorToken('after=1&rarity=epic')],
    ['with a value out of range', cursorToken('after=1&limit=1000')],
    ['with a negative place', cursorToken('after=-1')],
    ['with a control character', cursorToken('after=1&archetype=\u0001')],
    ['no UTF-8', '_w'],
  ])('a token %s', (_what, cursor) => {
    expect(errorsOf(withCursor('/v2/quests', cursor))).toEqual(['cursor'])
  })

  it('is never anything but a validation error or a page of the list', () => {
    const query = fc
      .array(
        fc.tuple(
          fc.constantFrom('after', 'page', 'limit', 'patch', 'at_patch', 'sort', 'x'),
          fc.string({ maxLength: 5 }),
        ),
      )
      .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
    const cursor = fc.oneof(fc.string({ unit: 'grapheme' }), fc.base64String(), query, query.map(cursorToken))
    const isPlain = (text: string) => !/[\u0000-\u001f\u007f]/.test(text)
    fc.assert(
      fc.property(anyList, cursor.filter(isPlain), (id, given) => {
        const errors = errorsOf(withCursor(endpointOf(id).path, given))
        expect([[], ['cursor'], ['sort'], ['unknown_patch'], ['patch']]).toContainEqual(errors)
      }),
      { numRuns: 500 },
    )
  })
})
