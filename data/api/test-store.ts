// A few rows of the sample world in memory: the store that unit tests answer from.
import { api } from './table.ts'
import type { Endpoint } from './endpoint.ts'
import type { Stored } from './filters.ts'
import { fallbackLocale, type Locale } from './locales.ts'
import { PatchIndex, type Patch } from './patches.ts'
import { canonicalId } from './raw-key.ts'
import type { CanonicalRequest } from './endpoint.ts'
import { readRequest } from './request.ts'
import type { Resource } from './resource.ts'
import { respond, type Answer } from './respond.ts'
import type { RowObject } from './row-view.ts'
import type { CatalogStore, Facets, StoredRow } from './store.ts'
import { parseTarget } from './target.ts'

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

/** Main 1, 2 and 4, and between them a test branch that left main at 2. */
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

const sampleTexts: Partial<Record<Locale, Readonly<Record<string, string>>>> = {
  en: {
    Reach_Item_EmberLantern_Description: 'It has never gone out. Not once.',
    Reach_Item_Mossbread_Name: 'Mossbread',
    Reach_Perk_LampOath_Name: 'Lamp Oath',
    Reach_Quest_Lamplighter_01_Title: 'The First Lamp',
    Reach_Label_Rarity_Epic: 'Epic',
  },
  de: { Reach_Item_Mossbread_Name: 'Moosbrot', Reach_Label_Rarity_Epic: 'Episch' },
}

const sampleFacets: Facets = {
  rarity: { epic: { label: 'Reach_Label_Rarity_Epic', count: 2 }, common: { label: 'Common', count: 1 } },
  type: { utility: { label: 'Utility', count: 2 }, weapon: { label: 'Weapon', count: 1 } },
  'loot_tables.type': { monster: { label: 'Monster', count: 1 } },
}

export interface TestStoreOptions {
  resources?: ReadonlyMap<string, Resource>
  patches?: readonly Patch[]
  /** By the resource's name; the same rows at every patch. */
  rows?: Readonly<Record<string, readonly RowObject[]>>
}

const keyOf = ({ key }: Resource, row: RowObject) => key.map((name) => String(row[name])).join(' ')
const inOrder = (resource: Resource) => (a: RowObject, b: RowObject) =>
  typeof a.id === 'number' ? a.id - Number(b.id) : keyOf(resource, a) < keyOf(resource, b) ? -1 : 1

/** Rows of `CatalogStore` without a database: no index, no cache, no patch that differs from another. */
export function testStore(options: TestStoreOptions = {}): CatalogStore {
  const { resources = api.resources, patches = samplePatches, rows = sampleRows } = options
  const rowsOf = (resource: Resource) => [...(rows[resource.name] ?? [])].sort(inOrder(resource))
  const storedAt = (resource: Resource, row: RowObject): StoredRow => {
    const details = Object.keys(resource.columns).filter((name) => resource.columns[name]?.detail)
    const isDetail = ([name]: [string, unknown]) => details.includes(name)
    return {
      text: JSON.stringify(Object.fromEntries(Object.entries(row).filter((entry) => !isDetail(entry)))),
      detail: details.length > 0 ? JSON.stringify(Object.fromEntries(Object.entries(row).filter(isDetail))) : null,
      position: rowsOf(resource).indexOf(row) + 1,
      sincePatchId: 1,
      capturedAt: '2026-07-28T10:00:00Z',
    }
  }
  return {
    patches: new PatchIndex(patches),
    build: { version: 'test' },
    resource: (name) => resources.get(name),
    page(resource, _scope, { conditions, texts }, { offset, limit, descending }) {
      const selected = rowsOf(resource).filter((row) =>
        conditions.every(({ columns, localized, test }) =>
          columns.some((name) => {
            const value = (row[name === 'raw_key' ? 'source_key' : name] ?? null) as Stored
            return test(localized && typeof value === 'string' ? (texts?.get(value) ?? value) : value)
          }),
        ),
      )
      const ordered = descending ? selected.reverse() : selected
      const window = ordered.slice(offset, offset + limit)
      return { rows: window.map((row) => storedAt(resource, row)), total: selected.length }
    },
    row(resource, _scope, id) {
      const found =
        rowsOf(resource).find((row) => row.source_key === id) ??
        rowsOf(resource).find((row) => String(row.id) === canonicalId(id))
      return found && storedAt(resource, found)
    },
    texts: (_scope, locale) => ({ get: (key) => sampleTexts[locale]?.[key] ?? sampleTexts[fallbackLocale]?.[key] }),
    facets: () => sampleFacets,
    changes: () => [],
    changesOf: () => [],
    mediaTypeOf: () => undefined,
    columnsOf(resource) {
      const declared = Object.entries(resource.columns).filter(
        ([name, { derived, detail, asset }]) => !name.endsWith('*') && !derived && !detail && !asset,
      )
      const others = rowsOf(resource).flatMap((row) => Object.keys(row).filter((name) => !resource.columns[name]))
      return [...declared.map(([name]) => name), ...new Set(others)]
    },
  }
}

/** An endpoint of the table by its id. */
export function endpointOf(id: string): Endpoint {
  const found = api.endpoints.find((endpoint) => endpoint.id === id)
  if (!found) throw new Error(`No endpoint has the id ${id}`)
  return found
}

/** A resource of the table by its name. */
export function resourceNamed(name: string): Resource {
  const found = api.resources.get(name)
  if (!found) throw new Error(`No resource is called ${name}`)
  return found
}

export const readUrl = (url: string, store: CatalogStore = testStore(), lenient = false): CanonicalRequest =>
  readRequest(api, parseTarget(url), store, lenient)

export const answerTo = (url: string, store: CatalogStore = testStore(), lenient = false): Answer =>
  respond(readUrl(url, store, lenient), store)

/** The parsed body of the answer. */
export const bodyOf = (url: string, store: CatalogStore = testStore()): unknown => JSON.parse(answerTo(url, store).body)
