// Tests how rows are counted, with an API over a few rows in memory.
import { describe, expect, it } from 'vitest'
import { sampleRows } from '../../../../../data/api/test/test-world.ts'
import type { Choice, Control } from './controls.ts'
import { FacetCounts } from './facet-counts.ts'
import { listNamed, testSite } from '../../../test/test-site.ts'

const choosing = (name: string, ...slugs: string[]): Control => ({
  kind: 'choice',
  name,
  choices: slugs.map((slug) => ({ slug, label: slug.toUpperCase(), count: 4711 })),
})
const text: Control = { kind: 'text', name: 'name' }
const choicesOf = (control: Control | undefined): readonly Choice[] =>
  control?.kind === 'choice' ? control.choices : []

/** Returns the count of each choice of a control and the requests that were sent for them. */
async function counted(path: string, query: Record<string, string>, control: Control, site = testSite()) {
  const counts = new FacetCounts(site.fetchApi, listNamed(path), new URLSearchParams(query))
  const { first } = await counts.count({ first: [control], more: [] })
  return {
    counts: choicesOf(first[0]).map(({ count }) => count),
    requested: site.requested,
    total: () => counts.total(),
  }
}

const quests = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    id: `id.quest.lamplighter_${String(nth).padStart(4, '0')}`,
    title: `Lamp ${nth}`,
    is_daily: nth % 3 === 0,
    archetype: nth % 2 === 0 ? 'id.quest.even' : 'id.quest.odd',
  }))

describe('a list that reports its total', () => {
  it('is requested once per choice, with a limit of one row', async () => {
    const { counts, requested } = await counted('items', {}, choosing('rarity', 'epic', 'common'))
    expect(counts).toEqual([2, 1])
    expect(requested).toEqual(['/v2/items?rarity=epic&page=1&limit=1', '/v2/items?rarity=common&page=1&limit=1'])
  })

  it('counts with all other filters, and replaces the filter of the control', async () => {
    const given = { type: 'utility', rarity: 'epic' }
    expect((await counted('items', given, choosing('rarity', 'epic', 'common'))).counts).toEqual([1, 1])
  })

  it('counts each choice separately if several are selected', async () => {
    const given = { rarity: 'epic,common' }
    const { counts, total, requested } = await counted('items', given, choosing('rarity', 'epic', 'common', 'rare'))
    expect(counts).toEqual([2, 1, 0])
    expect(requested).toContain('/v2/items?rarity=epic&page=1&limit=1')
    expect(await total()).toBe(3)
    expect((await counted('items', given, choosing('type', 'utility'))).counts).toEqual([2])
  })

  it('ignores the page and the order', async () => {
    const { counts, total } = await counted('items', { page: '7', limit: '1' }, choosing('type', 'utility'))
    expect(counts).toEqual([2])
    expect(await total()).toBe(3)
  })

  it('has no counts if the API rejects the requests', async () => {
    expect((await counted('items', {}, choosing('rarity', 'epic', 'sparkling'))).counts).toEqual([2, undefined])
  })

  it('has no counts beyond the maximum number of requests', async () => {
    const many = Array.from({ length: 100 }, (_, nth) => `kind_${nth}`)
    const site = testSite()
    const counts = new FacetCounts(site.fetchApi, listNamed('items'), new URLSearchParams())
    const { first, more } = await counts.count({
      first: [choosing('archetype', ...many)],
      more: [choosing('archetype', ...many), choosing('rarity', 'epic')],
    })
    expect(site.requested.length).toBeLessThanOrEqual(150)
    expect(choicesOf(first[0])).toHaveLength(100)
    expect(choicesOf(more[0]).map(({ count }) => count)).toEqual(many.map(() => undefined))
  })
})

describe('a cursor list', () => {
  const site = () => testSite({ rows: { ...sampleRows, quests: quests(60) } })

  it('is read once for all counts', async () => {
    const { fetchApi, requested } = site()
    const counts = new FacetCounts(fetchApi, listNamed('quests'), new URLSearchParams())
    const archetypes = choosing('archetype', 'id.quest.even', 'id.quest.odd', 'id.quest.none')
    const { first } = await counts.count({ first: [archetypes, choosing('is_daily', 'true', 'false')], more: [] })
    expect(choicesOf(first[0]).map(({ count }) => count)).toEqual([30, 30, 0])
    expect(choicesOf(first[1]).map(({ count }) => count)).toEqual([20, 40])
    expect(await counts.total()).toBe(60)
    expect(new Set(requested).size).toBe(requested.length)
  })

  it('counts with all other filters', async () => {
    const control = choosing('archetype', 'id.quest.even', 'id.quest.odd')
    expect((await counted('quests', { is_daily: 'true' }, control, site())).counts).toEqual([10, 10])
  })

  it('replaces the filter of the control and counts from the first row', async () => {
    const { fetchApi } = site()
    const { json } = await fetchApi('/v2/quests?limit=7')
    const { pagination, next } = json as { pagination?: { next: string }; next?: string }
    const cursor = next ?? new URL(pagination?.next ?? '', 'https://ledger.example').searchParams.get('cursor')
    if (!cursor) throw new Error('The list has no second page')
    const given = { cursor, limit: '7', is_daily: 'true' }
    const { counts, total } = await counted('quests', given, choosing('is_daily', 'true', 'false'), site())
    expect(counts).toEqual([20, 40])
    expect(await total()).toBe(20)
  })

  it('has no counts if it has too many rows', async () => {
    const { counts, total } = await counted(
      'quests',
      {},
      choosing('is_daily', 'true'),
      testSite({ rows: { ...sampleRows, quests: quests(1001) } }),
    )
    expect(counts).toEqual([undefined])
    expect(await total()).toBeUndefined()
  })
})

it('a control without choices is returned unchanged', async () => {
  const { fetchApi, requested } = testSite()
  const counts = new FacetCounts(fetchApi, listNamed('items'), new URLSearchParams())
  expect(await counts.count({ search: text, first: [text], more: [] })).toEqual({
    search: text,
    first: [text],
    more: [],
  })
  expect(requested).toEqual([])
})
