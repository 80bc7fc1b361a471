import { describe, expect, it } from 'vitest'
import { samplePatches } from '../../data/api/test/test-world.ts'
import { PatchIndex } from '../../data/api/model/patches.ts'
import { readRequest } from '../../data/api/request/request.ts'
import { api } from '../../data/api/table.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import { netlifyVary, sharedTarget } from './shared-target.ts'

const patches = new PatchIndex(samplePatches)
const read = (raw: string) => {
  const target = parseTarget(raw)
  return { request: readRequest(api, target, { patches }), target }
}
const shared = (raw: string) => {
  const { request, target } = read(raw)
  return sharedTarget(request, target)
}

describe('requests with the same shared target', () => {
  it.each([
    ['/v2/items?name=a&rarity=rare', '/v2/items?rarity=rare&name=a'],
    ['/v2/items?name=a%20b', '/v2/items?name=a+b'],
    ['/v2/items?rarity=rare', '/v2/items?%72arity=%72are&limit=25&page=1&condense=1'],
    ['/v2/items?rarity=rare,epic', '/v2/items?rarity=epic,rare%2Cepic'],
    ['/v2/perks?can_use=true', '/v2/perks?can_use=1'],
    ['/v2/quests?locale=de', '/v2/quests?locale=de&branch=main'],
    ['/v2/items/id.item.x/history', '/v2/items/id%2Eitem%2Ex/history'],
  ])('%s and %s', (one, other) => {
    expect(shared(other)).toBe(one.replaceAll('+', '%20'))
    expect(shared(one)).toBe(shared(other))
  })
})

it('a target with a hundred ids does not become longer', () => {
  const ids = Array.from({ length: 100 }, (_, nth) => `id.item.${'x'.repeat(68)}_${100 + nth}`)
  const sent = `/v2/items?ids=${ids.join()}&limit=100`
  expect(shared(sent)).toHaveLength(sent.length)
})

describe('requests with different shared targets', () => {
  it.each([
    ['/v2/items?name=a', '/v1/items?name=a'],
    ['/v2/items?name=a', '/v2/items?name=A'],
    ['/v2/items?name=a%2Cb', '/v2/items?name=b%2Ca'],
    ['/v2/items?rarity=rare', '/v2/items?rarity=epic,rare'],
    ['/v2/items?name=a', '/v2/items?name=a&patch=4'],
    ['/v2/items?name=a', '/v2/items?name=a&limit=24'],
    ['/v2/items?name=a%26rarity%3Drare', '/v2/items?name=a&rarity=rare'],
    ['/v2/items/x%3Fname=a/history', '/v2/items/x/history'],
    ['/v2/items?name=%C3%A4', '/v2/items?name=a%CC%88'],
  ])('%s and %s', (one, other) => {
    expect(shared(one)).not.toBe(shared(other))
  })
})

it('a shared target is parsed as the request that it was built from', () => {
  for (const raw of [
    '/v2/items?name=a%26rarity%3Drare&patch=current',
    '/v2/items/x%3Fa%23b/history',
    '/v2/items?name=%25',
  ]) {
    const { request } = read(raw)
    const again = read(shared(raw)).request
    expect([again.path, again.values, again.isPinned]).toEqual([request.path, request.values, request.isPinned])
  }
})

it("Netlify-Vary names the endpoint's own parameters, or the whole query if there are none", () => {
  expect(netlifyVary(read('/v2/facets?counts=true').request)).toBe('query=locale|counts|patch,header=X-Api-Key|Prefer')
  expect(netlifyVary(read('/v2/meta').request)).toBe('query,header=X-Api-Key|Prefer')
})
