import { describe, expect, it } from 'vitest'
import { searcher } from './search-index.ts'

const find = searcher({
  lists: [
    ['/items', 'Items', 'id.item.'],
    ['/loot-tables', 'Loot tables', 'id.loot_table.'],
    ['/monsters', 'Monsters', 'id.monster.'],
  ],
  groups: [
    [
      'Ashbound Tome',
      0,
      [
        ['ashbound_tome_1001', 'common'],
        ['ashbound_tome_5001', 'epic'],
      ],
    ],
    ['Bog Wight', 1, [['bog_wight']]],
    ['Bog Wight', 2, [['bog_wight_common']]],
  ],
})

describe('the search in names', () => {
  it('takes beginnings of words in any order, and a slip', () => {
    expect(find('tome ash', 5).map(({ name }) => name)).toEqual(['Ashbound Tome'])
    expect(find('ashbond', 5).map(({ name }) => name)).toEqual(['Ashbound Tome'])
  })

  it('leads to the thing, or to all items that are called so', () => {
    expect(find('ashbound', 1)[0]?.href).toBe('/items?name=Ashbound+Tome')
    expect(find('ashbound', 1)[0]?.things[1]).toEqual({ href: '/items/id.item.ashbound_tome_5001', rarity: 'epic' })
  })

  it('puts a monster before the loot table of its name', () => {
    expect(find('bog wight', 5).map(({ href }) => href)).toEqual([
      '/monsters/id.monster.bog_wight_common',
      '/loot-tables/id.loot_table.bog_wight',
    ])
  })

  it('finds nothing in nothing', () => {
    expect(find('zzzzqq', 5)).toEqual([])
  })
})
