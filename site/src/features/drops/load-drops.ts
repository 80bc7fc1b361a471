import { visitReferences } from '../../../../data/api/model/related-rows.ts'
import { jsonOf, type Row } from '../../format/api-response.ts'
import { isCurrent, type LocalizedPatch } from '../../request/at-patch.ts'
import { cachedPerCatalog } from '../../request/cached-per-catalog.ts'
import type { RowLookup, RowSummary } from '../../request/row-lookup.ts'
import type { DropTable, Spawn } from './drop-graph.ts'
import type { LootEntry } from './drop-math.ts'

/** The column of the graph in which a thing is: items, sources (monsters and loot tables) or places (spawners and maps). */
export type DropEnd = 'item' | 'source' | 'place'

const ends: Readonly<Record<string, DropEnd>> = {
  '/items': 'item',
  '/monsters': 'source',
  '/loot-tables': 'source',
  '/spawners': 'place',
  '/maps': 'place',
}

/** Resources whose things the drop explorer can start from. */
export const dropKinds: readonly string[] = Object.keys(ends).map((path) => path.slice(1).replaceAll('-', '_'))

/** Returns whether the drop explorer can start from the things of a list, given its path. */
export const hasDrops = (path: string): boolean => ends[path] !== undefined

/** What the reader has chosen. */
export interface DropTarget {
  /** Id of a thing or an archetype. */
  readonly id: string
  readonly end: DropEnd
  /** The thing with this id, or all things of the archetype. */
  readonly things: readonly [RowSummary, ...RowSummary[]]
}

export interface Drops {
  readonly tables: readonly DropTable[]
  /** Number of tables, of which `tables` has the first `maxTables`. */
  readonly total: number
  /** The API call that returned the tables; undefined if there are none. */
  readonly call?: string
}

/** Number of loot tables that a page shows at most; they are read with one request. */
const maxTables = 60

/** Returns undefined if the patch has no such thing, or the drop explorer cannot start from it. */
export function dropTarget(lookup: RowLookup, id: string): DropTarget | undefined {
  const one = lookup.find(id)
  const [first, ...others] = one ? [one] : lookup.ofArchetype(id)
  const end = first && ends[first.list]
  return end && { id, end, things: [first, ...others.filter(({ list }) => list === first.list)] }
}

interface DropContext extends Pick<App.Locals, 'fetchApi' | 'pageCache'> {
  readonly lookup: RowLookup
  readonly patch: LocalizedPatch | undefined
}

const cached = cachedPerCatalog<Drops>('drops')

/**
 * Loads the loot tables from which items drop, or which things at the other ends of the graph have, with their monsters and
 * spawners. Results are cached until the catalog changes. Rejects if the API fails.
 */
export function loadDrops({ fetchApi, pageCache, lookup, patch }: DropContext, end: DropEnd, ids: readonly string[]) {
  return cached(pageCache, [patch?.id, patch?.locale, end, ...ids].join(' '), async () => {
    const found = end === 'item' ? tablesWithItems(lookup, ids) : tablesOfThings(lookup, ids)
    if (found.length === 0) return { tables: [], total: 0 }
    const shown = found.slice(0, maxTables)
    const query = new URLSearchParams({ ids: shown.join(','), embed: 'entries', limit: String(maxTables) })
    if (patch && !isCurrent(patch)) query.set('patch', String(patch.id))
    const call = `/v2/loot-tables?${query}`
    const { body = [] } = (jsonOf(await fetchApi(call)) ?? {}) as { body?: readonly Row[] }
    return { tables: body.map((row) => dropTable(lookup, row)), total: found.length, call }
  })
}

/** Returns the tables from which one of the items can drop, those with the highest probability first. */
function tablesWithItems(lookup: RowLookup, items: readonly string[]): string[] {
  const chances = new Map<string, number>()
  for (const item of items)
    for (const { from, within } of lookup.referencesIn(['/loot-tables'], item)) {
      const chance = within.item_id === item ? Number(within.probability ?? 0) : 0
      if (chance > 0) chances.set(from.id, (chances.get(from.id) ?? 0) + chance)
    }
  return [...chances].sort(([, a], [, b]) => b - a).map(([id]) => id)
}

/** Returns the tables of monsters, and those of everything that spawners and maps spawn, in order of ids. */
function tablesOfThings(lookup: RowLookup, ids: readonly string[]): string[] {
  const tables = new Set<string>()
  const visit = (id: string) => {
    const list = lookup.find(id)?.list
    if (list === '/loot-tables') tables.add(id)
    if (list === '/monsters') addTableOf(lookup.rowOf(id), tables)
  }
  for (const id of ids) {
    visit(id)
    const { list } = lookup.find(id) ?? {}
    const spawners = list === '/maps' ? lookup.referencesIn(['/spawners'], id).map(({ row }) => row) : []
    const own = list === '/spawners' ? lookup.rowOf(id) : undefined
    for (const row of own ? [own] : spawners) visitReferences(row, visit)
  }
  return [...tables].sort()
}

function addTableOf(monster: Row | undefined, tables: Set<string>): void {
  if (typeof monster?.loot_table_id === 'string') tables.add(monster.loot_table_id)
}

function dropTable(lookup: RowLookup, row: Row): DropTable {
  const id = String(row.id)
  const monsters = [...new Set(lookup.referencesIn(['/monsters'], id).map(({ from }) => from.id))]
  const spawns = new Map<string, Spawn>()
  for (const user of [id, ...monsters])
    for (const { from, row: spawner } of lookup.referencesIn(['/spawners'], user)) {
      const grades = new Set([...(spawns.get(from.id)?.grades ?? []), ...gradesOf(spawner, user)])
      if (typeof spawner.map_id === 'string')
        spawns.set(from.id, { id: from.id, map: spawner.map_id, grades: [...grades] })
    }
  return {
    id,
    name: lookup.find(id)?.name ?? String(row.name ?? id),
    entries: Array.isArray(row.entries) ? (row.entries as LootEntry[]) : [],
    monsters,
    spawns: [...spawns.values()],
  }
}

/** Returns the dungeon grades in which a spawner has a monster or a table. */
function gradesOf({ payload }: Row, user: string): string[] {
  return (Array.isArray(payload) ? (payload as Row[]) : [])
    .filter((one) => JSON.stringify(one).includes(`"${user}"`))
    .flatMap(({ dungeon_grades: grades }) => (Array.isArray(grades) ? grades.map(String) : []))
}
