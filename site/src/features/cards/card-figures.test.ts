import { describe, expect, it } from 'vitest'
import { translateTo } from '../../messages/catalogs.ts'
import { testLookup } from '../../test/test-lookup.ts'
import type { RowSummary } from '../../request/row-lookup.ts'
import type { RowDetail } from '../../request/thing/row-detail.ts'
import { listNamed } from '../../test/test-site.ts'
import { cardFigures, kindColumns } from './card-figures.ts'

const wight: RowSummary = { id: 'id.monster.bog_wight_common', name: 'Bog Wight', list: '/monsters' }

function detailOf(path: string, row: RowDetail['row']): RowDetail {
  const lookup = testLookup({ summaries: [wight] })
  return { list: listNamed(path), row, facets: {}, lookup } as Partial<RowDetail> as RowDetail
}

/** Returns each figure as a text such as `Gear score: 38`. */
const figures = (path: string, row: RowDetail['row'], lines: readonly string[] = []) =>
  cardFigures(
    detailOf(path, row),
    lines.map((text) => ({ text })),
  ).map(({ label, value }) => `${label}: ${value}`)

describe('cardFigures', () => {
  it('starts with attributes, with their numbers as values', () => {
    const lines = ['Max Mana 5 to 6', 'Move Speed -8 to -6', 'Max Health Bonus +2% to +3.5%', 'One too many 4']
    expect(figures('items', { gear_score: 38 }, lines)).toEqual([
      'Max Mana: 5 to 6',
      'Move Speed: -8 to -6',
      'Max Health Bonus: +2% to +3.5%',
      'Gear score: 38',
    ])
  })

  it('continues with numbers, counts, references and words, up to five in total', () => {
    const entries = Array.from({ length: 12 }, () => ({ item_id: 'x' }))
    const row = { family: 'undead', hp: 1740, description: 'Wet.', abilities: entries, loot_table_id: wight.id }
    expect(figures('monsters', row)).toEqual(['Health: 1,740', 'Abilities: 12', 'Loot table: Bog Wight'])
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, nth) => [`figure_${nth}`, nth + 1]))
    expect(figures('monsters', many)).toHaveLength(5)
  })

  it('joins min and max, and width and height', () => {
    expect(figures('items', { inventory_width: 2, inventory_height: 3 })).toEqual(['Inventory: 2 × 3'])
    expect(figures('spells', { range_min: 100, range_max: 2500 })).toEqual(['Range: 100 to 2,500'])
    expect(figures('spells', { range_min: 100, range_max: 100 })).toEqual(['Range: 100'])
    expect(figures('spells', { range_max: 100 })).toEqual(['Range max: 100'])
  })

  it('uses the language of `t`', () => {
    const german = cardFigures(detailOf('items', { inventory_width: 2, vendor_price: 1250.5 }), [], translateTo('de'))
    expect(german.map(({ value }) => value)).toEqual(['2 Felder', '1.250,5 Gold'])
    const range = cardFigures(detailOf('spells', { range_min: 100, range_max: 2500 }), [], translateTo('de'))
    expect(range.map(({ value }) => value)).toEqual(['100 bis 2.500'])
  })

  it('omits zeros, sort columns, attribute columns, paths and texts that do not fit on a line', () => {
    const row = { experience: 0, order: 7, primary_min_light: 3, num_primary_attributes: 1, vendor_price: 5 }
    expect(figures('items', row)).toEqual(['Vendor price: 5 gold'])
    expect(figures('items', { effect: 'Lights 38 m for as long as it is held; moths keep away.' })).toEqual([])
    expect(figures('items', { path: 'Game/Items/Lantern' })).toEqual([])
  })

  it('lists a few values and counts many', () => {
    expect(figures('items', { required_class: ['duelist', 'warden'] })).toEqual(['Required class: Duelist, Warden'])
    const classes = ['duelist', 'warden', 'lamplighter', 'drowned_king', 'reed_singer']
    expect(figures('items', { required_class: classes })).toEqual(['Required class: 5'])
  })
})

describe('kindColumns', () => {
  it('returns the facets of a row that have one slug, without the rarity', () => {
    const row = { rarity: 'epic', type: 'weapon', hand_type: 'one_handed', required_class: ['warden'], slot_type: null }
    expect(kindColumns(detailOf('items', row))).toEqual(['type', 'hand_type'])
  })

  it('returns columns that are not among the figures', () => {
    expect(figures('items', { type: 'weapon', gear_score: 3 })).toEqual(['Gear score: 3'])
  })
})
