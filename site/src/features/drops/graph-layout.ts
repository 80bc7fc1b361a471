// Lays out the graph of the drop explorer in three columns: items, loot tables and maps.

interface GraphNode {
  readonly id: string
  readonly name: string
  /** Distinguishes it from others of the same name. */
  readonly note?: string
  readonly href?: string
  readonly rarity?: string
}

interface GraphEdge {
  readonly from: string
  readonly to: string
  /** From 0 to 1. */
  readonly strength: number
}

export interface DropGraph {
  readonly columns: readonly (readonly GraphNode[])[]
  readonly edges: readonly GraphEdge[]
}

interface PlacedNode extends GraphNode {
  readonly x: number
  readonly y: number
}

interface PlacedEdge {
  /** The attribute `d` of an SVG path. */
  readonly path: string
  readonly width: number
}

interface GraphLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

const rowHeight = 30
export const nodeWidth = 250
const gapWidth = 150
const maxStroke = 9

/** Places nodes and edges. Columns are centred vertically; edges to nodes that are not in the graph are left out. */
export function layOutGraph({ columns, edges }: DropGraph): GraphLayout {
  const rows = Math.max(1, ...columns.map((nodes) => nodes.length))
  const nodes = columns.flatMap((column, at) =>
    column.map((node, row) => ({
      ...node,
      x: at * (nodeWidth + gapWidth),
      y: (row + 0.5 + (rows - column.length) / 2) * rowHeight,
    })),
  )
  const placed = new Map(nodes.map((node) => [node.id, node]))
  return {
    width: columns.length * nodeWidth + (columns.length - 1) * gapWidth,
    height: rows * rowHeight,
    nodes,
    edges: edges.flatMap(({ from, to, strength }) => {
      const [start, end] = [placed.get(from), placed.get(to)]
      if (!start || !end) return []
      const [left, right] = [start.x + nodeWidth, end.x]
      const middle = (left + right) / 2
      const path = `M${left} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${right} ${end.y}`
      return [{ path, width: Math.max(1, strength * maxStroke) }]
    }),
  }
}
