import { describe, expect, it } from 'vitest'
import { matchDescription, groupResults, type ResultRow } from './group-results.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const row = (path: string, name: string, more: Partial<ResultRow> = {}): ResultRow => {
  const [list = '', id = ''] = path.split('/')
  return { kind: list.replace('-', '_'), id, name, matched: 'name', url: `/v2/${path}`, ...more }
}
const tomes = [
  row('items/id.item.ashbound_tome_1001', 'Ashbound Tome', { rarity: 'common' }),
  row('items/id.item.ashbound_tome_5001', 'Ashbound Tome', { rarity: 'epic' }),
]

describe('results', () => {
  it('are one group for all rarities of an item, linked to their list', () => {
    expect(groupResults(tomes)).toEqual([
      {
        kind: 'items',
        name: 'Ashbound Tome',
        href: '/items?archetype=id.item.ashbound_tome&sort=-rarity',
        rows: tomes,
      },
    ])
  })

  it('link to the page of a single row, or of a row that is not an item', () => {
    expect(groupResults(tomes.slice(1))[0]?.href).toBe('/items/id.item.ashbound_tome_5001')
    const moths = ['moth', 'moth_elite'].map((slug) => row(`monsters/id.monster.${slug}`, 'Moth'))
    expect(groupResults(moths)[0]?.href).toBe('/monsters/id.monster.moth')
  })

  it('are one group per kind, in the order of the results', () => {
    const found = [...tomes, row('loot-tables/id.loot_table.tome', 'Ashbound Tome'), row('quests/id.quest.a', 'A')]
    expect(groupResults(found).map(({ kind }) => kind)).toEqual(['items', 'loot_tables', 'quests'])
  })

  it('have URLs without a patch', () => {
    const [group] = groupResults([row('items/id.item.a', 'A', { url: '/v2/items/id.item.a?patch=1' })])
    expect(group?.href).toBe('/items/id.item.a')
  })

  it('say how they were found if not by name', () => {
    expect(matchDescription(row('items/a', 'A'), inEnglish)).toBe('')
    expect(matchDescription(row('items/a', 'A', { matched: 'former_name', former_name: 'B' }), inEnglish)).toBe(
      'formerly B',
    )
    expect(matchDescription(row('items/a', 'A', { matched: 'text' }), inEnglish)).toContain('text')
  })
})
