// The rows of the sample world that unit tests use: a few of each resource, with all cases that matter.
import type { BulkFile } from '../model/values/bulk-files.ts'
import type { Locale } from '../model/values/locales.ts'
import type { Patch } from '../model/patches.ts'
import type { Facets, PatchChange } from '../model/store.ts'
import type { RowObject } from '../answer/rows/row-view.ts'

export const patchOf = (
  id: number,
  branch: string,
  version: string,
  parent: number | null,
  more: Partial<Patch> = {},
): Patch => ({
  id,
  branch,
  version,
  version_raw: version.replace(/\.(\d{4})(-ptr)?$/, `-$1+${branch}`),
  display_name: version,
  released_at: null,
  imported_at: `2026-01-01T12:0${id % 10}:00.000Z`,
  parent_patch_id: parent,
  changelog_url: parent === null ? null : `/v2/patches/${version}/changelog`,
  notes: null,
  is_current: false,
  ...more,
})

/** Patches 1, 2 and 4 of main, and patch 3 of a test branch that starts from patch 2. */
export const samplePatches: readonly Patch[] = [
  patchOf(1, 'main', '1.0.0.2101', null),
  patchOf(2, 'main', '1.1.0.2188', 1),
  patchOf(3, 'ptr', '1.2.0.2230-ptr', 2, { is_current: true }),
  patchOf(4, 'main', '1.2.0.2247', 2, { is_current: true }),
]

export const sampleRows: Readonly<Record<string, readonly RowObject[]>> = {
  patches: samplePatches.map((patch) => ({ ...patch })),
  items: [
    {
      id: 'id.item.ember_lantern_5001',
      source_key: 'Id_Item_EmberLantern_5001',
      archetype: 'id.item.ember_lantern',
      name: 'Ember Lantern',
      rarity: 'epic',
      description: 'Reach_Item_EmberLantern_Description',
      type: 'utility',
      gear_score: 38,
      effect: 'Lights 38 m for as long as it is held; moths keep away.',
      num_primary_attributes: 1,
      primary_min_light_radius: 16.6,
    },
    {
      id: 'id.item.gloam_blade_5001',
      source_key: 'Id_Item_GloamBlade_5001',
      archetype: 'id.item.gloam_blade',
      name: 'Gloam Blade',
      rarity: 'epic',
      description: 'Reach_Item_GloamBlade_Description',
      type: 'weapon',
      hand_type: 'one_handed',
      required_class: ['duelist', 'warden'],
      gear_score: 50,
      num_primary_attributes: 1,
    },
    {
      id: 'id.item.mossbread_1001',
      source_key: 'Id_Item_Mossbread_1001',
      archetype: 'id.item.mossbread',
      name: 'Reach_Item_Mossbread_Name',
      rarity: 'common',
      type: 'utility',
      max_stack_size: 5,
      effect: 'Restores 6 health over 30 seconds.',
    },
  ],
  monsters: [
    {
      id: 'id.monster.bog_wight_common',
      archetype: 'id.monster.bog_wight',
      name: 'Bog Wight',
      family: 'undead',
      tier: 'common',
      hp: 174,
      resistances: { frost: 25, fire: -20 },
      loot_table_id: 'id.loot_table.bog_wight',
    },
    { id: 'id.monster.reed_toad_common', name: 'Reed Toad', family: 'beast', tier: 'common', hp: 30 },
  ],
  monster_abilities: [
    {
      monster_id: 'id.monster.bog_wight_common',
      ability_id: 'id.monster_ability.bog_wight_lunge',
      cooldown: 4.5,
      conditions: { min_distance: 150, max_distance: 600 },
    },
    { monster_id: 'id.monster.bog_wight_common', ability_id: 'id.monster_ability.bog_wight_hollow_moan', cooldown: 12 },
    { monster_id: 'id.monster.bog_wight_elite', ability_id: 'id.monster_ability.bog_wight_lunge', cooldown: 3 },
  ],
  loot_tables: [
    {
      id: 'id.loot_table.bog_wight',
      source_key: 'LT_BogWight',
      type: 'monster',
      name: 'Bog Wight',
      entries: [
        { item_id: 'id.item.ember_lantern_5001', weight: 1, min_quantity: 1, max_quantity: 1, tier: 'epic' },
        { item_id: 'id.item.mossbread_1001', weight: 3, conditions: { night: true } },
      ],
    },
    {
      id: 'id.loot_table.empty_hands',
      source_key: 'LT_EmptyHands',
      name: 'Empty Hands',
      entries: [{ item_id: 'id.item.mossbread_1001', weight: 0 }],
    },
  ],
  perks: [
    {
      id: 'id.perk.lamp_oath',
      source_key: 'Id_Perk_LampOath',
      name: 'Reach_Perk_LampOath_Name',
      can_use: true,
      classes: ['id.player_character.warden'],
    },
    { id: 'id.perk.footwork', name: 'Footwork', can_use: false, classes: ['id.player_character.duelist'] },
  ],
  quests: [
    {
      id: 'id.quest.lamplighter_01',
      source_key: 'Id_Quest_Lamplighter_01',
      archetype: 'id.quest.lamplighter',
      title: 'Reach_Quest_Lamplighter_01_Title',
      objectives: { order: 1, content_ids: ['id.quest_content.lamplighter_01_1', 'id.quest_content.lost'] },
      reward_ids: ['id.reward.quest_lamplighter_01', 'id.reward.lost'],
      min_adventure_rank: 3,
      is_repeatable: false,
      is_daily: false,
    },
    { id: 'id.quest.lamplighter_02', title: 'The Second Lamp', chapter_id: 'id.quest.lamplighter_01' },
  ],
  quest_contents: [
    { id: 'id.quest_content.lamplighter_01_1', content_type: 'kill', content_count: 3, target_kind: 'monster' },
  ],
  rewards: [{ id: 'id.reward.quest_lamplighter_01', entries: [{ type: 'experience', count: 40 }] }],
  spawners: Array.from({ length: 30 }, (_, n) => ({
    id: `id.spawner.brine_fen_barrel_${String(n).padStart(2, '0')}`,
    spawner_type: 'props',
  })),
}

