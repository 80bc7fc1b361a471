import { describe, expect, it } from 'vitest'
import { Problem } from '../model/values/errors.ts'
import { PatchIndex } from '../model/patches.ts'
import { canonicalPath, canonicalQuery } from './canonical-url.ts'
import { readRequest } from './request.ts'
import { api } from '../table.ts'
import { parseTarget } from './target.ts'
import { readUrl, testStore } from '../test/test-store.ts'
import { samplePatches } from '../test/test-world.ts'

/** The view of the edge, which knows patches but no facets. */
const edge = { patches: new PatchIndex(samplePatches) }
const read = (url: string) => readRequest(api, parseTarget(url), edge)

const problemOf = (url: string, lenient = false): Problem => {
  try {
    readUrl(url, testStore(), lenient)
  } catch (problem) {
    if (problem instanceof Problem) return problem
    throw problem
  }
  throw new Error(`${url} has no validation error`)
}
const errorsOf = (url: string) => problemOf(url).errors?.map(({ parameter, message }) => `${parameter}: ${message}`)

describe('a request', () => {
  it('consists of an endpoint, its values and the resolved patch', () => {
    const request = readUrl('/v2/items?rarity=epic&min_gear_score=40')
    expect(request.endpoint.id).toBe('items.list')
    expect(request.values).toMatchObject({ rarity: 'epic', min_gear_score: 40, page: 1, limit: 25, condense: true })
    expect(request.patch?.id).toBe(4)
    expect(request.isLegacy).toBe(false)
  })

  it.each([
    ['/v2/items/id.item.ember_lantern_5001', 'items.single', { id: 'id.item.ember_lantern_5001' }],
    ['/v2/items/Id_Item_EmberLantern_5001', 'items.single', { id: 'Id_Item_EmberLantern_5001' }],
    ['/v2/monsters/id.monster.bog_wight_common/loot', 'monsters.loot', { id: 'id.monster.bog_wight_common' }],
    ['/v2/patches/current', 'patches.single', { id: '4' }],
    ['/v2/patches/current?branch=ptr', 'patches.single', { id: '3' }],
    ['/v2/patches/1.1.0-2188+main', 'patches.single', { id: '2' }],
    ['/v2/patches/3', 'patches.single', { id: '3' }],
  ])('%s is %s with %j', (url, id, path) => {
    const request = readUrl(url)
    expect([request.endpoint.id, request.path]).toEqual([id, path])
  })

  it('by /v1 is the same as by /v2, marked as legacy', () => {
    const request = readUrl('/v1/items?rarity=epic')
    expect([request.endpoint.id, request.isLegacy]).toEqual(['items.list', true])
    expect(canonicalPath(request)).toBe('/v2/items')
    expect(canonicalQuery(request)).toBe('patch=4&rarity=epic')
  })

  it('of two patches has the ids of both, however they are named', () => {
    expect(readUrl('/v2/patches/diff?from=1.1.0.2188&to=current').values).toMatchObject({ from: '2', to: '4' })
    expect(readUrl('/v2/patches/diff?to=2').values).toMatchObject({ from: '1', to: '2' })
  })

  it.each([
    ['/v2/items?patch=4', true],
    ['/v2/items?patch=current', false],
    ['/v2/items?patch=1.2.0.2247', false],
    ['/v2/items', false],
    ['/v2/perks?at_patch=1.2.0.2247', false],
    ['/v2/patches', false],
  ])('%s is pinned: %s', (url, pinned) => {
    expect(readUrl(url).isPinned).toBe(pinned)
  })
})

