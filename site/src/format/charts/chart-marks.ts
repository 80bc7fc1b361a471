import type { Patch } from '../../../../data/api/model/patches.ts'
import type { Extent } from './line-chart.ts'

/** An instant that a chart marks with a line. */
export interface ChartMark {
  /** ms since 1970. */
  readonly at: number
  readonly label: string
}

/** Marks at the releases of a branch's patches; patches without a release date have none. */
export const patchMarks = (patches: readonly Patch[], branch: string): ChartMark[] =>
  patches.flatMap((patch) =>
    patch.released_at !== null && patch.branch === branch
      ? [{ at: Date.parse(patch.released_at), label: patch.version.split('.').slice(0, 2).join('.') }]
      : [],
  )

/** The marks within the time span of a chart. */
export const marksIn = (marks: readonly ChartMark[], { low, high }: Extent): ChartMark[] =>
  marks.filter(({ at }) => at >= low && at <= high)

/** Parses the `data-marks` attribute of an element; empty if it is undefined. */
export const readMarks = (text: string | undefined): ChartMark[] =>
  text === undefined ? [] : (JSON.parse(text) as ChartMark[])
