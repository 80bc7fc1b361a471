// The graph of branches: one column per branch and one row per patch, newest first.
import { mainBranch, type Patch } from '../../../../data/api/model/patches.ts'

interface GraphRow {
  readonly patch: Patch
  /** Column of the patch. */
  readonly column: number
  /** Columns with a line in the upper half of the row. */
  readonly above: readonly number[]
  /** Columns with a line in the lower half of the row. */
  readonly below: readonly number[]
  /** Columns of branches that start at this patch: their lines run from the top of the row to the patch. */
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
  // The line of a child runs down its own column, from its row to that of its parent.
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
