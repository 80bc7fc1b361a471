import type { Feed } from '../../api/model/feeds/feed-names.ts'

export type Line = Readonly<Record<string, unknown>>

/** One line and when it was observed, in ms since 1970. */
export interface TimedLine {
  readonly at: number
  readonly line: Line
}

/** The lines of a feed. Time is divided into cells, aligned to 1970, that do not depend on each other. */
export interface Source {
  readonly feed: Feed
  readonly cellMs: number
  /** Yields the lines in [start, start + cellMs), ordered by time. */
  cell(start: number): Iterable<TimedLine>
}

/** Yields the lines in [from, to), ordered by time. */
export function* timedLinesBetween(source: Source, from: number, to: number): Generator<TimedLine, undefined> {
  const { cellMs } = source
  for (let start = Math.floor(from / cellMs) * cellMs; start < to; start += cellMs)
    for (const line of source.cell(start)) if (line.at >= from && line.at < to) yield line
}
