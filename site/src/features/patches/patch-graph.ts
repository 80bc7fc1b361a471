// Patches as a graph of branches: a column for each branch, a row for each patch, the newest first.
import { mainBranch, type Patch } from '../../../../data/api/model/patches.ts'

interface GraphRow {
  readonly patch: Patch
  /** Of its dot. */
  readonly column: number
  /** Columns with a line from the row's top to its dot's height, and from there to its bottom. */
  readonly above: readonly number[]
  readonly below: readonly number[]
  /** Columns of children that branch off here: a line from the row's top to the dot. */
  readonly joining: readonly number[]
}

interface PatchGraph {
  readonly branches: readonly string[]
  readonly rows: readonly GraphRow[]
}

export function patchGraph(patches: readonly Patch[]): PatchGraph {
  const newestFirst = [...patches].sort((a, b) => b.id - a.id)
  const branches = [...new Set([mainBranch, ...patches.map(({ branch }) => branch)])]
  const columnOf = ({ branch }: Patch) => branches.indexOf(branch)
  const placeOf = new Map(newestFirst.map((patch, place) => [patch.id, place]))
  // Each child's line goes down its own column from its dot to its parent's row.
  const lines = newestFirst.flatMap((patch, from) => {
    const to = placeOf.get(patch.parent_patch_id ?? -1)
    return to === undefined ? [] : [{ column: columnOf(patch), from, to }]
  })
  const rows = newestFirst.map((patch, place): GraphRow => {
    const column = columnOf(patch)
    const passing = lines.filter(({ from, to }) => from < place && place < to).map((line) => line.column)
    const ending = lines.filter(({ to }) => to === place).map((line) => line.column)
    const starting = lines.filter(({ from }) => from === place).map((line) => line.column)
    return {
      patch,
      column,
      above: [...passing, ...ending.filter((one) => one === column)],
      below: [...passing, ...starting],
      joining: ending.filter((one) => one !== column),
    }
  })
  return { branches, rows }
}
