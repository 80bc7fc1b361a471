import { expect, it } from 'vitest'
import { targetUrl } from './target-url.ts'

const origin = 'https://ledger.example'

it('targetUrl encodes a typed target and resolves it against the origin', () => {
  expect(targetUrl(' /v2/items?name=a b ', origin)).toBe(`${origin}/v2/items?name=a%20b`)
  expect(targetUrl('/v2/market?limit=1', origin)).toBe(`${origin}/v2/market?limit=1`)
})

it.each(['', 'items', '/items', 'http://evil.example/v2/items', '//evil.example/v2/', '/v3/items'])(
  'targetUrl rejects %j, which is not a path of the API',
  (typed) => {
    expect(targetUrl(typed, origin)).toBeUndefined()
  },
)
