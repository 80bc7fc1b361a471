import { visitReferences } from '../../../../data/api/model/related-rows.ts'
import { jsonOf, type Row } from '../../format/api-response.ts'
import { isCurrent, type LocalizedPatch } from '../../request/at-patch.ts'
import { cachedPerCatalog } from '../../request/cached-per-catalog.ts'
import type { RowLookup, RowSummary } from '../../request/row-lookup.ts'
import type { DropTable, Spawn } from './drop-graph.ts'
import type { LootEntry } from './drop-math.ts'

/** Which end of the graph is read from: what drops, or what drops it, or where that is. */
export type DropEnd = 'item' | 'source' | 'place'

const ends: Readonly<Record<string, DropEnd>> = {
  '/items': 'item',
  '/monsters': 'source',
  '/loot-tables': 'source',
  '/spawners': 'place',
  '/maps': 'place',
}

/** Resources that can be looked for. */
export const dropKinds: readonly string[] = Object.keys(ends).map((path) => path.slice(1).replaceAll('-', '_'))

/** The drop explorer tells of the things of a list. */
export const hasDrops = (path: string): boolean => ends[path] !== undefined

/** What the reader reads from. */
export interface DropTarget {
  /** Of a thing or an archetype. */
  readonly id: string
  readonly end: DropEnd
  /** The things that an id means: one, or all of an archetype. */
  readonly things: readonly [RowSummary, ...RowSummary[]]
}

export interface Drops {
  readonly tables: readonly DropTable[]
  /** How many tables there are, of which `tables` has the first. */
  readonly total: number
  /** The API call that the tables are from; none where there are none. */
  readonly call?: string
}

/** As many loot tables as one page tells of: what one request gives. */
const maxTables = 60

/** Undefined if the patch has no such thing, or nothing drops of it. */
export function dropTarget(lookup: RowLookup, id: string): DropTarget | undefined {
  const one = lookup.find(id)
  const [first, ...others] = one ? [one] : lookup.ofArchetype(id)
  const end = first && ends[first.list]
  return end && { id, end, things: [first, ...others.filter(({ list }) => list === first.list)] }
}

interface Asking extends Pick<App.Locals, 'fetchApi' | 'pageCache'> {
  readonly lookup: RowLookup
  readonly patch: LocalizedPatch | undefined
}

const kept = cachedPerCatalog<Drops>('drops')

/** The loot tables that the ids lead to, with what has them; the same until the catalog changes. */
export function loadDrops({ fetchApi, pageCache, lookup, patch }: Asking, end: DropEnd, ids: readonly string[]) {
  return kept(pageCache, [patch?.id, patch?.locale, end, ...ids].join(' '), async () => {
    const found = end === 'item' ? tablesGiving(lookup, ids) : tablesBehind(lookup, ids)
    if (found.length === 0) return { tables: [], total: 0 }
    const shown = found.slice(0, maxTables)
    const query = new URLSearchParams({ ids: shown.join(','), embed: 'entries', limit: String(maxTables) })
    if (patch && !isCurrent(patch)) query.set('patch', String(patch.id))
    const call = `/v2/loot-tables?${query}`
    const { body = [] } = (jsonOf(await fetchApi(call)) ?? {}) as { body?: readonly Row[] }
    return { tables: body.map((row) => dropTable(lookup, row)), total: found.length, call }
  })
}

/** Tables that can give one of the items, the most probable first. */
function tablesGiving(lookup: RowLookup, items: readonly string[]): string[] {
  const chances = new Map<string, number>()
  for (const item of items)
    for (const { from, within } of lookup.referencesIn(['/loot-tables'], item)) {
      const chance = within.item_id === item ? Number(within.probability ?? 0) : 0
      if (chance > 0) chances.set(from.id, (chances.get(from.id) ?? 0) + chance)
    }
  return [...chances].sort(([, a], [, b]) => b - a).map(([id]) => id)
}

/** The tables of monsters, and of what spawners and maps lead to, in order of ids. */
function tablesBehind(lookup: RowLookup, ids: readonly string[]): string[] {
  const tables = new Set<string>()
  const visit = (id: string) => {
    const list = lookup.find(id)?.list
    if (list === '/loot-tables') tables.add(id)
    if (list === '/monsters') tableOf(lookup.rowOf(id), tables)
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

function tableOf(monster: Row | undefined, tables: Set<string>): void {
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

/** Dungeon grades in which a spawner has a monster or a table. */
function gradesOf({ payload }: Row, user: string): string[] {
  return (Array.isArray(payload) ? (payload as Row[]) : [])
    .filter((one) => JSON.stringify(one).includes(`"${user}"`))
    .flatMap(({ dungeon_grades: grades }) => (Array.isArray(grades) ? grades.map(String) : []))
}
