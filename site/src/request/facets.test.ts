import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../format/api-response.ts'
import { testSite } from '../test/test-site.ts'
import { facetsAt, humanizeFacets, labelsOf } from './facets.ts'

const items = { utility: { label: 'Utility', count: 2 } }
const tables = { monster: { label: 'Of a monster', count: 1 } }
const facets = { type: items, 'loot_tables.type': tables }

describe('the labels of a column', () => {
  it('are those of its own list, else those shared by all lists, else none', () => {
    expect(labelsOf(facets, 'loot_tables', 'type')).toBe(tables)
    expect(labelsOf(facets, 'items', 'type')).toBe(items)
    expect(labelsOf(facets, 'items', 'slot_type')).toEqual({})
  })

  it('are requested once per patch and language', async () => {
    const { locals, patches, requested } = testSite()
    const old = patches.resolve('1')
    for (const patch of [undefined, old, undefined, old]) await facetsAt(locals, patch)
    expect(requested).toEqual(['/v2/facets?counts=true', '/v2/facets?counts=true&patch=1'])
    await facetsAt(locals, { ...old, locale: 'de' })
    expect(requested).toHaveLength(3)
  })
})

it('labels in CamelCase are put into words; others stay unchanged', () => {
  const labelled = (label: string) => ({ cost_type: { a: { label, count: 1 } } })
  expect(humanizeFacets(labelled('SpellPoints'))).toEqual(labelled('Spell points'))
  for (const label of ['Health', 'Two-Handed', 'NPC', 'Zauberpunkte'])
    expect(humanizeFacets(labelled(label))).toEqual(labelled(label))
})

describe('the labels of a patch', () => {
  it('are empty before the first patch', async () => {
    expect(await facetsAt(testSite({ patches: [], rows: {} }).locals, undefined)).toEqual({})
  })

  it('are requested again after an error of the API', async () => {
    const { locals } = testSite()
    const busy: ApiClient = (target) => Promise.resolve({ status: 503, target, headers: {}, json: {} })
    await expect(facetsAt({ ...locals, fetchApi: busy }, undefined)).rejects.toThrow('503')
    expect(await facetsAt(locals, undefined)).toHaveProperty('rarity')
  })
})
