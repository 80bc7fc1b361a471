import type { Figure } from './bench.ts'

/** A figure of several runs: that of the run with the median ratio, and the ratios of all runs. */
export interface FigureOfRuns extends Figure {
  readonly ratios: readonly number[]
}

/**
 * Merges the figures of runs, in the order of the first. Of an even number of runs, the lower of the middle two counts.
 */
export function mergeRuns(runs: readonly (readonly Figure[])[]): FigureOfRuns[] {
  const byName = Map.groupBy(runs.flat(), ({ figure }) => figure)
  return [...byName.values()].map((same) => {
    const sorted = [...same].sort((a, b) => a.ratio - b.ratio)
    const middle = sorted[Math.ceil(sorted.length / 2) - 1]
    if (!middle) throw new Error('a figure of no run')
    return { ...middle, ratios: same.map(({ ratio }) => ratio) }
  })
}
