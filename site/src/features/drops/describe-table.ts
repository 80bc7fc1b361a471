import type { Translate } from '../../messages/translate.ts'
import type { RowLookup } from '../../request/row-lookup.ts'
import type { DropTable } from './drop-graph.ts'

const monsterNames = ({ monsters }: DropTable, lookup: RowLookup): string[] => [
  ...new Set(monsters.flatMap((id) => lookup.find(id)?.name ?? [])),
]

/** Returns the names of the monsters that have a loot table, or its own name if there are none. */
export function namesOfTable(table: DropTable, lookup: RowLookup): string[] {
  const names = monsterNames(table, lookup)
  return names.length > 0 ? names : [table.name]
}

/** Names a loot table by the monsters that have it, or by its own name. The note has the number of variants or spawners. */
export function describeTable(table: DropTable, lookup: RowLookup, t: Translate): { name: string; note: string } {
  const { name, monsters, spawns } = table
  const names = monsterNames(table, lookup)
  if (names.length === 0) return { name, note: spawns.length === 0 ? '' : t('drop.spawners', { count: spawns.length }) }
  const [first = name, ...others] = names
  const called = others.length > 2 ? `${first} ${t('value.andMore', { count: others.length })}` : t.list(names)
  return { name: called, note: monsters.length > names.length ? t('search.variants', { count: monsters.length }) : '' }
}
