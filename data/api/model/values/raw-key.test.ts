import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalId, slugOf, tagOf } from './raw-key.ts'

it.each([
  ['EmberLantern_5001', 'ember_lantern_5001'],
  ['GloamBlade_5001', 'gloam_blade_5001'],
  ['CrownOfTheDrownedKing_8001', 'crown_of_the_drowned_king_8001'],
  ['SilenceInABottle_2001', 'silence_in_a_bottle_2001'],
  ['Kill_BogWight_01', 'kill_bog_wight_01'],
  ['HPPotion', 'hp_potion'],
  ['Lamplighter_01', 'lamplighter_01'],
  ['already_snake', 'already_snake'],
])('the slug of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

describe('the canonical id', () => {
  it.each([
    ['Id_Item_EmberLantern_5001', 'id.item.ember_lantern_5001'],
    ['Id_PlayerCharacter_Warden', 'id.player_character.warden'],
    ['Id_Quest_Lamplighter_01', 'id.quest.lamplighter_01'],
    ['Id_QuestContent_Lamplighter_01_1', 'id.quest_content.lamplighter_01_1'],
    ['LT_BogWight', 'id.loot_table.bog_wight'],
  ])('of %s is %s', (raw, id) => {
    expect(canonicalId(raw)).toBe(id)
  })

  it.each(['id.item.ember_lantern_5001', 'ember lantern', 'LT_', 'Id_Item_', 'Id_Item', 'Id__X', 'lt_bog', ''])(
    'leaves %j as it is, which is no raw key',
    (given) => {
      expect(canonicalId(given)).toBe(given)
    },
  )

  it('is its own canonical id', () => {
    const raw = fc.stringMatching(/^(Id_[A-Za-z]{1,9}_|LT_)\w{1,12}$/)
    fc.assert(
      fc.property(fc.oneof(raw, fc.string()), (given) => {
        expect(canonicalId(canonicalId(given))).toBe(canonicalId(given))
      }),
    )
  })
})

it.each(['warden', 'id.player_character.warden', 'Id_PlayerCharacter_Warden'])('the tag of %s is warden', (given) => {
  expect(tagOf(given)).toBe('warden')
})
