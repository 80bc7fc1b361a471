// Where the nodes of a graph in three columns are drawn: items, what drops them, maps.

interface GraphNode {
  readonly id: string
  readonly name: string
  /** What tells it apart from others of its name. */
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

export interface Graph {
  readonly columns: readonly (readonly GraphNode[])[]
  readonly edges: readonly GraphEdge[]
}

interface PlacedNode extends GraphNode {
  readonly x: number
  readonly y: number
}

interface PlacedEdge {
  /** Of an SVG path. */
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

/** Each column is centred on the tallest. */
export function layOut({ columns, edges }: Graph): GraphLayout {
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
