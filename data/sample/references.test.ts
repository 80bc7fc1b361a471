import { describe, expect, it } from 'vitest'
import { readSample, rowsOf, stringsIn, type ReadBundle } from './test/read-sample.ts'
import type { LootTableRow } from './rows.ts'
import { dangling } from './rows/quests.ts'
import type { Scale } from './scale.ts'

const resourceOfKind: Readonly<Record<string, string>> = {
  item: 'items',
  monster: 'monsters',
  loot_table: 'loot_tables',
  spawner: 'spawners',
  map: 'maps',
  player_character: 'classes',
  perk: 'perks',
  spell: 'spells',
  skill: 'skills',
  religion: 'religions',
  merchant: 'merchants',
  quest: 'quests',
  quest_content: 'quest_contents',
  reward: 'rewards',
  workshop: 'workshops',
  workshop_level: 'workshop_levels',
  workshop_upgrade: 'workshop_upgrades',
  workshop_service: 'workshop_services',
  faustian_bargain: 'faustian_bargains',
  achievement: 'achievements',
  attribute: 'attributes',
  perk_ability: 'perk_abilities',
  spell_ability: 'spell_abilities',
  skill_ability: 'skill_abilities',
}

/** Kinds that no file of a bundle holds; their ids stand for themselves. */
const kindsWithoutRows = new Set([
  'monster_ability',
  'emote',
  'props',
  'module',
  'dungeon',
  'random_reward',
  'loot_drop_group',
  'item_skin',
  'character_skin',
  'armor_skin',
  'nameplate_skin',
  'action_skin',
])

/** `row -> id` for every id anywhere in a row that leads nowhere. */
function leadsNowhere(bundle: ReadBundle): string[] {
  const known = new Set<string>()
  for (const resource of Object.keys(bundle.tables)) {
    for (const { id, archetype } of rowsOf(bundle, resource))
      [id, archetype].forEach((value) => typeof value === 'string' && known.add(value))
  }
  return Object.keys(bundle.tables).flatMap((resource) =>
    rowsOf(bundle, resource).flatMap((row) =>
      stringsIn(row)
        .filter((text) => text.startsWith('id.') && !known.has(text) && !kindsWithoutRows.has(text.split('.')[1] ?? ''))
        .map((text) => `${String(row.id)} -> ${text}`),
    ),
  )
}

describe.each<Scale>(['full', 'small'])('references of the %s world', async (scale) => {
  const bundles = await readSample(scale)

  it('exist, except for two in every patch', () => {
    for (const bundle of bundles) {
      expect(leadsNowhere(bundle).sort()).toEqual([
        `id.quest.lamplighter_03 -> ${dangling.content}`,
        `id.reward.quest_lamplighter_03 -> ${dangling.item}`,
      ])
    }
  })

  it('ids have the kind of their file', () => {
    const kinds = Object.fromEntries(Object.entries(resourceOfKind).map(([kind, resource]) => [resource, kind]))
    for (const bundle of bundles) {
      for (const resource of Object.keys(bundle.tables).filter((name) => name !== 'monster_abilities')) {
        for (const { id } of rowsOf(bundle, resource))
          expect(id).toMatch(new RegExp(`^id\\.${kinds[resource]}\\.[a-z0-9_]+$`))
      }
    }
  })

  it('perks and classes refer to each other', () => {
    const [bundle] = bundles
    const pairs = (resource: string, column: string, swap: boolean): string[] =>
      rowsOf(bundle, resource)
        .flatMap((row) =>
          stringsIn(row[column]).map((other) => (swap ? `${other} ${String(row.id)}` : `${String(row.id)} ${other}`)),
        )
        .sort()
    expect(pairs('perks', 'classes', true)).toEqual(pairs('classes', 'perks', false))
  })

  it('quests ask for monsters of a spawner, and for no more than it has', () => {
    for (const bundle of bundles) {
      const monsters = new Map(rowsOf(bundle, 'monsters').map((row) => [row.id, row]))
      const spawned = new Set(
        rowsOf(bundle, 'spawners').flatMap(({ map_id, payload }) =>
          stringsIn(payload).map((id) => `${String(monsters.get(id)?.archetype)} ${String(map_id)}`),
        ),
      )
      const bosses = new Set(
        [...monsters.values()].filter(({ tier }) => String(tier).includes('boss')).map(({ archetype }) => archetype),
      )
      const hunts = rowsOf(bundle, 'quest_contents').filter(({ content_type }) =>
        ['kill', 'damage'].includes(String(content_type)),
      )
      const homes = hunts.flatMap(({ target_archetype, dungeon_tags }) =>
        stringsIn(dungeon_tags).map((tag) => `${String(target_archetype)} ${tag.replace('id.dungeon.', 'id.map.')}`),
      )
      expect(homes.length).toBeGreaterThan(scale === 'full' ? 200 : 2)
      expect(homes.filter((home) => !spawned.has(home))).toEqual([])
      expect(hunts.filter(({ target_archetype }) => bosses.has(target_archetype))).toEqual([])
    }
  })

  it('chapters have no cycles', () => {
    const [, , , bundle] = bundles
    for (const quest of rowsOf(bundle, 'quests')) {
      const seen = new Set<unknown>()
      for (let at: typeof quest | undefined = quest; at; at = bundle.tables.quests?.get(String(at.chapter_id))) {
        expect(seen.has(at.id)).toBe(false)
        seen.add(at.id)
      }
    }
  })

  it('ranges are in order, and counts match', () => {
    for (const item of rowsOf(bundles[3], 'items')) {
      const lows = Object.keys(item).filter((column) => /^(primary|secondary)_min_/.test(column))
      for (const low of lows) expect(Number(item[low])).toBeLessThanOrEqual(Number(item[low.replace('_min_', '_max_')]))
      const rolls = lows.filter((column) => column.startsWith('secondary')).length
      expect(item.num_primary_attributes).toBe(lows.length - rolls)
      expect(Number(item.num_secondary_attributes)).toBeLessThanOrEqual(rolls)
    }
  })

  it('monsters and entries stay in sensible bounds', () => {
    for (const bundle of bundles) {
      for (const { hp, damage_min, damage_max } of rowsOf(bundle, 'monsters')) {
        expect(Number(hp)).toBeGreaterThan(0)
        expect(Number(damage_min)).toBeLessThanOrEqual(Number(damage_max))
      }
      for (const table of rowsOf(bundle, 'loot_tables')) {
        const { entries } = table as LootTableRow
        expect(new Set(entries.map(({ item_id }) => item_id)).size).toBe(entries.length)
        for (const { min_quantity, max_quantity } of entries) expect(min_quantity).toBeLessThanOrEqual(max_quantity)
      }
    }
  })
})

it('loot tables of the full world have 10 to 80 entries, and patches add to some', async () => {
  const [first, second] = await readSample('full')
  const sizesOf = (bundle: ReadBundle) =>
    new Map(rowsOf(bundle, 'loot_tables').map((table) => [table.id, (table as LootTableRow).entries.length]))
  const before = sizesOf(first)
  expect(before.size).toBeGreaterThan(200)
  expect(Math.min(...before.values())).toBeGreaterThanOrEqual(10)
  expect(Math.max(...before.values())).toBeLessThanOrEqual(80)
  const grown = [...sizesOf(second)].filter(([id, size]) => size > (before.get(id) ?? Infinity))
  expect(grown.length).toBeGreaterThan(5)
})
