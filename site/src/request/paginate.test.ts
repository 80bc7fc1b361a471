import { describe, expect, it } from 'vitest'
import { sampleRows } from '../../../data/api/test/test-world.ts'
import type { ApiClient } from '../format/api-response.ts'
import { testSite } from '../test/test-site.ts'
import { paginate } from './paginate.ts'

async function walked(fetchApi: ApiClient, path: string, query: Record<string, string> = {}): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of paginate(fetchApi, path, query)) ids.push(String(id))
  return ids
}

describe('paginate', () => {
  it('yields every row once, in order, page by page', async () => {
    const { fetchApi, requested } = testSite()
    const ids = await walked(fetchApi, '/v2/spawners', { limit: '8' })
    expect(ids).toEqual(sampleRows.spawners?.map(({ id }) => id))
    expect(requested).toHaveLength(4)
  })

  it('follows page numbers and keeps the query', async () => {
    const { fetchApi, requested } = testSite()
    expect(await walked(fetchApi, '/v2/items', { limit: '1', rarity: 'epic' })).toEqual([
      'id.item.ember_lantern_5001',
      'id.item.gloam_blade_5001',
    ])
    for (const target of requested) expect(target).toContain('rarity=epic')
  })

  it('follows cursors and keeps the query', async () => {
    const { fetchApi, requested } = testSite()
    expect(await walked(fetchApi, '/v2/quests', { limit: '1', locale: 'de' })).toHaveLength(2)
    expect(requested).toHaveLength(2)
    for (const target of requested) expect(target).toContain('locale=de')
  })

  it('sends one request if there is only one page', async () => {
    const { fetchApi, requested } = testSite()
    await walked(fetchApi, '/v2/monsters', { limit: '250' })
    expect(requested).toHaveLength(1)
  })

  it('yields nothing if there is no such list', async () => {
    expect(await walked(testSite({ patches: [], rows: {} }).fetchApi, '/v2/items')).toEqual([])
  })

  it('throws if the API refuses, also after the first page', async () => {
    await expect(walked(testSite().fetchApi, '/v2/items', { rarity: 'sparkling' })).rejects.toThrow('400')
    const { fetchApi } = testSite()
    const failing: ApiClient = async (target) =>
      target.includes('cursor=') || target.includes('page=2')
        ? { status: 503, target, headers: {}, json: {} }
        : fetchApi(target)
    await expect(walked(failing, '/v2/quests', { limit: '1' })).rejects.toThrow('503')
    await expect(walked(failing, '/v2/items', { limit: '2' })).rejects.toThrow('503')
  })

  it('requests no more pages than are read', async () => {
    const { fetchApi, requested } = testSite()
    for await (const row of paginate(fetchApi, '/v2/spawners', { limit: '8' })) if (row.id) break
    expect(requested).toHaveLength(1)
  })

  it('yields to the event loop between pages', async () => {
    let others = 0
    const timer = setInterval(() => (others += 1), 0)
    await walked(testSite().fetchApi, '/v2/spawners', { limit: '1' })
    clearInterval(timer)
    expect(others).toBeGreaterThan(5)
  })
})
