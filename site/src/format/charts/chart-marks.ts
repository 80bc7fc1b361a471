import type { Patch } from '../../../../data/api/model/patches.ts'
import type { Extent } from './line-chart.ts'

/** An instant that a chart marks by a line. */
export interface ChartMark {
  /** ms since 1970. */
  readonly at: number
  readonly label: string
}

/** When patches of a branch came out, of those that say. */
export const patchMarks = (patches: readonly Patch[], branch: string): ChartMark[] =>
  patches.flatMap((patch) =>
    patch.released_at !== null && patch.branch === branch
      ? [{ at: Date.parse(patch.released_at), label: patch.version.split('.').slice(0, 2).join('.') }]
      : [],
  )

/** Those that lie in the span of a chart. */
export const marksIn = (marks: readonly ChartMark[], { low, high }: Extent): ChartMark[] =>
  marks.filter(({ at }) => at >= low && at <= high)

/** What an element's `data-marks` says; none where it says nothing. */
export const readMarks = (text: string | undefined): ChartMark[] =>
  text === undefined ? [] : (JSON.parse(text) as ChartMark[])
