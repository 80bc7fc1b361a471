import { describe, expect, it } from 'vitest'
import { variantLabels, labelOf } from './labels.ts'
import { testLookup } from '../../test/test-lookup.ts'
import type { RowSummary } from '../row-lookup.ts'
import type { RowDetail } from './row-detail.ts'
import { listNamed } from '../../test/test-site.ts'

const wight: RowSummary = { id: 'id.monster.bog_wight_common', name: 'Bog Wight', list: '/monsters' }
const items = { utility: { label: 'Utility', count: 2 } }
const tables = { monster: { label: 'Of a monster', count: 1 } }
const facets = { type: items, 'loot_tables.type': tables, rarity: { epic: { label: 'Episch', count: 4 } } }

function detailOf(path: string, row: RowDetail['row'] = {}): RowDetail {
  const lookup = testLookup({ summaries: [wight] })
  return { id: String(row.id), list: listNamed(path), row, facets, lookup } as Partial<RowDetail> as RowDetail
}

describe('the label of a value', () => {
  const label = (path: string, name: string, value: string) => labelOf(detailOf(path), name, value)

  it('comes from the facets, preferably of its own list', () => {
    expect(label('items', 'type', 'utility')).toBe('Utility')
    expect(label('loot-tables', 'type', 'monster')).toBe('Of a monster')
  })

  it('is the name of the row with this id, else the value in words', () => {
    expect(label('loot-tables', 'monster_id', wight.id)).toBe('Bog Wight')
    expect(label('loot-tables', 'monster_id', 'id.monster.mire_king')).toBe('Mire king')
    expect(label('items', 'hand_type', 'one_handed')).toBe('One handed')
    expect(label('items', 'type', 'constructor')).toBe('Constructor')
  })
})

describe('the variant label of a row', () => {
  it('is its rarity or tier in the language of the page', () => {
    expect(variantLabels(detailOf('items', { rarity: 'epic' }))).toEqual(['Episch'])
    expect(variantLabels(detailOf('monsters', { tier: 'nightmare' }))).toEqual(['Nightmare'])
  })

  it('is missing if it has neither, or a number', () => {
    expect(variantLabels(detailOf('quests'))).toEqual([])
    expect(variantLabels(detailOf('monsters', { tier: 3 }))).toEqual([])
  })
})