export const sampleTexts: Partial<Record<Locale, Readonly<Record<string, string>>>> = {
  en: {
    Reach_Item_EmberLantern_Description: 'It has never gone out. Not once.',
    Reach_Item_Mossbread_Name: 'Mossbread',
    Reach_Perk_LampOath_Name: 'Lamp Oath',
    Reach_Quest_Lamplighter_01_Title: 'The First Lamp',
    Reach_Label_Rarity_Epic: 'Epic',
  },
  de: { Reach_Item_Mossbread_Name: 'Moosbrot', Reach_Label_Rarity_Epic: 'Episch' },
}

export const sampleFacets: Facets = {
  rarity: { epic: { label: 'Reach_Label_Rarity_Epic', count: 2 }, common: { label: 'Common', count: 1 } },
  type: { utility: { label: 'Utility', count: 2 }, weapon: { label: 'Weapon', count: 1 } },
  'loot_tables.type': { monster: { label: 'Monster', count: 1 } },
}

export const sampleChanges: readonly PatchChange[] = [
  {
    patch_id: 2,
    resource: 'items',
    id: 'id.item.ember_lantern_5001',
    name: 'Ember Lantern',
    change: 'changed',
    fields: '[{"path":"gear_score","before":34,"after":38}]',
    parts: [],
    classes: [],
  },
  {
    patch_id: 2,
    resource: 'items',
    id: 'id.item.mossbread_1001',
    name: 'Reach_Item_Mossbread_Name',
    change: 'added',
    fields: '[]',
    parts: [],
    classes: [],
  },
  {
    patch_id: 2,
    resource: 'perks',
    id: 'id.perk.light_sleeper',
    name: null,
    change: 'removed',
    fields: '[]',
    parts: [],
    classes: ['warden'],
  },
]

export const pictureHash = 'e'.repeat(64)
export const modelHash = '9'.repeat(64)
export const sampleAssets: Readonly<Record<string, string>> = {
  [pictureHash]: 'image/png',
  [modelHash]: 'model/gltf-binary',
}

export const sampleBulk: readonly BulkFile[] = [
  { resource: 'items', format: 'ndjson', encoding: 'gzip', rows: 3, bytes: 310, sha256: 'ab'.repeat(32) },
  { resource: 'texts', format: 'ndjson', encoding: 'zstd', locale: 'de', rows: 9, bytes: 270, sha256: 'cd'.repeat(32) },
  { resource: 'icons', format: 'tar', encoding: 'identity', rows: 1, bytes: 2048, sha256: 'ef'.repeat(32) },
]
