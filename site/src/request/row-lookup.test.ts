import { describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { samplePatches, sampleRows } from '../../../data/api/test/test-world.ts'
import { listsOf, pagePath } from './explorer.ts'
import { rowLookup } from './row-lookup.ts'
import { testSite } from '../test/test-site.ts'

const lantern = 'id.item.ember_lantern_5001'
const warden = 'id.player_character.warden'
const current = samplePatches[3]
const lookupIn = (rows: typeof sampleRows) => rowLookup(testSite({ rows }).locals, current)
const lookup = lookupIn(sampleRows)
const referencesTo = (id: string, among = lookup) =>
  among.referencesTo(id).map(({ from, column }) => `${from.id} by ${column}`)

describe('summaries', () => {
  it('cover all rows of all lists, by id and by list', () => {
    for (const path of listsOf(api).map(pagePath)) {
      const name = listsOf(api).find((list) => pagePath(list) === path)?.resource?.name ?? ''
      const ids = (sampleRows[name] ?? []).map(({ id }) => id)
      const summaries = lookup.all(path)
      expect(summaries.map(({ id }) => id).toSorted(), path).toEqual(ids.toSorted())
      expect(lookup.count(path), path).toBe(ids.length)
      for (const summary of summaries) expect(lookup.find(summary.id)).toEqual(summary)
    }
    expect(lookup.all('/spawners', 4)).toHaveLength(4)
    expect([lookup.count('/no-such-list'), lookup.all('/no-such-list')]).toEqual([0, []])
  })

  it('have names in the language of the patch, rarities, and the path of their list', () => {
    const bread = 'id.item.mossbread_1001'
    expect(lookup.find(bread)).toEqual({ id: bread, name: 'Mossbread', rarity: 'common', list: '/items' })
    const inGerman = rowLookup(testSite().locals, current && { ...current, locale: 'de' })
    expect(inGerman.find(bread)?.name).toBe('Moosbrot')
    expect(lookup.find('id.quest.lamplighter_01')?.name).toBe('The First Lamp')
    expect(lookup.find('id.spawner.brine_fen_barrel_07')?.name).toBe('Brine fen barrel 07')
  })

  it('can be loaded at once for all ids in rows', async () => {
    const { locals } = testSite()
    const asked: (readonly string[] | undefined)[] = []
    const { related } = locals.catalog
    const summaries: typeof related.summaries = (resource, scope, query) => {
      asked.push(query?.ids)
      return related.summaries(resource, scope, query)
    }
    const catalog = { ...locals.catalog, related: { ...related, summaries } }
    const loaded = rowLookup({ ...locals, catalog }, current)
    const missing = 'id.item.no_such'
    await loaded.load([
      { id: 'id.quest.q', of: warden, items: [lantern, { item: missing }] },
      { id: 'x', of: lantern },
    ])
    expect(asked).toEqual([[lantern, missing], [warden]])
    expect([warden, lantern, missing].map((id) => loaded.find(id))).toEqual(
      [warden, lantern, missing].map((id) => lookup.find(id)),
    )
    expect(asked).toHaveLength(2)
  })

  it('are undefined for anything but a row of a list', () => {
    for (const id of ['id.item.no_such', 'id.quest_content.lamplighter_01_1', 'epic', 'id.', ''])
      expect(lookup.find(id), id).toBeUndefined()
  })

  it('are found by archetype', () => {
    expect(lookup.ofArchetype('id.monster.bog_wight').map(({ name }) => name)).toEqual(['Bog Wight'])
    expect(lookup.ofArchetype('id.item.ember_lantern').map(({ id }) => id)).toEqual([lantern])
    expect(lookup.ofArchetype('undefined')).toEqual([])
  })

  it('are empty before the first patch', () => {
    const empty = rowLookup(testSite({ patches: [], rows: {} }).locals, undefined)
    expect([empty.count('/items'), empty.all('/items'), empty.find(lantern)]).toEqual([0, [], undefined])
  })
})

it('bounds are the least and greatest value of each column', async () => {
  const scores = (sampleRows.items ?? []).map((row) => Number(row.gear_score)).filter((score) => !Number.isNaN(score))
  const bounds = await lookup.bounds('/items')
  expect(bounds.get('gear_score')).toEqual([Math.min(...scores), Math.max(...scores)])
  expect(bounds.get('rarity')).toBeUndefined()
})

it('a row is found with its content and its position', () => {
  expect(lookup.rowOf('id.quest.lamplighter_02')).toMatchObject({ chapter_id: 'id.quest.lamplighter_01' })
  expect([lookup.positionOf('id.quest.lamplighter_02'), lookup.positionOf('id.quest.none')]).toEqual([2, undefined])
})

describe('references', () => {
  it('come from columns, lists, and details that only the single row shows', () => {
    expect(referencesTo('id.quest.lamplighter_01')).toEqual(['id.quest.lamplighter_02 by chapter_id'])
    expect(referencesTo(warden)).toEqual(['id.perk.lamp_oath by classes'])
    expect(referencesTo(lantern)).toEqual(['id.loot_table.bog_wight by entries'])
    expect(referencesTo('id.item.no_such')).toEqual([])
  })

  it('contain the innermost object with the mention, and the row', () => {
    const [drop] = lookup.referencesTo(lantern)
    expect(drop?.within).toMatchObject({ item_id: lantern, weight: 1, probability: 0.25 })
    expect(drop?.row).toMatchObject({ id: 'id.loot_table.bog_wight', name: 'Bog Wight' })
    const [perk] = lookup.referencesTo(warden)
    expect(perk?.within).toBe(perk?.row)
  })

  it('belong to the list whose row embeds the row with the mention', () => {
    const content = { id: 'id.quest_content.lamplighter_01_1', target_archetype: 'id.monster.bog_wight' }
    const reward = { id: 'id.reward.quest_lamplighter_01', entries: [{ type: 'item', item_id: lantern, count: 2 }] }
    const among = lookupIn({ ...sampleRows, quest_contents: [content], rewards: [reward] })
    expect(referencesTo('id.monster.bog_wight', among)).toEqual(['id.quest.lamplighter_01 by objectives'])
    expect(referencesTo(lantern, among)).toEqual([
      'id.loot_table.bog_wight by entries',
      'id.quest.lamplighter_01 by reward_ids',
    ])
    expect(among.referencesTo(lantern)[1]?.within).toEqual({ type: 'item', item_id: lantern, count: 2 })
  })

  it('can be limited to some lists', () => {
    const among = (...paths: string[]) => lookup.referencesIn(paths, lantern).map(({ from }) => from.id)
    expect([among('/perks', '/loot-tables'), among('/quests')]).toEqual([['id.loot_table.bog_wight'], []])
  })

  it('exclude the row itself and its own archetype', () => {
    const perks = [{ id: 'id.perk.twice', name: 'Twice', classes: ['id.perk.twice'] }]
    expect(referencesTo('id.perk.twice', lookupIn({ ...sampleRows, perks }))).toEqual([])
    expect(referencesTo('id.item.ember_lantern')).toEqual([])
  })

  it('occur once per column, however often it names the row', () => {
    const perks = [{ id: 'id.perk.twice', name: 'Twice', classes: [warden, warden] }]
    expect(referencesTo(warden, lookupIn({ ...sampleRows, perks }))).toEqual(['id.perk.twice by classes'])
  })
})
