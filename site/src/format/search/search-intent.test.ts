import { describe, expect, it } from 'vitest'
import { groupResults, type ResultRow } from './group-results.ts'
import { inEnglish, translateTo } from '../../messages/catalogs.ts'
import { linkToSection, searchIntent } from './search-intent.ts'

const row = (list: string, id: string, name: string): ResultRow => ({
  kind: list,
  id,
  name,
  matched: 'name',
  url: `/v2/${list}/${id}`,
})
const meant = (query: string, rows: readonly ResultRow[]) => {
  const intent = searchIntent(query, inEnglish)
  return intent && linkToSection(groupResults(rows), intent).map(({ section, href }) => [section, href])
}

describe('the section that a query asks for', () => {
  it.each([
    ['wight drops', { text: 'wight', kind: 'monsters', section: 'search.drops' }],
    ['loot of the bog wight', { text: 'the bog wight', kind: 'monsters', section: 'search.drops' }],
    ['Gloam Blade PRICE', { text: 'Gloam Blade', kind: 'items', section: 'search.price' }],
    ['black market key price', { text: 'black market key', kind: 'items', section: 'search.price' }],
    ['rewards lamplighter', { text: 'lamplighter', kind: 'quests', section: 'search.rewards' }],
  ])('is named by the last or the first word of %j', (query, intent) => {
    expect(searchIntent(query, inEnglish)).toEqual(intent)
  })

  it.each([
    ['de', 'Beute von Moorwicht', { text: 'Moorwicht', kind: 'monsters', section: 'search.drops' }],
    ['fr', 'lame grise prix', { text: 'lame grise', kind: 'items', section: 'search.price' }],
    ['ja', 'ウィスプ ドロップ', { text: 'ウィスプ', kind: 'monsters', section: 'search.drops' }],
    ['ru', 'wight drops', { text: 'wight', kind: 'monsters', section: 'search.drops' }],
  ] as const)('is named in %s, or in English: %j', (locale, query, intent) => {
    expect(searchIntent(query, translateTo(locale))).toEqual(intent)
  })

  it.each(['epic lantern', 'drops', '', 'the market hall key'])('is undefined in %j', (query) => {
    expect(searchIntent(query, inEnglish)).toBeUndefined()
  })

  it('is linked in the results', () => {
    const wights = ['common', 'elite'].map((tier) => row('monsters', `id.monster.bog_wight_${tier}`, 'Bog Wight'))
    const table = row('loot_tables', 'id.loot_table.bog_wight', 'Bog Wight')
    expect(meant('wight drops', [...wights, table])).toEqual([
      ['search.drops', '/monsters/id.monster.bog_wight_common#drops'],
    ])
    const blades = ['4001', '5001'].map((rank) => row('items', `id.item.gloam_blade_${rank}`, 'Gloam Blade'))
    expect(meant('gloam price', blades)).toEqual([['search.price', '/market/id.item.gloam_blade']])
    expect(meant('gloam price', blades.slice(1))).toEqual([['search.price', '/market/id.item.gloam_blade_5001']])
  })
})
