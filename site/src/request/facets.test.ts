import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../format/ask.ts'
import { testSite } from '../test/test-site.ts'
import { facetsAt, inWords, labelsOf } from './facets.ts'

const items = { utility: { label: 'Utility', count: 2 } }
const tables = { monster: { label: 'Of a monster', count: 1 } }
const facets = { type: items, 'loot_tables.type': tables }

describe('the labels of a column', () => {
  it('are those of its own list first, then those that all lists share, else none', () => {
    expect(labelsOf(facets, 'loot_tables', 'type')).toBe(tables)
    expect(labelsOf(facets, 'items', 'type')).toBe(items)
    expect(labelsOf(facets, 'items', 'slot_type')).toEqual({})
  })

  it('are asked for once for each patch and language', async () => {
    const { locals, patches, requested } = testSite()
    const old = patches.resolve('1')
    for (const patch of [undefined, old, undefined, old]) await facetsAt(locals, patch)
    expect(requested).toEqual(['/v2/facets?counts=true', '/v2/facets?counts=true&patch=1'])
    await facetsAt(locals, { ...old, locale: 'de' })
    expect(requested).toHaveLength(3)
  })
})

it('labels that are names of a program are words; others are as they are', () => {
  const labelled = (label: string) => ({ cost_type: { a: { label, count: 1 } } })
  expect(inWords(labelled('SpellPoints'))).toEqual(labelled('Spell points'))
  for (const label of ['Health', 'Two-Handed', 'NPC', 'Zauberpunkte'])
    expect(inWords(labelled(label))).toEqual(labelled(label))
})

describe('the labels of a patch', () => {
  it('are none before the first one', async () => {
    expect(await facetsAt(testSite({ patches: [], rows: {} }).locals, undefined)).toEqual({})
  })

  it('are asked for again where the API had no answer', async () => {
    const { locals } = testSite()
    const busy: ApiClient = (target) => Promise.resolve({ status: 503, target, headers: {}, json: {} })
    await expect(facetsAt({ ...locals, fetchApi: busy }, undefined)).rejects.toThrow('503')
    expect(await facetsAt(locals, undefined)).toHaveProperty('rarity')
  })
})
