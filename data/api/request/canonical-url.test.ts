import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalPath, canonicalQuery } from './canonical-url.ts'
import type { CanonicalRequest } from '../model/endpoint.ts'
import { PatchIndex } from '../model/patches.ts'
import { readRequest } from './request.ts'
import { api } from '../table.ts'
import { parseTarget } from './target.ts'
import { anyRequest, validRequest, urlOf } from '../test/test-arbitraries.ts'
import { endpointOf, readUrl } from '../test/test-store.ts'
import { samplePatches } from '../test/test-world.ts'

/** The view of the edge, which knows patches but no facets. */
const edge = { patches: new PatchIndex(samplePatches) }
const read = (url: string) => readRequest(api, parseTarget(url), edge)
const canonical = (request: CanonicalRequest) => `${canonicalPath(request)}?${canonicalQuery(request)}`

describe('the canonical URL', () => {
  it.each([
    ['/v2/items', '/v2/items?patch=4'],
    ['/v2/items?page=1&limit=25&condense=true', '/v2/items?patch=4'],
    ['/v2/items?page=2&limit=250&condense=0', '/v2/items?condense=false&limit=250&page=2&patch=4'],
    ['/v2/items?rarity=epic&name=Ember+Lantern', '/v2/items?name=Ember%20Lantern&patch=4&rarity=epic'],
    ['/v2/items?name=[crown]', '/v2/items?name=%5Bcrown%5D&patch=4'],
    ['/v2/items?rarity=epic,epic', '/v2/items?patch=4&rarity=epic'],
    ['/v2/items?rarity=epic,artifact,epic,rare', '/v2/items?patch=4&rarity=rare,epic,artifact'],
    ['/v2/items?type=weapon%2Cutility', '/v2/items?patch=4&type=utility,weapon'],
    ['/v2/market?rarity=epic,rare', '/v2/market?rarity=rare,epic'],
    ['/v2/items?patch=1.2.0.2230-ptr', '/v2/items?patch=3'],
    ['/v2/items/id.item.gloam_blade_5001?locale=de', '/v2/items/id.item.gloam_blade_5001?locale=de&patch=4'],
    ['/v2/quests?locale=en&sort=asc&limit=50', '/v2/quests?at_patch=1.2.0.2247'],
    ['/v2/quests?branch=ptr', '/v2/quests?at_patch=1.2.0.2230-ptr&branch=ptr'],
    ['/v2/quests?branch=ptr&at_patch=1.1.0-2188%2Bmain', '/v2/quests?at_patch=1.1.0.2188'],
    ['/v2/perks?can_use=1', '/v2/perks?at_patch=1.2.0.2247&can_use=true'],
    ['/v2/patches?branch=main', '/v2/patches?'],
    ['/v2/patches/current?branch=ptr', '/v2/patches/3?'],
    ['/v2/facets?counts=false', '/v2/facets?patch=4'],
    ['/v2/spawners?page=1', '/v2/spawners?page=1&patch=4'],
    ['/v2/items/%5Bcrown%5D', '/v2/items/%5Bcrown%5D?patch=4'],
    ['/v2/items/id.item.gloam_blade_5001/history?branch=ptr', '/v2/items/id.item.gloam_blade_5001/history?branch=ptr'],
    ['/v2/items/id.item.gloam_blade_5001/history?branch=main', '/v2/items/id.item.gloam_blade_5001/history?'],
    ['/v2/patches/current/changelog?branch=ptr', '/v2/patches/3/changelog?'],
    ['/v2/meta', '/v2/meta?'],
  ])('of %s is %s', (url, expected) => {
    expect(canonical(readUrl(url))).toBe(expected)
  })

  it('is its own canonical form, for every endpoint', () => {
    fc.assert(
      fc.property(anyRequest, (given) => {
        const once = read(urlOf(given))
        const twice = read(canonical(once))
        expect(canonical(twice)).toBe(canonical(once))
        expect(twice.values).toEqual({ ...once.values, ...modeValues(twice) })
        expect([twice.endpoint, twice.path, twice.patch]).toEqual([once.endpoint, once.path, once.patch])
      }),
      { numRuns: 1000 },
    )
  })

  it('is the same whatever the order of the parameters', () => {
    const shuffled = anyRequest.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray(Object.keys(given.query), { minLength: Object.keys(given.query).length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([given, order]) => {
        expect(canonical(read(urlOf(given, order)))).toBe(canonical(read(urlOf(given))))
      }),
      { numRuns: 300 },
    )
  })

  it('is the same with all defaults spelled out, and contains none', () => {
    fc.assert(
      fc.property(
        anyRequest.filter(({ query }) => query.format === undefined),
        (given) => {
          const defaults = Object.entries(endpointOf(given.endpoint).params).flatMap(
            ([name, { codec, default: byDefault }]) =>
              byDefault === undefined ? [] : [[name, codec.write(byDefault)] as const],
          )
          const spelledOut = { ...given, query: { ...Object.fromEntries(defaults), ...given.query } }
          const query = canonicalQuery(read(urlOf(given)))
          expect(canonicalQuery(read(urlOf(spelledOut)))).toBe(query)
          for (const [name, text] of defaults) expect(query.split('&')).not.toContain(`${name}=${text}`)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('differs for different requests, and is the same for equal ones', () => {
    const pair = fc
      .constantFrom('items.list', 'quests.list', 'spawners.list', 'facets', 'items.history')
      .chain((id) => {
        const request = validRequest(endpointOf(id))
        return fc
          .tuple(request, request, fc.boolean())
          .map(([a, b, same]) => [a, same ? { ...b, path: a.path } : b] as const)
      })
    const plain = ({ values, endpoint, path, patch }: CanonicalRequest) => {
      const own = Object.entries(values).filter(([name]) => !patch || !Object.hasOwn(endpoint.mode.params, name))
      return JSON.stringify([own.sort(), path, patch?.id])
    }
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const [one, other] = [read(urlOf(a)), read(urlOf(b))]
        expect(canonical(one) === canonical(other)).toBe(plain(one) === plain(other))
      }),
      { numRuns: 500 },
    )
  })
})

const modeValues = ({ endpoint, values }: CanonicalRequest) =>
  Object.fromEntries(Object.keys(endpoint.mode.params).map((name) => [name, values[name]]))
