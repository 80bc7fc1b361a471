import { describe, expect, it } from 'vitest'
import { sampleRows } from '../../../data/api/test-world.ts'
import type { Ask } from './ask.ts'
import { testSite } from './test-site.ts'
import { walk } from './walk.ts'

async function walked(ask: Ask, path: string, query: Record<string, string> = {}): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of walk(ask, path, query)) ids.push(String(id))
  return ids
}

describe('a walk through a list', () => {
  it('has every row of it once, in its order, page by page', async () => {
    const { ask, asked } = testSite()
    const ids = await walked(ask, '/v2/spawners', { limit: '8' })
    expect(ids).toEqual(sampleRows.spawners?.map(({ id }) => id))
    expect(asked).toHaveLength(4)
  })

  it('goes through lists that count pages, and keeps what was asked', async () => {
    const { ask, asked } = testSite()
    expect(await walked(ask, '/v2/items', { limit: '1', rarity: 'epic' })).toEqual([
      'id.item.ember_lantern_5001',
      'id.item.gloam_blade_5001',
    ])
    for (const target of asked) expect(target).toContain('rarity=epic')
  })

  it('goes through lists that go by cursor, and keeps what was asked', async () => {
    const { ask, asked } = testSite()
    expect(await walked(ask, '/v2/quests', { limit: '1', locale: 'de' })).toHaveLength(2)
    expect(asked).toHaveLength(2)
    for (const target of asked) expect(target).toContain('locale=de')
  })

  it('ends with one request where one page is all', async () => {
    const { ask, asked } = testSite()
    await walked(ask, '/v2/monsters', { limit: '250' })
    expect(asked).toHaveLength(1)
  })

  it('has nothing where there is no such list', async () => {
    expect(await walked(testSite({ patches: [], rows: {} }).ask, '/v2/items')).toEqual([])
  })

  it('fails where the API refuses, and where it fails half way', async () => {
    await expect(walked(testSite().ask, '/v2/items', { rarity: 'sparkling' })).rejects.toThrow('400')
    const { ask } = testSite()
    const failing: Ask = async (target) =>
      target.includes('cursor=') || target.includes('page=2')
        ? { status: 503, target, headers: {}, json: {} }
        : ask(target)
    await expect(walked(failing, '/v2/quests', { limit: '1' })).rejects.toThrow('503')
    await expect(walked(failing, '/v2/items', { limit: '2' })).rejects.toThrow('503')
  })

  it('asks for no more than is read of it', async () => {
    const { ask, asked } = testSite()
    for await (const row of walk(ask, '/v2/spawners', { limit: '8' })) if (row.id) break
    expect(asked).toHaveLength(1)
  })

  it('lets others in between two pages', async () => {
    let others = 0
    const timer = setInterval(() => (others += 1), 0)
    await walked(testSite().ask, '/v2/spawners', { limit: '1' })
    clearInterval(timer)
    expect(others).toBeGreaterThan(5)
  })
})
