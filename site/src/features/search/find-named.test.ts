import { describe, expect, it } from 'vitest'
import { samplePatches } from '../../../../data/api/test/test-world.ts'
import { testSite } from '../../test/test-site.ts'
import type { ApiClient } from '../../format/api-response.ts'
import { findNamed } from './find-named.ts'

const { fetchApi } = testSite()
const [, older, , current] = samplePatches

describe('the results of a search page', () => {
  it('are those of the API, with the API call', async () => {
    const { rows, total, call } = await findNamed(fetchApi, current, 'ember lan', 1)
    expect([rows[0]?.id, total > 0]).toEqual(['id.item.ember_lantern_5001', true])
    expect(call).toBe('/v2/search?q=ember+lan&limit=100')
  })

  it('are for the patch and in the language of the page', async () => {
    const { call } = await findNamed(fetchApi, older && { ...older, locale: 'de' }, 'ember', 1)
    expect(call).toBe('/v2/search?q=ember&limit=100&locale=de&patch=2')
  })

  it('are those of the last page if a later one is requested', async () => {
    const first = await findNamed(fetchApi, current, 'ember', 1)
    expect(await findNamed(fetchApi, current, 'ember', 99)).toEqual(first)
    expect(await findNamed(fetchApi, current, 'ember', -1)).toEqual(first)
  })

  it('are empty without a text or without a patch', async () => {
    const nothing = { rows: [], total: 0, page: 1, pages: 0 }
    expect(await findNamed(fetchApi, current, '', 1)).toEqual(nothing)
    expect(await findNamed(fetchApi, undefined, 'ember', 1)).toEqual(nothing)
  })

  it('are empty for a text that the API rejects, and an error if the API fails', async () => {
    expect(await findNamed(fetchApi, current, 'ember\u0001', 3)).toMatchObject({
      rows: [],
      total: 0,
      page: 1,
      pages: 0,
    })
    const busy: ApiClient = (target) => Promise.resolve({ status: 503, target, headers: {}, json: { status: 503 } })
    await expect(findNamed(busy, current, 'ember', 1)).rejects.toThrow('/v2/search?q=ember&limit=100 answered 503.')
  })
})
