import { describe, expect, it } from 'vitest'
import { Problem } from '../../../data/api/model/values/errors.ts'
import { PatchIndex } from '../../../data/api/model/patches.ts'
import { endpointOf } from '../../../data/api/test/test-store.ts'
import { samplePatches } from '../../../data/api/test/test-world.ts'
import { hrefAt, isCurrent, tryFind, patchOf, pinOf } from './at-patch.ts'

const patches = new PatchIndex(samplePatches)
const at = (search: string) => patchOf(new URL(`https://ledger.example/items${search}`), patches)
const [old, , ptr, current] = samplePatches

describe('the patch of a page', () => {
  it('is the current patch of main if the URL names none', () => {
    expect(at('')?.id).toBe(4)
    expect(at('?rarity=epic')?.id).toBe(4)
  })

  it('is the patch in the URL, by id or version', () => {
    expect(at('?patch=1')?.id).toBe(1)
    expect(at('?patch=1.1.0.2188')?.id).toBe(2)
    expect(at('?patch=3')?.branch).toBe('ptr')
  })

  it('is the patch in at_patch and branch, as for versioned lists of the API', () => {
    expect(at('?at_patch=1.1.0.2188')?.id).toBe(2)
    expect(at('?branch=ptr')?.id).toBe(3)
    expect(at('?at_patch=1.0.0.2101&branch=ptr')?.id).toBe(1)
    expect(at('?patch=2&at_patch=1.0.0.2101')?.id).toBe(2)
    expect(() => at('?at_patch=9.9')).toThrow(Problem)
  })

  it('is an error if it does not exist, and undefined if nothing was imported', () => {
    expect(() => at('?patch=99')).toThrow(Problem)
    expect(patchOf(new URL('https://ledger.example/'), new PatchIndex([]))).toBeUndefined()
  })
})

describe('tryFind', () => {
  it('returns problems and rethrows other errors', () => {
    expect(tryFind(() => patches.resolve('2'))).toEqual({ found: samplePatches[1] })
    expect(tryFind(() => patches.resolve('99'))).toMatchObject({ problem: { code: 'unknown_patch', status: 404 } })
    const fail = () => {
      throw new Error('out of lamp oil')
    }
    expect(() => tryFind(fail)).toThrow('out of lamp oil')
  })
})

describe('the patch in a URL', () => {
  it('is omitted for the current patch of main, and an id for all others', () => {
    expect(hrefAt('/items', current)).toBe('/items')
    expect(hrefAt('/items', undefined)).toBe('/items')
    expect(hrefAt('/items', old)).toBe('/items?patch=1')
  })

  it('distinguishes the head of a test branch from the current patch', () => {
    expect(ptr?.is_current).toBe(true)
    expect(samplePatches.filter(isCurrent).map(({ id }) => id)).toEqual([4])
    expect(hrefAt('/items', ptr)).toBe('/items?patch=3')
  })

  it('comes after the rest of the query, which is escaped', () => {
    expect(hrefAt('/items', old, { name: 'Ember & Ash' })).toBe('/items?name=Ember+%26+Ash&patch=1')
    expect(hrefAt('/items', current, { page: '2' })).toBe('/items?page=2')
  })

  it('resolves to the same patch', () => {
    for (const patch of samplePatches) {
      const href = hrefAt('/quests', patch, { q: 'lamp' })
      expect(patchOf(new URL(href, 'https://ledger.example'), patches)).toBe(patch)
    }
  })
})

describe('the query that pins an API call', () => {
  it('has the parameters of the endpoint', () => {
    expect(pinOf(endpointOf('items.list'), old)).toEqual({ patch: '1' })
    expect(pinOf(endpointOf('quests.list'), old)).toEqual({ at_patch: '1.0.0.2101' })
    expect(pinOf(endpointOf('quests.list'), ptr)).toEqual({ at_patch: '1.2.0.2230-ptr', branch: 'ptr' })
  })

  it('is empty for the current patch and for endpoints without patches', () => {
    expect(pinOf(endpointOf('items.list'), current)).toEqual({})
    expect(pinOf(endpointOf('items.list'), undefined)).toEqual({})
    expect(pinOf(endpointOf('market.list'), old)).toEqual({})
  })
})
