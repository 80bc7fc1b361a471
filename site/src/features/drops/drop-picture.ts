import type { Translate } from '../../messages/translate.ts'
import { chanceBarFraction } from '../../format/drop-chances.ts'
import type { RowLookup } from '../../request/row-lookup.ts'
import { mapsOf, type DropTable, type DropLink } from './drop-graph.ts'
import type { DropGraph } from './graph-layout.ts'
import { describeTable } from './describe-table.ts'

const maxNodes = 10
/** Strength of the edges from tables to maps, which have no chance. */
const mapEdgeStrength = 0.2

interface GraphContext {
  readonly lookup: RowLookup
  readonly hrefOf: (id: string) => string
  readonly rarityLabel: (slug: string) => string
  readonly t: Translate
}

/** Returns the graph of the first tables, the first items that drop from them, and the maps of these tables. */
export function graphOf(
  all: {
    readonly items: readonly string[]
    readonly tables: readonly DropTable[]
    readonly links: readonly DropLink[]
  },
  { lookup, hrefOf, rarityLabel, t }: GraphContext,
): DropGraph {
  const tables = all.tables.slice(0, maxNodes)
  const shown = new Set(tables.map(({ id }) => id))
  const linked = new Set(all.links.filter(({ table }) => shown.has(table.id)).map(({ item }) => item))
  const items = all.items.filter((item) => linked.has(item)).slice(0, maxNodes)
  const nodeOf = (id: string) => {
    const { name = id, rarity } = lookup.find(id) ?? {}
    return { id, name, ...(rarity && { note: rarityLabel(rarity) }), href: hrefOf(id), rarity }
  }
  return {
    columns: [
      items.map(nodeOf),
      tables.map((table) => ({ id: table.id, name: describeTable(table, lookup, t).name, href: hrefOf(table.id) })),
      mapsOf(tables)
        .slice(0, maxNodes)
        .map(({ map }) => nodeOf(map)),
    ],
    edges: [
      ...all.links.map(({ item, table, chance }) => ({
        from: item,
        to: table.id,
        strength: chanceBarFraction(chance),
      })),
      ...tables.flatMap((table) =>
        mapsOf([table]).map(({ map }) => ({ from: table.id, to: map, strength: mapEdgeStrength })),
      ),
    ],
  }
}
