import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sendTarget } from './send-target.ts'

describe('the target of a form with parameters', () => {
  it.each([
    ['/v2/items', [], '/v2/items'],
    [
      '/v2/items',
      [
        ['rarity', 'epic'],
        ['name', ''],
        ['limit', ' 5 '],
      ],
      '/v2/items?rarity=epic&limit=5',
    ],
    [
      '/v2/items/{id}',
      [
        ['id', 'id.item.a'],
        ['locale', 'de'],
      ],
      '/v2/items/id.item.a?locale=de',
    ],
    ['/v2/items/{id}/history', [['id', 'a/../b?c']], '/v2/items/a%2F..%2Fb%3Fc/history'],
    [
      '/v2/boards/{season}/{sheet}',
      [
        ['season', 's1'],
        ['sheet', 'x y'],
      ],
      '/v2/boards/s1/x%20y',
    ],
  ] as const)('%s with %j is %s', (path, given, target) => {
    expect(sendTarget(path, given)).toBe(target)
  })

  it('is undefined if a path parameter is missing', () => {
    expect(sendTarget('/v2/items/{id}', [['locale', 'de']])).toBeUndefined()
    expect(sendTarget('/v2/items/{id}', [['id', '  ']])).toBeUndefined()
  })

  it('never leaves the path of its endpoint, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (id, name) => {
        const target = sendTarget('/v2/items/{id}', [
          ['id', id],
          ['name', name],
        ])
        if (id.trim() === '') {
          expect(target).toBeUndefined()
          return
        }
        const [path = '', query = ''] = String(target).split('?')
        expect(path).toMatch(/^\/v2\/items\/[^/?#]+$/)
        expect(new URLSearchParams(query).get('name') ?? '').toBe(name.trim())
      }),
    )
  })
})
