import { describe, expect, it } from 'vitest'
import { samplePatches, sampleRows } from '../../../data/api/test-world.ts'
import { api } from '../../../data/api/table.ts'
import { ledgerOf } from './ledger.ts'
import { namesOfPatch, searcherOf } from './names-of-patch.ts'
import { testSite } from './test-site.ts'

const tome = (grade: number, rarity: string) => ({
  id: `id.item.ashbound_tome_${grade}`,
  name: 'Ashbound Tome',
  rarity,
})
const rows = { ...sampleRows, items: [...(sampleRows.items ?? []), tome(1001, 'common'), tome(5001, 'epic')] }
const ledger = await ledgerOf(testSite({ rows }).locals, samplePatches[3])
const { lists, groups } = namesOfPatch(api, ledger)
const groupsOf = (name: string) => groups.filter(([called]) => called === name)
const listOf = (place: number | undefined) => lists[place ?? -1]?.[0]

describe('the names that the search box loads', () => {
  it('are one group for all grades of a thing', () => {
    expect(groupsOf('Ashbound Tome').map(([, , things]) => things)).toEqual([
      [
        ['ashbound_tome_1001', 'common'],
        ['ashbound_tome_5001', 'epic'],
      ],
    ])
  })

  it('are a group for each list that has the name', () => {
    expect(
      groupsOf('Bog Wight')
        .map(([, list]) => listOf(list))
        .toSorted(),
    ).toEqual(['/loot-tables', '/monsters'])
    expect(groupsOf('Bog Wight').flatMap(([, , things]) => things)).toContainEqual(['bog_wight_common'])
  })

  it('are in English, of titles too', () => {
    expect(listOf(groupsOf('The First Lamp')[0]?.[1])).toBe('/quests')
    expect(groupsOf('Reach_Item_Mossbread_Name')).toEqual([])
  })

  it('leave out lists whose rows have none', () => {
    expect(lists.map(([path]) => path)).not.toContain('/spawners')
    expect(groups.some(([name]) => name.startsWith('Brine fen barrel'))).toBe(false)
  })

  it('lead back to every thing that has a name', () => {
    const ids = groups.flatMap(([, list, things]) => things.map(([slug]) => `${lists[list]?.[2] ?? ''}${slug}`))
    const named = lists.flatMap(([path]) => (ledger.byList.get(path) ?? []).map(({ id }) => id))
    expect(ids.toSorted()).toEqual(named.toSorted())
  })
})

it('the search of a patch is made once, and finds its names', () => {
  const search = searcherOf(api, ledger)
  expect(searcherOf(api, ledger)).toBe(search)
  expect(search('ember lan', 5).map(({ href }) => href)).toEqual(['/items/id.item.ember_lantern_5001'])
})
