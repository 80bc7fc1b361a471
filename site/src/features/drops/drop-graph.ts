// The graph of items, loot tables, their monsters and spawners, and maps. It is read from an item to the maps, or from a map
// to the items.
import { chanceAfter, expectedGold, killsFor, sharesOf, type ExpectedGold, type LootEntry } from './drop-math.ts'

/** A spawner that has a table itself, or spawns a monster that has it. */
export interface Spawn {
  readonly id: string
  readonly map: string
  /** Dungeon grades in which it does so; empty if the data names none. */
  readonly grades: readonly string[]
}

/** A loot table. A kill, or opening a container, is one draw from it. */
export interface DropTable {
  readonly id: string
  readonly name: string
  readonly entries: readonly LootEntry[]
  /** Ids of the monsters that have it. */
  readonly monsters: readonly string[]
  readonly spawns: readonly Spawn[]
}

/** Inputs of the reader. */
export interface DropInputs {
  /** If it is undefined, every entry can drop. */
  readonly luck?: number
  readonly kills: number
}

/** Pages show after how many kills there is at least one drop with this probability. */
export const confidence = 0.9

export interface Odds {
  /** Chance per kill, from 0 to 1. */
  readonly chance: number
  /** Kills until the chance of at least one drop is `confidence`. */
  readonly kills: number
  /** Chance of at least one drop after the number of kills that the reader set. */
  readonly after: number
}

interface Source extends Odds {
  readonly table: DropTable
  /** Entries with wanted items. */
  readonly entries: readonly LootEntry[]
  readonly worth: ExpectedGold
}

export interface Loot extends Odds {
  readonly item: string
  readonly entry: LootEntry
  /** The table from which it drops with the highest chance. */
  readonly table: DropTable
  /** Expected gold per draw from that table; undefined without a price. */
  readonly gold?: number
}

type Prices = ReadonlyMap<string, number>

const oddsOf = (chance: number, { kills }: DropInputs): Odds => ({
  chance,
  kills: killsFor(chance, confidence),
  after: chanceAfter(chance, kills),
})

/** Returns the tables from which any of the wanted items can drop, those with the highest chance first. */
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

/** Returns the tables from which anything can drop, those with the most gold per draw first. */
export const mostValuableTables = (tables: readonly DropTable[], inputs: DropInputs, prices: Prices) =>
  worthOf(tables, inputs, prices)
    .filter(({ shares }) => shares.some(({ chance }) => chance > 0))
    .sort((a, b) => b.worth.gold - a.worth.gold || (a.table.id < b.table.id ? -1 : 1))

function worthOf(tables: readonly DropTable[], { luck }: DropInputs, prices: Prices) {
  return tables.map((table) => {
    const shares = sharesOf(table.entries, luck)
    return { table, shares, worth: expectedGold(shares, prices) }
  })
}

/** Returns each wanted item with the table from which it drops with the highest chance, highest chances first. */
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

/** An item and a table from which it drops. */
export interface DropLink {
  readonly item: string
  readonly table: DropTable
  readonly chance: number
}

/** Returns a link for each entry of the tables that can drop. */
export const linksOf = (tables: readonly DropTable[], { luck }: DropInputs): DropLink[] =>
  tables.flatMap((table) =>
    sharesOf(table.entries, luck).flatMap(({ entry, chance }) =>
      chance > 0 ? [{ item: entry.item_id, table, chance }] : [],
    ),
  )

/** Returns the maps on which there are spawners for the tables, those with the most spawners first. */
export function mapsOf(tables: readonly DropTable[]): { map: string; spawners: number; grades: string[] }[] {
  const spawns = [...new Map(tables.flatMap((table) => table.spawns).map((spawn) => [spawn.id, spawn])).values()]
  return [...new Set(spawns.map(({ map }) => map))]
    .map((map) => {
      const on = spawns.filter((spawn) => spawn.map === map)
      return { map, spawners: on.length, grades: [...new Set(on.flatMap(({ grades }) => grades))] }
    })
    .sort((a, b) => b.spawners - a.spawners || (a.map < b.map ? -1 : 1))
}
