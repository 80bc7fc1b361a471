// What other tests and the docs say about the sample world.
import { describe, expect, it } from 'vitest'
import { readSample, rowOf, rowsOf } from './test/read-sample.ts'
import type { Scale } from './scale.ts'

describe.each<Scale>(['full', 'small'])('anchors of the %s world', async (scale) => {
  const [first, second, ptr, last] = await readSample(scale)

  it('ember lantern: rebalanced in 1.1', () => {
    const id = 'id.item.ember_lantern_5001'
    expect(rowOf(first, 'items', id)).toMatchObject({
      rarity: 'epic',
      type: 'utility',
      gear_score: 34,
      source_key: 'Id_Item_EmberLantern_5001',
    })
    for (const bundle of [second, ptr, last]) expect(rowOf(bundle, 'items', id)).toMatchObject({ gear_score: 38 })
  })

  it('gloam blade: seven rarities of one sword, never rebalanced', () => {
    const blades = rowsOf(first, 'items').filter(({ archetype }) => archetype === 'id.item.gloam_blade')
    expect(blades.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `id.item.gloam_blade_${n}001`))
    for (const bundle of [first, second, ptr, last]) {
      expect(rowOf(bundle, 'items', 'id.item.gloam_blade_5001')).toMatchObject({
        type: 'weapon',
        hand_type: 'one_handed',
        gear_score: 50,
        required_class: ['duelist', 'warden'],
        primary_min_weapon_damage: 30,
        num_primary_attributes: 1,
      })
    }
  })

  it('mossbread is eaten, five to a stack', () => {
    expect(rowOf(first, 'items', 'id.item.mossbread_1001')).toMatchObject({
      utility_type: 'food',
      max_stack_size: 5,
      effect: 'Restores 6 health over 30 seconds.',
    })
  })

  it('wyrmglass shard is an item and an archetype with the same id', () => {
    const id = 'id.item.wyrmglass_shard'
    expect(rowOf(first, 'items', id)).toMatchObject({
      archetype: id,
      misc_type: 'gem',
      source_key: 'Id_Item_WyrmglassShard',
    })
  })

  it('the crown is added in 1.1, the spoon is removed in main 1.2', () => {
    const holders = (id: string): boolean[] =>
      [first, second, ptr, last].map((bundle) => rowOf(bundle, 'items', id) !== undefined)
    expect(holders('id.item.crown_of_the_drowned_king_8001')).toEqual([false, true, true, true])
    expect(holders('id.item.rusted_spoon_1001')).toEqual([true, true, true, false])
    const looted = (bundle: typeof first): boolean =>
      JSON.stringify(rowOf(bundle, 'loot_tables', 'id.loot_table.bog_wight')).includes('rusted_spoon')
    expect([looted(first), looted(ptr), looted(last)]).toEqual([true, true, false])
  })

  it('an item is renamed in 1.1', () => {
    expect(rowOf(first, 'items', 'id.item.mothsilk_hood_3001')?.name).toBe('Mothsilk Hood')
    expect(rowOf(second, 'items', 'id.item.mothsilk_hood_3001')?.name).toBe('Mothsilk Cowl')
  })

  it('monsters: a wight in three tiers, a boss without loot', () => {
    const health = ['common', 'elite', 'nightmare'].map((variant) =>
      Number(rowOf(first, 'monsters', `id.monster.bog_wight_${variant}`)?.hp),
    )
    const [common = NaN, elite = NaN, nightmare = NaN] = health
    expect(common).toBeGreaterThan(0)
    expect(elite).toBeGreaterThan(common)
    expect(nightmare).toBeGreaterThan(elite)
    expect(rowOf(first, 'monsters', 'id.monster.bog_wight_common')).toMatchObject({
      loot_table_id: 'id.loot_table.bog_wight',
      tier: 'common',
    })
    const eater = rowOf(first, 'monsters', 'id.monster.lantern_eater_nightmare')
    expect(eater).toMatchObject({ tier: 'boss' })
    expect(eater).not.toHaveProperty('loot_table_id')
    expect(rowOf(first, 'loot_tables', 'id.loot_table.bog_wight')).toMatchObject({
      source_key: 'LT_BogWight',
      type: 'monster',
    })
  })

  it('one loot table has only zero weights, all others do not', () => {
    const weightless = rowsOf(first, 'loot_tables').filter(
      ({ entries }) => Array.isArray(entries) && entries.every(({ weight }) => weight === 0),
    )
    expect(weightless.map(({ id }) => id)).toEqual(['id.loot_table.empty_hands'])
  })

  it('perk, class and merchant', () => {
    expect(rowOf(first, 'perks', 'id.perk.steady_hands')).toMatchObject({
      name: 'Steady Hands',
      can_use: true,
      classes: ['id.player_character.warden'],
    })
    expect(rowOf(first, 'classes', 'id.player_character.warden')).toMatchObject({ name: 'Warden', is_default: true })
    expect(rowOf(first, 'merchants', 'id.merchant.lamplighter')).toMatchObject({ name: 'The Lamplighter', order: 10 })
    expect(rowsOf(first, 'perks').some(({ can_use }) => can_use === false)).toBe(true)
  })

  it('quests of the lamplighter', () => {
    expect(rowOf(first, 'quests', 'id.quest.lamplighter_01')).toMatchObject({
      objectives: { order: 1, content_ids: ['id.quest_content.lamplighter_01_1', 'id.quest_content.lamplighter_01_2'] },
      reward_ids: ['id.reward.quest_lamplighter_01'],
    })
    expect(rowOf(first, 'quests', 'id.quest.lamplighter_01')).not.toHaveProperty('chapter_id')
    expect(rowOf(first, 'quests', 'id.quest.lamplighter_02')).toMatchObject({ chapter_id: 'id.quest.lamplighter_01' })
  })
})
