// Items, loot tables, what has them, and the maps that it is on: read from an item to the maps, or from a map to the
// items.
import { chanceAfter, expectedGold, killsFor, sharesOf, type ExpectedGold, type LootEntry } from './drop-math.ts'

/** A spawner that leads to a table, by itself or by a monster. */
export interface Spawn {
  readonly id: string
  readonly map: string
  /** Dungeon grades in which it does; none where the data name none. */
  readonly grades: readonly string[]
}

/** A loot table: one draw of it is a kill, or a container that is opened. */
export interface DropTable {
  readonly id: string
  readonly name: string
  readonly entries: readonly LootEntry[]
  /** Ids of the monsters that have it. */
  readonly monsters: readonly string[]
  readonly spawns: readonly Spawn[]
}

/** What the reader sets. */
export interface DropInputs {
  /** Without it every entry can drop. */
  readonly luck?: number
  readonly kills: number
}

/** The sureness of the kills that pages tell. */
export const usualSureness = 0.9

/** A chance as pages tell it. */
export interface Odds {
  readonly chance: number
  /** Kills until the chance of at least one is `usualSureness`. */
  readonly kills: number
  /** The chance of at least one after the kills that the reader set. */
  readonly after: number
}

interface Source extends Odds {
  readonly table: DropTable
  /** The entries that are wanted. */
  readonly entries: readonly LootEntry[]
  readonly worth: ExpectedGold
}

export interface Loot extends Odds {
  readonly item: string
  readonly entry: LootEntry
  /** The table that gives it most probably. */
  readonly table: DropTable
  /** Gold that it adds to a draw of that table; none without a price. */
  readonly gold?: number
}

type Prices = ReadonlyMap<string, number>

const oddsOf = (chance: number, { kills }: DropInputs): Odds => ({
  chance,
  kills: killsFor(chance, usualSureness),
  after: chanceAfter(chance, kills),
})

/** The most probable first; an entry that never drops is left out. Where several items are wanted, any of them counts. */
export function sourcesOf(
  tables: readonly DropTable[],
  wanted: ReadonlySet<string>,
  inputs: DropInputs,
  prices: Prices,
): Source[] {
  return worthOf(tables, inputs, prices)
    .map(({ table, shares, worth }) => {
      const found = shares.filter(({ entry, chance }) => chance > 0 && wanted.has(entry.item_id))
      const chance = Math.min(
        1,
        found.reduce((sum, one) => sum + one.chance, 0),
      )
      return { table, worth, entries: found.map(({ entry }) => entry), ...oddsOf(chance, inputs) }
    })
    .filter(({ chance }) => chance > 0)
    .sort((a, b) => b.chance - a.chance || (a.table.id < b.table.id ? -1 : 1))
}

/** The tables that give anything, those whose draw is worth most first. */
export const richestOf = (tables: readonly DropTable[], inputs: DropInputs, prices: Prices) =>
  worthOf(tables, inputs, prices)
    .filter(({ shares }) => shares.some(({ chance }) => chance > 0))
    .sort((a, b) => b.worth.gold - a.worth.gold || (a.table.id < b.table.id ? -1 : 1))

function worthOf(tables: readonly DropTable[], { luck }: DropInputs, prices: Prices) {
  return tables.map((table) => {
    const shares = sharesOf(table.entries, luck)
    return { table, shares, worth: expectedGold(shares, prices) }
  })
}

/** Every item of the tables that is wanted, by where it is most probable; the most probable first. */
export function lootOf(
  tables: readonly DropTable[],
  isWanted: (item: string) => boolean,
  inputs: DropInputs,
  prices: Prices,
): Loot[] {
  const best = new Map<string, Loot>()
  for (const table of tables)
    for (const share of sharesOf(table.entries, inputs.luck)) {
      const { entry, chance } = share
      const item = entry.item_id
      if (!isWanted(item) || chance <= (best.get(item)?.chance ?? 0)) continue
      const gold = prices.has(item) ? expectedGold([share], prices).gold : undefined
      best.set(item, { item, entry, table, gold, ...oddsOf(chance, inputs) })
    }
  return [...best.values()].sort((a, b) => b.chance - a.chance || (a.item < b.item ? -1 : 1))
}

/** An item and a table that gives it. */
export interface Link {
  readonly item: string
  readonly table: DropTable
  readonly chance: number
}

/** Every way that an item of these tables drops. */
export const linksOf = (tables: readonly DropTable[], { luck }: DropInputs): Link[] =>
  tables.flatMap((table) =>
    sharesOf(table.entries, luck).flatMap(({ entry, chance }) =>
      chance > 0 ? [{ item: entry.item_id, table, chance }] : [],
    ),
  )

/** The maps that tables are found on, with the number of spawners of each, the most spawners first. */
export function mapsOf(tables: readonly DropTable[]): { map: string; spawners: number; grades: string[] }[] {
  const spawns = [...new Map(tables.flatMap((table) => table.spawns).map((spawn) => [spawn.id, spawn])).values()]
  return [...new Set(spawns.map(({ map }) => map))]
    .map((map) => {
      const on = spawns.filter((spawn) => spawn.map === map)
      return { map, spawners: on.length, grades: [...new Set(on.flatMap(({ grades }) => grades))] }
    })
    .sort((a, b) => b.spawners - a.spawners || (a.map < b.map ? -1 : 1))
}
