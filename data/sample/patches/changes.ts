// Changes that patches make to the rows of their parents. Each takes a salt, so that two patches change different rows.
import { nameText } from '../name-words.ts'
import { slugIn } from '../names.ts'
import { rounded, shuffled, Stream, unit } from '../random.ts'
import type { Json, Row } from '../rows.ts'
import type { Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { attributeWords } from '../words/words-attributes.ts'
import { lootEntry } from '../rows/loot-tables.ts'
import { perkArts } from '../rows/classes.ts'
import { setPerk } from '../rows/class-arts.ts'

/** Tests and docs state their numbers. */
const pinned = new Set(['id.item.gloam_blade', 'id.item.mossbread', 'id.item.ember_lantern', 'id.item.wyrmglass_shard'])

const decimalsOf = new Map(attributeWords.map(({ field, decimals }) => [field, decimals]))

// Rounded by column, not by value, so that both ends of a range are rounded alike. Drawbacks shrink as benefits grow.
function scaled(column: string, value: number, factor: number): number {
  const field = /^(?:primary|secondary)_(?:min|max)_(.+)$/.exec(column)?.[1] ?? ''
  return rounded(value < 0 ? value / factor : value * factor, decimalsOf.get(field) ?? 0) || value
}

function scaledColumns<R extends Row>(row: R, columns: RegExp, factor: number): R {
  const next = Object.entries(row).map(([column, value]): [string, Json | undefined] => {
    return [column, typeof value === 'number' && columns.test(column) ? scaled(column, value, factor) : value]
  })
  return { ...row, ...Object.fromEntries(next) }
}

/** A step of 6 to 18 %, up or down. */
function step(key: string): number {
  const stream = new Stream(`step/${key}`)
  const size = stream.between(0.06, 0.18)
  return stream.chance(0.5) ? 1 + size : 1 - size
}

const isSelected = (salt: string, key: string, share: number): boolean => unit(`met/${salt}/${key}`) < share

/** Rebalances a share of the archetypes, all rarities alike. */
export function rebalanceItems(world: Snapshot, salt: string, share: number): void {
  world.change('items', (item) => {
    if (pinned.has(item.archetype) || item.type === 'misc' || !isSelected(salt, item.archetype, share)) return item
    return scaledColumns(
      item,
      /^(gear_score|vendor_price|(primary|secondary)_(min|max)_.+)$/,
      step(`${salt}/${item.archetype}`),
    )
  })
}

export function rebalanceMonsters(world: Snapshot, salt: string, share: number): void {
  world.change('monsters', (monster) =>
    isSelected(salt, monster.archetype, share)
      ? scaledColumns(monster, /^(hp|damage_min|damage_max)$/, step(`${salt}/${monster.archetype}`))
      : monster,
  )
}

/** Makes the rarer entries of some loot tables more or less likely. */
export function shiftLoot(world: Snapshot, salt: string, share: number): void {
  const better = new Set(['rare', 'epic', 'legendary', 'unique'])
  world.change('loot_tables', (table) => {
    if (!isSelected(salt, table.id, share)) return table
    const factor = step(`${salt}/${table.id}`)
    const shifted = table.entries.map((entry) =>
      better.has(entry.tier) && entry.weight > 0
        ? { ...entry, weight: Math.max(1, Math.round(entry.weight * factor)) }
        : entry,
    )
    return { ...table, entries: shifted }
  })
}

export function retunePerks(world: Snapshot, scale: Scale, salt: string, share: number): void {
  for (const { canUse, ...art } of perkArts(scale)) {
    if (isSelected(salt, art.name, share)) setPerk(world, art, canUse, step(`${salt}/${art.name}`))
  }
}

export function raiseRewards(world: Snapshot, salt: string, share: number): void {
  world.change('rewards', (reward) => {
    if (!isSelected(salt, reward.id, share)) return reward
    return {
      ...reward,
      entries: reward.entries.map((entry) =>
        entry.type === 'experience' ? { ...entry, count: entry.count + 10 } : entry,
      ),
    }
  })
}

export function retuneSpells(world: Snapshot, salt: string, share: number): void {
  world.change('spells', (spell) =>
    isSelected(salt, String(spell.id), share) ? scaledColumns(spell, /^(range|area_radius)$/, 1.25) : spell,
  )
}

/** Adds every rarity of the archetypes to some loot tables with items of the same rarity. */
export function addToLootTables(world: Snapshot, archetypes: ReadonlySet<string>, tables: number): void {
  for (const item of world.rows('items').filter(({ archetype }) => archetypes.has(archetype))) {
    const fitting = world
      .rows('loot_tables')
      .filter(
        ({ id, entries }) => id !== 'id.loot_table.empty_hands' && entries.some(({ tier }) => tier === item.rarity),
      )
    const chosen = new Set(
      shuffled(fitting, `scatter/${item.id}`, ({ id }) => id)
        .slice(0, tables)
        .map(({ id }) => id),
    )
    world.change('loot_tables', (table) =>
      chosen.has(table.id) ? { ...table, entries: [...table.entries, lootEntry(table.id, item)] } : table,
    )
  }
}

/** Removes items and their loot entries. */
export function removeItems(world: Snapshot, ids: ReadonlySet<string>): void {
  world.remove('items', ids)
  world.change('loot_tables', (table) => {
    const left = table.entries.filter(({ item_id }) => !ids.has(item_id))
    return left.length === table.entries.length ? table : { ...table, entries: left }
  })
}

/** Removes some archetypes of misc items to which only loot tables refer. */
export function removeForgotten(world: Snapshot, salt: string, count: number): void {
  const used = [
    ...world.rows('rewards'),
    ...world.rows('quest_contents'),
    ...world.rows('workshop_services'),
    ...world.rows('workshop_upgrades'),
  ]
    .map((row) => JSON.stringify(row))
    .join('\n')
  const isFree = (archetype: string): boolean =>
    !pinned.has(archetype) && !new RegExp(`"${archetype}(_\\d001)?"`).test(used)
  const candidates = world
    .rows('items')
    .filter(({ misc_type }) => ['trophy', 'treasure', 'letter', 'key'].includes(String(misc_type)))
  const archetypes = [...new Set(candidates.map(({ archetype }) => archetype))].filter(isFree)
  const gone = new Set(shuffled(archetypes, `gone/${salt}`, slugIn).slice(0, count))
  removeItems(
    world,
    new Set(
      world
        .rows('items')
        .filter(({ archetype }) => gone.has(archetype))
        .map(({ id }) => id),
    ),
  )
}

/** Renames an archetype; its ids stay the same. */
export function rename(world: Snapshot, archetype: string, name: string): void {
  world.change('items', (item) => (item.archetype === archetype ? { ...item, name: nameText(world, name) } : item))
}
