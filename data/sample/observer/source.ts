/** The feeds of the intake. */
export type Feed = 'merchant-stock' | 'merchant-quests' | 'market' | 'trades' | 'population' | 'leaderboards'

export type Line = Readonly<Record<string, unknown>>

/** One line and when it was observed, in ms since 1970. */
export interface Seen {
  readonly at: number
  readonly line: Line
}

/** What is seen of one feed. Time is cut into cells, aligned to 1970; each cell is reported without knowing any other. */
export interface Source {
  readonly feed: Feed
  readonly cellMs: number
  /** What is seen in [start, start + cellMs), ordered by time. */
  cell(start: number): Iterable<Seen>
}

/** What is seen in [from, to), ordered by time. */
export function* seenBetween(source: Source, from: number, to: number): Generator<Seen, undefined> {
  const { cellMs } = source
  for (let start = Math.floor(from / cellMs) * cellMs; start < to; start += cellMs)
    for (const seen of source.cell(start)) if (seen.at >= from && seen.at < to) yield seen
}
