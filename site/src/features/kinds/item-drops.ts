import type { Row } from '../../format/api-response.ts'
import { byChance } from '../../format/drop-chances.ts'
import type { RowLookup, RowSummary } from '../../request/row-lookup.ts'
import { relatedVia } from '../../request/thing/related-via.ts'
import type { RowDetail } from '../../request/thing/row-detail.ts'

export interface Drop {
  readonly table: RowSummary
  readonly entry: Row
  /** Monsters that have the table, one of each name. */
  readonly monsters: readonly { readonly summary: RowSummary; readonly variants: number }[]
  /** Spawners that have it. */
  readonly spawners: number
  /** What a spawner of a map leads to it by: the table itself, or a monster that has it. */
  readonly spawned: readonly string[]
}

/** The maps on which a table is drawn, in order of ids. */
export function mapsOf({ spawned }: Drop, lookup: RowLookup): RowSummary[] {
  const maps = spawned.flatMap((id) => relatedVia(lookup, id, '/spawners', '/maps'))
  return [...new Map(maps.map((map) => [map.id, map])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Where an item drops, the most probable first; a table that never gives it is not such a place. */
export function dropsOf({ references, lookup, id }: RowDetail): Drop[] {
  return references
    .filter(
      ({ from, within }) => from.list === '/loot-tables' && within.item_id === id && Number(within.probability) > 0,
    )
    .map(({ from, within }) => {
      // A spawner names its table in more than one column.
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