describe('validation errors', () => {
  it.each([
    ['/v3/items', 'No endpoint has this path.'],
    ['/v2', 'No endpoint has this path.'],
    ['/', 'No endpoint has this path.'],
    ['/v2/items/', 'No endpoint has this path. Did you mean /v2/items?'],
    ['/v2/lanterns/', 'No endpoint has this path.'],
    ['/v2/items/id.item.ember_lantern_5001/colour', 'No endpoint has this path.'],
    ['/v2/Items', 'No endpoint has this path.'],
    ['/v2/__proto__', 'No endpoint has this path.'],
  ])('%s is not found: %s', (url, detail) => {
    expect(problemOf(url)).toMatchObject({ code: 'not_found', message: detail })
  })

  it('are all reported at once', () => {
    expect(errorsOf('/v2/items?limit=999&rarity=mythic&page=&rarty=epic&at_patch=1')).toEqual([
      'limit: got "999", which is out of range',
      'page: is empty',
      'rarty: is not a parameter of this endpoint',
      'at_patch: does not go with this endpoint: use patch',
      'rarity: got "mythic", which does not occur in this patch',
    ])
  })

  it.each([
    ['/v2/perks?patch=4', 'patch: does not go with this endpoint: use at_patch'],
    ['/v2/monsters?at_patch=1.1.0.2188', 'at_patch: does not go with this endpoint: use patch'],
    ['/v2/monsters?branch=ptr', 'branch: does not go with this endpoint: use patch'],
    ['/v2/meta?patch=4', 'patch: is not a parameter of this endpoint'],
    ['/v2/items?name=a&name=b', 'name: is given twice'],
    ['/v2/quests?after=50', 'after: is not a parameter of this endpoint'],
  ])('%s: %s', (url, error) => {
    expect(errorsOf(url)).toEqual([error])
  })

  it('of patches are reported together with those of parameters', () => {
    expect(errorsOf('/v2/patches/diff?to=1&limit=0')).toEqual([
      'limit: got "0", which is out of range',
      'from: is the parent by default, and patch 1.0.0.2101 has none: name a patch',
    ])
    expect(errorsOf('/v2/bulk?patch=4&branch=main&limit=5')).toEqual([
      'limit: is not a parameter of this endpoint',
      'branch: goes without `patch`, which names a patch by itself',
    ])
  })

  it('of columns are reported if the patch is known, or the rows belong to none', () => {
    const column = 'fields: got "colour", which is not a column'
    expect(errorsOf('/v2/items?fields=colour')).toEqual([column])
    expect(errorsOf('/v2/patches?fields=colour')).toEqual([column])
    expect(errorsOf('/v2/items?fields=colour&patch=99&limit=0')).toEqual(['limit: got "0", which is out of range'])
  })

  it.each(['constructor', 'toString', 'colour'])('name no column that every object has: %s', (name) => {
    expect(errorsOf(`/v2/market?sort=${name}&after_row=%5B%22a%22,1%5D`)).toEqual([
      'after_row: has other values than those of the columns in `sort`',
      `sort: got "${name}", which is not a column`,
    ])
  })

  it.each(['/v2/items?patch=99', '/v2/quests?branch=live', '/v2/patches/99', '/v2/patches/1.2.0.2247?branch=ptr'])(
    '%s names an unknown patch',
    (url) => {
      expect(problemOf(url).code).toBe('unknown_patch')
    },
  )

  it('of parameters come before an unknown patch, and that before an unknown id', () => {
    expect(problemOf('/v2/items?patch=99&limit=0').code).toBe('invalid_parameter')
    expect(problemOf('/v2/items/id.item.lost?patch=99').code).toBe('unknown_patch')
  })

  it('of a path come before those of parameters', () => {
    expect(problemOf('/v2/lanterns?limit=0').code).toBe('not_found')
  })
})

describe('a slug', () => {
  it.each([
    ['/v2/items?rarity=epic', 'in the facets'],
    ['/v2/items?rarity=artifact', 'usual, though no item has it'],
    ['/v2/items?type=weapon', 'in the facets of the bare column'],
  ])('%s is valid: %s', (url) => {
    expect(readUrl(url).endpoint.id).toBe('items.list')
  })

  it('that does not occur is rejected with a list of those that do', () => {
    expect(problemOf('/v2/items?type=lantern').errors).toEqual([
      {
        parameter: 'type',
        message: 'got "lantern", which does not occur in this patch',
        allowed: ['utility', 'weapon'],
      },
    ])
  })

  it.each([
    ['/v2/items?rarity=epicc', ['rarity got "epicc", which does not occur in this patch: epic']],
    ['/v2/items?rarity=epic,rares,rare', ['rarity got "rares", which does not occur in this patch: rare']],
    [
      '/v2/items?rarity=zzzzzzzz,epic,epicc',
      [
        'rarity got "epicc", which does not occur in this patch: epic',
        'rarity got "zzzzzzzz", which does not occur in this patch: undefined',
      ],
    ],
    ['/v2/items?rarity=epic,', ['rarity has an empty value: undefined']],
  ])('among several is named, with a suggestion: %s', (url, expected) => {
    const errors = problemOf(url).errors ?? []
    expect(errors.map((one) => `${one.parameter} ${one.message}: ${one.did_you_mean}`)).toEqual(expected)
  })

  it('of a column that another resource has too is in the facets of its own', () => {
    const facets = { type: { utility: { label: '', count: 1 } }, 'items.type': { lantern: { label: '', count: 1 } } }
    const store = { ...testStore(), facets: () => facets }
    expect(readUrl('/v2/items?type=lantern', store).values.type).toBe('lantern')
    expect(() => readUrl('/v2/items?type=utility', store)).toThrow(Problem)
  })

  it.each(['constructor', '__proto__', 'toString'])('%s does not occur', (slug) => {
    expect(problemOf(`/v2/items?type=${slug}`).code).toBe('invalid_parameter')
  })

  it('of an exact filter that is not checked may match nothing', () => {
    expect(readUrl('/v2/loot-tables?type=lantern').values.type).toBe('lantern')
    expect(readUrl('/v2/monsters?family=lantern').values.family).toBe('lantern')
  })

  it('is not checked at the edge, which has no facets', () => {
    expect(read('/v2/items?type=lantern').values.type).toBe('lantern')
  })
})

describe('a lenient request', () => {
  it('ignores unknown parameters and says which', () => {
    const request = readUrl('/v2/items?colour=red&rarity=epic', testStore(), true)
    expect(request.ignoredParams).toEqual(['colour'])
    expect(canonicalQuery(request)).toBe('patch=4&rarity=epic')
  })

  it('is lenient only if it says so', () => {
    expect(() => read('/v2/items?colour=red')).toThrow(Problem)
  })

  it('still has all other validation errors', () => {
    expect(problemOf('/v2/items?colour=red&limit=0', true).errors).toHaveLength(1)
    expect(problemOf('/v2/items?at_patch=1', true).errors).toHaveLength(1)
  })
})
