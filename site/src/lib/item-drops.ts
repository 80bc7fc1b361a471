import type { Row } from './ask.ts'
import { byChance } from './chances.ts'
import type { Thing } from './ledger.ts'
import type { LoadedThing } from './loaded-thing.ts'

export interface Drop {
  readonly table: Thing
  readonly entry: Row
  /** Monsters that have the table, one of each name. */
  readonly monsters: readonly { readonly thing: Thing; readonly grades: number }[]
  /** Spawners that have it. */
  readonly spawners: number
}

/** Where an item drops, the most probable first; a table that never gives it is no such place. */
export function dropsOf({ mentions, ledger, id }: LoadedThing): Drop[] {
  return mentions
    .filter(
      ({ from, within }) => from.list === '/loot-tables' && within.item_id === id && Number(within.probability) > 0,
    )
    .map(({ from, within }) => {
      // A spawner names its table in more than one column.
      const users = [...new Map((ledger.mentions.get(from.id) ?? []).map((one) => [one.from.id, one.from])).values()]
      return {
        table: from,
        entry: within,
        monsters: byName(users.filter(({ list }) => list === '/monsters')),
        spawners: users.filter(({ list }) => list === '/spawners').length,
      }
    })
    .sort((a, b) => byChance(a.entry, b.entry))
}

function byName(things: readonly Thing[]): { thing: Thing; grades: number }[] {
  const names = [...new Set(things.map(({ name }) => name))]
  return names.flatMap((called) => {
    const [thing, ...others] = things.filter(({ name }) => name === called)
    return thing ? [{ thing, grades: others.length + 1 }] : []
  })
}
