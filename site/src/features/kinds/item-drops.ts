import type { Row } from '../../format/api-response.ts'
import { byChance } from '../../format/drop-chances.ts'
import type { RowLookup, RowSummary } from '../../request/row-lookup.ts'
import { relatedVia } from '../../request/thing/related-via.ts'
import type { RowDetail } from '../../request/thing/row-detail.ts'

export interface Drop {
  readonly table: RowSummary
  readonly entry: Row
  /** Monsters that have the table, one per name, with their number of variants. */
  readonly monsters: readonly { readonly summary: RowSummary; readonly variants: number }[]
  /** Number of spawners that have the table. */
  readonly spawners: number
  /** Ids by which spawners refer to the table: its own, and those of the monsters that have it. */
  readonly spawned: readonly string[]
}

/** Returns the maps on which there are spawners for the table, in order of ids. */
export function mapsOf({ spawned }: Drop, lookup: RowLookup): RowSummary[] {
  const maps = spawned.flatMap((id) => relatedVia(lookup, id, '/spawners', '/maps'))
  return [...new Map(maps.map((map) => [map.id, map])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns the loot tables from which an item can drop, those with the highest probability first. */
export function dropsOf({ references, lookup, id }: RowDetail): Drop[] {
  return references
    .filter(
      ({ from, within }) => from.list === '/loot-tables' && within.item_id === id && Number(within.probability) > 0,
    )
    .map(({ from, within }) => {
      // A spawner may refer to its table in several columns.
      const users = [
        ...new Map(
          lookup.referencesIn(['/monsters', '/spawners'], from.id).map((one) => [one.from.id, one.from]),
        ).values(),
      ]
      return {
        table: from,
        entry: within,
        monsters: byName(users.filter(({ list }) => list === '/monsters')),
        spawners: users.filter(({ list }) => list === '/spawners').length,
        spawned: [from, ...users.filter(({ list }) => list === '/monsters')].map(({ id: one }) => one),
      }
    })
    .sort((a, b) => byChance(a.entry, b.entry))
}

function byName(summaries: readonly RowSummary[]): { summary: RowSummary; variants: number }[] {
  const names = [...new Set(summaries.map(({ name }) => name))]
  return names.flatMap((called) => {
    const [summary, ...others] = summaries.filter(({ name }) => name === called)
    return summary ? [{ summary, variants: others.length + 1 }] : []
  })
}
