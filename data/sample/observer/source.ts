import type { Feed } from '../../api/model/feeds/feed-names.ts'

export type Line = Readonly<Record<string, unknown>>

/** One line and when it was observed, in ms since 1970. */
export interface TimedLine {
  readonly at: number
  readonly line: Line
}

/** What is observed of one feed. Time is cut into cells, aligned to 1970; a cell needs to know no other. */
export interface Source {
  readonly feed: Feed
  readonly cellMs: number
  /** What is observed in [start, start + cellMs), ordered by time. */
  cell(start: number): Iterable<TimedLine>
}

/** What is observed in [from, to), ordered by time. */
export function* timedLinesBetween(source: Source, from: number, to: number): Generator<TimedLine, undefined> {
  const { cellMs } = source
  for (let start = Math.floor(from / cellMs) * cellMs; start < to; start += cellMs)
    for (const line of source.cell(start)) if (line.at >= from && line.at < to) yield line
}
