import { describe, expect, it } from 'vitest'
import type { Ask } from './ask.ts'
import { labelsOf } from './facet-labels.ts'
import { facetsAt, gradeOf, labelOf } from './labels.ts'
import type { Ledger, Thing } from './ledger.ts'
import type { LoadedThing } from './loaded-thing.ts'
import { listNamed, testSite } from './test-site.ts'

const wight: Thing = { id: 'id.monster.bog_wight_common', name: 'Bog Wight', list: '/monsters' }
const items = { utility: { label: 'Utility', count: 2 } }
const tables = { monster: { label: 'Of a monster', count: 1 } }
const facets = { type: items, 'loot_tables.type': tables, rarity: { epic: { label: 'Episch', count: 4 } } }

function thingOf(path: string, row: LoadedThing['row'] = {}): LoadedThing {
  const ledger = { things: new Map([[wight.id, wight]]) } as Partial<Ledger> as Ledger
  return { list: listNamed(path), row, facets, ledger } as Partial<LoadedThing> as LoadedThing
}

describe('the labels of a column', () => {
  it('are those of its own list first, then those that all lists share, else none', () => {
    expect(labelsOf(facets, 'loot_tables', 'type')).toBe(tables)
    expect(labelsOf(facets, 'items', 'type')).toBe(items)
    expect(labelsOf(facets, 'items', 'slot_type')).toEqual({})
  })

  it('are asked for once for each patch and language', async () => {
    const { locals, patches, asked } = testSite()
    const old = patches.resolve('1')
    for (const patch of [undefined, old, undefined, old]) await facetsAt(locals, patch)
    expect(asked).toEqual(['/v2/facets?counts=true', '/v2/facets?counts=true&patch=1'])
    await facetsAt(locals, { ...old, locale: 'de' })
    expect(asked).toHaveLength(3)
  })
})

describe('the labels of a patch', () => {
  it('are none before the first one', async () => {
    expect(await facetsAt(testSite({ patches: [], rows: {} }).locals, undefined)).toEqual({})
  })

  it('are asked for again where the API had no answer', async () => {
    const { ask, patches } = testSite()
    const busy: Ask = (target) => Promise.resolve({ status: 503, target, headers: {}, json: {} })
    await expect(facetsAt({ ask: busy, patches }, undefined)).rejects.toThrow('503')
    expect(await facetsAt({ ask, patches }, undefined)).toHaveProperty('rarity')
  })
})

describe('the label of a value', () => {
  const label = (path: string, name: string, value: string) => labelOf(thingOf(path), name, value)

  it('is that of the facets, of the own list first', () => {
    expect(label('items', 'type', 'utility')).toBe('Utility')
    expect(label('loot-tables', 'type', 'monster')).toBe('Of a monster')
  })

  it('is the name of what an id names, else the value in words', () => {
    expect(label('loot-tables', 'monster_id', wight.id)).toBe('Bog Wight')
    expect(label('loot-tables', 'monster_id', 'id.monster.mire_king')).toBe('Mire king')
    expect(label('items', 'hand_type', 'one_handed')).toBe('One handed')
  })
})

describe('the grade of a thing', () => {
  it('is its rarity or its tier as the language calls it', () => {
    expect(gradeOf(thingOf('items', { rarity: 'epic' }))).toBe('Episch')
    expect(gradeOf(thingOf('monsters', { tier: 'nightmare' }))).toBe('Nightmare')
  })

  it('is none where it has neither, or a number', () => {
    expect(gradeOf(thingOf('quests'))).toBeUndefined()
    expect(gradeOf(thingOf('monsters', { tier: 3 }))).toBeUndefined()
  })
})
