import { nameText } from '../name-words.ts'
import { camelOf, slugOfName } from '../names.ts'
import { shuffled, Stream } from '../random.ts'
import type { ItemRow, LootTableRow } from '../rows.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { places } from '../words/words-places.ts'
import { chestNames, merchantNames, propNames } from '../words/words-town.ts'
import { pennyId } from './blueprints.ts'
import { monsters, type Monster } from './monsters.ts'
import { rarities } from './items.ts'

type Entry = LootTableRow['entries'][number]

interface Contents {
  readonly type: 'monster' | 'chest' | 'merchant' | 'props'
  readonly size: readonly [number, number]
  readonly best: (typeof rarities)[number]
}

const usualWeight: Readonly<Record<string, number>> = {
  poor: 5200,
  common: 3600,
  uncommon: 1900,
  rare: 820,
  epic: 310,
  legendary: 90,
  unique: 22,
  artifact: 4,
}

/** The entry of an item in a table; it is the same each time the table is generated. */
export function lootEntry(tableId: string, item: ItemRow): Entry {
  const stream = new Stream(`entry/${tableId}/${item.id}`)
  const weight = Math.max(1, Math.round((usualWeight[item.rarity] ?? 100) * stream.between(0.6, 1.5)))
  const max = item.max_stack_size === 1 ? 1 : stream.int(1, Math.min(item.max_stack_size, 12))
  const isPrecious = rarities.findIndex((rarity) => rarity === item.rarity) >= 5
  return {
    item_id: item.id,
    weight,
    min_quantity: max > 4 ? 2 : 1,
    max_quantity: max,
    tier: item.rarity,
    ...(isPrecious && stream.chance(0.4) ? { conditions: { min_fortune: stream.int(1, 5) * 50 } } : {}),
  }
}

function entriesOf(world: Snapshot, tableId: string, { size, best }: Contents): Entry[] {
  const limit = rarities.indexOf(best)
  const allowed = new Set<string>(rarities.slice(0, limit + 1))
  const pool = world.rows('items').filter(({ id, rarity }) => allowed.has(rarity) && id !== pennyId)
  const count = new Stream(`size/${tableId}`).int(size[0], size[1])
  const chosen = shuffled(pool, tableId, ({ id }) => id).slice(0, count - 1)
  return [world.row('items', pennyId), ...chosen].map((item) => lootEntry(tableId, item))
}

function addTable(world: Snapshot, name: string, contents: Contents, slug = slugOfName(name)): void {
  const id = `id.loot_table.${slug}`
  const entries = entriesOf(world, id, contents)
  world.add('loot_tables', {
    id,
    source_key: `LT_${camelOf(slug)}`,
    type: contents.type,
    name: nameText(world, name),
    entries,
  })
}

export function addMonsterLoot(world: Snapshot, { name, tier, isLootless }: Monster): void {
  if (isLootless) return
  const size: [number, number] = tier ? [50, 80] : [12, 50]
  addTable(world, name, { type: 'monster', size, best: tier === 'boss' ? 'artifact' : tier ? 'unique' : 'legendary' })
}

const chestBest = ['rare', 'epic', 'unique', 'legendary', 'artifact', 'rare', 'legendary'] as const

/** The table with the spoon, which loses this entry when a patch removes the spoon. */
function addSpoon(world: Snapshot): void {
  const spoon = world.row('items', 'id.item.rusted_spoon_1001')
  world.change('loot_tables', (table) => {
    if (table.id !== 'id.loot_table.bog_wight' || table.entries.some(({ item_id }) => item_id === spoon.id))
      return table
    return { ...table, entries: [...table.entries, lootEntry(table.id, spoon)] }
  })
}

export function addLootTables(world: Snapshot, scale: Scale): void {
  for (const one of monsters(scale)) addMonsterLoot(world, one)
  for (const { name: place } of take(scale, places, 2)) {
    take(scale, chestNames, 2).forEach((chest, index) => {
      addTable(world, `${place} ${chest}`, { type: 'chest', size: [20, 70], best: chestBest[index] ?? 'epic' })
    })
    for (const prop of take(scale, propNames, 1))
      addTable(world, `${place} ${prop}`, { type: 'props', size: [10, 24], best: 'uncommon' })
  }
  for (const merchant of take(scale, merchantNames, 2)) {
    const contents: Contents = { type: 'merchant', size: [24, 60], best: 'rare' }
    addTable(world, `${merchant}'s Stock`, contents, `${slugOfName(merchant)}_stock`)
  }
  addSpoon(world)
  // All weights are zero, so that nothing can drop.
  const items = world.rows('items').slice(0, 12)
  const entries = items.map((item) => ({ ...lootEntry('id.loot_table.empty_hands', item), weight: 0 }))
  world.add('loot_tables', {
    id: 'id.loot_table.empty_hands',
    source_key: 'LT_EmptyHands',
    type: 'props',
    name: nameText(world, 'Empty Hands'),
    entries,
  })
}
