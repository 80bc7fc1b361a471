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
  it('is the current one of main where the address names none', () => {
    expect(at('')?.id).toBe(4)
    expect(at('?rarity=epic')?.id).toBe(4)
  })

  it('is the one that the address names, by id or version', () => {
    expect(at('?patch=1')?.id).toBe(1)
    expect(at('?patch=1.1.0.2188')?.id).toBe(2)
    expect(at('?patch=3')?.branch).toBe('ptr')
  })

  it('is the one that the address names as the API does for lists with versions', () => {
    expect(at('?at_patch=1.1.0.2188')?.id).toBe(2)
    expect(at('?branch=ptr')?.id).toBe(3)
    expect(at('?at_patch=1.0.0.2101&branch=ptr')?.id).toBe(1)
    expect(at('?patch=2&at_patch=1.0.0.2101')?.id).toBe(2)
    expect(() => at('?at_patch=9.9')).toThrow(Problem)
  })

  it('is refused where there is no such patch, and none where nothing was imported', () => {
    expect(() => at('?patch=99')).toThrow(Problem)
    expect(patchOf(new URL('https://ledger.example/'), new PatchIndex([]))).toBeUndefined()
  })
})

describe('a problem of finding it', () => {
  it('is handed on, and anything else is thrown', () => {
    expect(tryFind(() => patches.resolve('2'))).toEqual({ found: samplePatches[1] })
    expect(tryFind(() => patches.resolve('99'))).toMatchObject({ problem: { code: 'unknown_patch', status: 404 } })
    const fail = () => {
      throw new Error('out of lamp oil')
    }
    expect(() => tryFind(fail)).toThrow('out of lamp oil')
  })
})

describe('what an address says of the patch', () => {
  it('is nothing of the current one of main, and its id of every other', () => {
    expect(hrefAt('/items', current)).toBe('/items')
    expect(hrefAt('/items', undefined)).toBe('/items')
    expect(hrefAt('/items', old)).toBe('/items?patch=1')
  })

  it('tells the head of a test branch from the current patch', () => {
    expect(ptr?.is_current).toBe(true)
    expect(samplePatches.filter(isCurrent).map(({ id }) => id)).toEqual([4])
    expect(hrefAt('/items', ptr)).toBe('/items?patch=3')
  })

  it('stands behind the rest of the query, which is escaped', () => {
    expect(hrefAt('/items', old, { name: 'Ember & Ash' })).toBe('/items?name=Ember+%26+Ash&patch=1')
    expect(hrefAt('/items', current, { page: '2' })).toBe('/items?page=2')
  })

  it('leads back to the same patch', () => {
    for (const patch of samplePatches) {
      const href = hrefAt('/quests', patch, { q: 'lamp' })
      expect(patchOf(new URL(href, 'https://ledger.example'), patches)).toBe(patch)
    }
  })
})

describe('what pins a call of the API', () => {
  it('is in the words of the endpoint', () => {
    expect(pinOf(endpointOf('items.list'), old)).toEqual({ patch: '1' })
    expect(pinOf(endpointOf('quests.list'), old)).toEqual({ at_patch: '1.0.0.2101' })
    expect(pinOf(endpointOf('quests.list'), ptr)).toEqual({ at_patch: '1.2.0.2230-ptr', branch: 'ptr' })
  })

  it('is nothing for the current patch, and for what belongs to none', () => {
    expect(pinOf(endpointOf('items.list'), current)).toEqual({})
    expect(pinOf(endpointOf('items.list'), undefined)).toEqual({})
    expect(pinOf(endpointOf('market.list'), old)).toEqual({})
  })
})
