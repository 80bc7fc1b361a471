import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSampleFixture, type Fixture } from '../../../dynamic/test/fixtures/test-service.ts'
import { api } from '../../../data/api/table.ts'
import type { ApiClient } from '../../src/format/api-response.ts'
import type { Choice, Control } from '../../src/features/explorer/filters/controls.ts'
import { FacetCounts } from '../../src/features/explorer/filters/facet-counts.ts'
import { listAt } from '../../src/request/explorer.ts'
import { paginate } from '../../src/request/paginate.ts'

let fixture: Fixture
let requested = 0
let fetchApi: ApiClient
beforeAll(async () => {
  fixture = await openSampleFixture()
  const { url } = await fixture.serve()
  fetchApi = async (target) => {
    requested += 1
    const answer = await fetch(url + target)
    return { status: answer.status, target, headers: {}, json: await answer.json() }
  }
})
afterAll(() => fixture.close())

const choosing = (name: string, slugs: readonly string[]): Control => ({
  kind: 'choice',
  name,
  choices: slugs.map((slug) => ({ slug, label: slug, count: 4711 })),
})

async function counted(path: string, query: Record<string, string>, name: string, slugs: readonly string[]) {
  const list = listAt(api, path)
  if (!list) throw new Error(path)
  const counts = new FacetCounts(fetchApi, list, new URLSearchParams(query))
  const { first } = await counts.count({ first: [choosing(name, slugs)], more: [] })
  const [control] = first
  const choices: readonly Choice[] = control?.kind === 'choice' ? control.choices : []
  return { counts: choices.map(({ count }) => count), total: await counts.total() }
}

async function rowsOf(path: string, query: Record<string, string>): Promise<number> {
  let rows = 0
  for await (const row of paginate(fetchApi, `/v2/${path}`, { ...query, limit: '50' }))
    rows += row.id === undefined ? 0 : 1
  return rows
}

describe('the counts of choices', () => {
  it.each([
    ['achievements', 'category', {}],
    ['achievements', 'category', { id_like: 'a', patch: '1' }],
    ['faustian_bargains', 'tier', { id_like: 'e', sort: 'desc' }],
    ['workshop_services', 'service_type', {}],
    ['quests', 'chapter_id', { rank_min: '2' }],
    ['spawners', 'spawner_type', { id_like: 'a', patch: '1' }],
    ['items', 'rarity', { type: 'weapon', page: '2' }],
    ['perks', 'class', { can_use: 'true' }],
  ] as [string, string, Record<string, string>][])(
    'of %s by %s are those of the lists themselves',
    async (path, name, query) => {
      const column = name === 'class' ? 'classes' : name
      const slugs = new Set<string>()
      for await (const row of paginate(fetchApi, `/v2/${path}`, { limit: '50' }))
        for (const value of [row[column]].flat()) if (value !== undefined && slugs.size < 6) slugs.add(String(value))
      const { page: _page, ...filters } = query
      const { counts, total } = await counted(path, query, name, [...slugs])
      const wanted = await Promise.all([...slugs].map((slug) => rowsOf(path, { ...filters, [name]: slug })))
      expect(slugs.size).toBeGreaterThan(0)
      expect(counts).toEqual(wanted)
      expect(total).toBe(await rowsOf(path, filters))
    },
  )

  it('ignore the filter of the choice itself, so that other values can be chosen instead', async () => {
    const [category = ''] = Object.keys(((await fetchApi('/v2/facets')).json as Record<string, object>).category ?? {})
    const alone = await counted('achievements', {}, 'category', [category])
    expect((await counted('achievements', { category }, 'category', [category])).counts).toEqual(alone.counts)
  })

  it('are omitted if they would cost too much', async () => {
    requested = 0
    const many = Array.from({ length: 200 }, (_, nth) => `slug_${nth}`)
    const { counts } = await counted('items', {}, 'archetype', many)
    expect(new Set(counts)).toEqual(new Set([undefined]))
    expect(requested).toBe(1)
  })
})
