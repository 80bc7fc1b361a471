import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../format/api-response.ts'
import { loadChangeCounts, splitChangeId, loadChangeSummary } from './changelog.ts'
import { testSite } from '../../test/test-site.ts'

const patch = { id: 2, parent_patch_id: 1 }

it('loadChangeSummary returns counts for each resource that a patch changed', async () => {
  expect(await loadChangeSummary(testSite(), patch)).toEqual({
    items: { added: 1, changed: 1, removed: 0 },
    perks: { added: 0, changed: 0, removed: 1 },
  })
  expect(await loadChangeSummary(testSite(), { id: 99 })).toEqual({})
})

describe('loadChangeCounts', () => {
  it('counts changes of all resources, with one request that is cached', async () => {
    const { locals, requested } = testSite()
    const counts = { added: 1, changed: 1, removed: 1 }
    expect([await loadChangeCounts(locals, patch), await loadChangeCounts(locals, patch)]).toEqual([counts, counts])
    expect(await loadChangeCounts(locals, { id: 1, parent_patch_id: null })).toBeUndefined()
    expect(requested).toEqual(['/v2/patches/diff?to=2&limit=1'])
  })

  it('sends the request again after a failure', async () => {
    const { locals } = testSite()
    const busy: ApiClient = (target) => Promise.resolve({ status: 503, target, headers: {}, json: {} })
    await expect(loadChangeCounts({ ...locals, fetchApi: busy }, patch)).rejects.toThrow('503')
    expect(await loadChangeCounts(locals, patch)).toMatchObject({ added: 1 })
  })
})

it('splitChangeId splits the id of a part into the id of its row and its own', () => {
  const [row, own] = ['id.monster.bog_wight', 'id.monster_ability.grasp']
  expect(splitChangeId(`${row} ${own}`)).toEqual({ row, own })
  expect(splitChangeId(row)).toEqual({ row, own: row })
})
