// Raw upstream keys of rows whose ids cannot be derived from them, everywhere an id is accepted.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestBundle } from '../../../build/test/test-bundle.ts'
import { at, noon, observe } from '../fixtures/live-world.ts'
import { fetchApi, paginate } from '../fixtures/test-client.ts'
import { liveAt, openFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'

const forBards = { classes: ['id.player_character.bard'] }
const rows = {
  items: [
    {
      ...{ id: 'id.item.dust', source_key: 'Id_Item_Ember', archetype: 'id.item.dust', name: 'Dust' },
      required_class: ['bard'],
    },
  ],
  classes: [{ id: 'id.player_character.bard', source_key: 'Id_PlayerCharacter_Minstrel', name: 'Bard' }],
  perks: [{ id: 'id.perk.song', name: 'Song', ...forBards }],
  skills: [{ id: 'id.skill.song', name: 'Song', ...forBards }],
  spells: [{ id: 'id.spell.song', name: 'Song', ...forBards }],
  merchants: [{ id: 'id.merchant.chemist', source_key: 'Id_Merchant_Alchemist', name: 'Chemist' }],
  loot_tables: [{ id: 'id.loot_table.fen', source_key: 'LT_Swamp', name: 'Fen', entries: [] }],
  monsters: [
    {
      ...{ id: 'id.monster.wight', source_key: 'Id_Monster_Ghoul', name: 'Wight' },
      loot_table_id: 'id.loot_table.fen',
    },
  ],
  maps: [{ id: 'id.map.fen', source_key: 'Id_Map_Swamp', name: 'Fen' }],
  spawners: [
    {
      ...{ id: 'id.spawner.wight', map_id: 'id.map.fen', monster_id: 'id.monster.wight' },
      loot_table_id: 'id.loot_table.fen',
    },
    { id: 'id.spawner.chest', map_id: 'id.map.fen' },
  ],
  quests: [
    { id: 'id.quest.first', source_key: 'Id_Quest_Start', title: 'First' },
    { id: 'id.quest.second', title: 'Second', chapter_id: 'id.quest.first' },
  ],
}

const listing = { item_id: 'id.item.dust', price: 40, created_at: at('11:00'), captured_at: at('11:00') }
const entry = { season_id: '7', sheet_id: 'solo', period_index: 0, character: 'Ada', rank: 1, captured_at: at('11:00') }
const stock = { merchant_id: 'chemist', item_id: 'id.item.dust', price: 5, stock: 1, captured_at: at('11:00') }
const message = { timestamp: at('11:00'), message: 'hail', items: [] }

let fixture: Fixture
let service: ServedFixture
beforeAll(async () => {
  fixture = openFixture()
  await fixture.import([writeTestBundle(join(fixture.dataDir, 'bundle'), '1.0', rows)])
  await fixture.import([
    writeTestBundle(join(fixture.dataDir, 'next'), '1.1', { perks: [{ ...rows.perks[0], name: 'Tune' }] }),
  ])
  service = await fixture.serve({ live: await liveAt(fixture, noon) })
  await observe(service, 'market', [
    { ...listing, id: 1 },
    { ...listing, id: 2, item_id: 'id.item.other' },
  ])
  await observe(service, 'merchant-stock', [stock, { ...stock, item_id: 'id.item.other' }])
  await observe(service, 'trades', [
    { ...message, id: 1, sender_class: 'bard' },
    { ...message, id: 2, sender_class: 'duelist' },
  ])
  await observe(service, 'leaderboards', [
    { season: { id: '7', name: 'Seven' } },
    { sheet: { id: 'solo', season_id: '7' } },
    { entry: { ...entry, character_class: 'bard' } },
    { entry: { ...entry, character: 'Bo', character_class: 'duelist' } },
  ])
})
afterAll(() => fixture.close())

const sheet = '/v2/leaderboards/seasons/7/sheets/solo'

describe('a raw key is answered like the id of its row', () => {
  it.each([
    ['/v2/items?required_class=*', 'Id_PlayerCharacter_Minstrel', 'bard'],
    ['/v2/perks?class=*', 'Id_PlayerCharacter_Minstrel', 'bard'],
    ['/v2/skills?class=*', 'Id_PlayerCharacter_Minstrel', 'id.player_character.bard'],
    ['/v2/spells?class=*', 'Id_PlayerCharacter_Minstrel', 'bard'],
    ['/v2/monsters?loot_table_id=*', 'LT_Swamp', 'id.loot_table.fen'],
    ['/v2/spawners?loot_table_id=*', 'LT_Swamp', 'id.loot_table.fen'],
    ['/v2/spawners?monster_id=*', 'Id_Monster_Ghoul', 'id.monster.wight'],
    ['/v2/spawners?map_id=*', 'Id_Map_Swamp', 'id.map.fen'],
    ['/v2/quests?chapter_id=*', 'Id_Quest_Start', 'id.quest.first'],
    ['/v2/patches/diff?from=1&to=2&class=*', 'Id_PlayerCharacter_Minstrel', 'bard'],
    ['/v2/market?item=*', 'Id_Item_Ember', 'id.item.dust'],
    ['/v2/market?item_id=*', 'Id_Item_Ember', 'id.item.dust'],
    ['/v2/market/prices?ids=*', 'Id_Item_Ember', 'id.item.dust'],
    ['/v2/market/analytics/*/prices/history', 'Id_Item_Ember', 'id.item.dust'],
    ['/v2/merchant/stock/*', 'Id_Merchant_Alchemist', 'id.merchant.chemist'],
    ['/v2/merchant/stock/*', 'Id_Merchant_Alchemist', 'chemist'],
    ['/v2/merchant/stock/history?item_id=*', 'Id_Item_Ember', 'id.item.dust'],
    ['/v2/trades?sender_class=*', 'Id_PlayerCharacter_Minstrel', 'bard'],
    [`${sheet}/entries?class=*`, 'Id_PlayerCharacter_Minstrel', 'bard'],
    [`${sheet}/characters/Ada/history?class=*`, 'Id_PlayerCharacter_Minstrel', 'bard'],
  ])('%s: %s as %s', async (target, key, id) => {
    const [byKey, byId] = await Promise.all([key, id].map((given) => fetchApi(service, target.replace('*', given))))
    expect(byId?.status).toBe(200)
    expect(byId?.text).toMatch(/"(count|total|listings|stock|history)":(?!0\b|\[\])/)
    expect(byKey?.text).toBe(byId?.text)
  })

  it('except in observations, where ids are derived by rule, whatever the catalog', async () => {
    await observe(service, 'market', [{ ...listing, id: 3, item_id: 'Id_Item_Ember' }])
    expect((await fetchApi(service, '/v2/market/3')).row).toMatchObject({ item_id: 'id.item.ember' })
  })

  it('on the next page too', async () => {
    const pages = await paginate(service, '/v2/spawners?page=1&limit=1&map_id=Id_Map_Swamp')
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(['id.spawner.chest', 'id.spawner.wight'])
  })
})
