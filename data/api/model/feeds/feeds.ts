import type { z } from 'zod'
import type { Feed } from './feed-names.ts'
import { leaderboardLine } from './leaderboard-lines.ts'
import { marketLine } from './market-line.ts'
import { merchantQuestLine, merchantStockLine } from './merchant-lines.ts'
import { populationLine } from './population-line.ts'
import { tradeLine } from './trade-line.ts'

export { feeds, isFeed, type Feed } from './feed-names.ts'

/** The schema of each feed's lines. */
export const lineSchemas = {
  'merchant-stock': merchantStockLine,
  'merchant-quests': merchantQuestLine,
  market: marketLine,
  trades: tradeLine,
  population: populationLine,
  leaderboards: leaderboardLine,
} satisfies Record<Feed, z.ZodType>

export type Line<F extends Feed> = z.output<(typeof lineSchemas)[F]>

const instants: { readonly [F in Feed]: (line: Line<F>) => number | null } = {
  'merchant-stock': (line) => line.captured_at,
  'merchant-quests': (line) => line.captured_at,
  market: (line) => line.captured_at,
  trades: (line) => line.timestamp,
  population: (line) => line.timestamp,
  leaderboards: (line) =>
    'entry' in line ? line.entry.captured_at : 'season' in line ? line.season.captured_at : null,
}

/** The instant of observation that a line names, ms since 1970; null if it names none. */
export const observationInstant = <F extends Feed>(feed: F, line: Line<F>): number | null => instants[feed](line)

const creations: { readonly [F in Feed]?: (line: Line<F>) => number } = { market: (line) => line.created_at }

/** The instant at which the observed listing was created, ms since 1970; null for other feeds. */
export const creationInstant = <F extends Feed>(feed: F, line: Line<F>): number | null =>
  creations[feed]?.(line) ?? null
