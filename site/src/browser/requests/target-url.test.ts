import { expect, it } from 'vitest'
import { targetUrl } from './target-url.ts'

const origin = 'https://ledger.example'

it('a target is asked for and copied as it goes over the wire', () => {
  expect(targetUrl(' /v2/items?name=a b ', origin)).toBe(`${origin}/v2/items?name=a%20b`)
  expect(targetUrl('/v2/market?limit=1', origin)).toBe(`${origin}/v2/market?limit=1`)
})

it.each(['', 'items', '/items', 'http://evil.example/v2/items', '//evil.example/v2/', '/v3/items'])(
  '%j is none of the API',
  (typed) => {
    expect(targetUrl(typed, origin)).toBeUndefined()
  },
)
