import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../format/ask.ts'
import { changeCounts, changelogOf } from './changelog.ts'
import { testSite } from '../../test/test-site.ts'

describe('a changelog', () => {
  it('is what the API answers, and none where it refuses', async () => {
    const { fetchApi } = testSite()
    const log = changelogOf(await fetchApi('/v2/patches/2/changelog'))
    expect(log?.parent.id).toBe(1)
    expect(log?.summary.items).toEqual({ added: 1, changed: 1, removed: 0 })
    expect(log?.changes.map(({ change, name }) => [change, name])).toEqual([
      ['changed', 'Ember Lantern'],
      ['added', 'Mossbread'],
      ['removed', null],
    ])
    expect(changelogOf(await fetchApi('/v2/patches/99/changelog'))).toBeUndefined()
  })
})

describe('how much a patch changed', () => {
  it('is counted over all lists, and asked once', async () => {
    const { locals, requested } = testSite()
    const counts = { added: 1, changed: 1, removed: 1 }
    expect([await changeCounts(locals, 2), await changeCounts(locals, 2)]).toEqual([counts, counts])
    expect(await changeCounts(locals, 1)).toBeUndefined()
    expect(requested).toEqual(['/v2/patches/2/changelog', '/v2/patches/1/changelog'])
  })

  it('is asked again where the API had no answer', async () => {
    const { locals } = testSite()
    const busy: ApiClient = (target) => Promise.resolve({ status: 503, target, headers: {}, json: {} })
    await expect(changeCounts({ ...locals, fetchApi: busy }, 2)).rejects.toThrow('503')
    expect(await changeCounts(locals, 2)).toMatchObject({ added: 1 })
  })
})
