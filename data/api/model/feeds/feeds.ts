import type { z } from 'zod'
import type { Feed } from './feed-names.ts'
import { leaderboardLine } from './leaderboard-lines.ts'
import { marketLine } from './market-line.ts'
import { merchantQuestLine, merchantStockLine } from './merchant-lines.ts'
import { populationLine } from './population-line.ts'
import { tradeLine } from './trade-line.ts'

export { feeds, isFeed, type Feed } from './feed-names.ts'

/** The schema of each feed's lines. */
export const lines = {
  'merchant-stock': merchantStockLine,
  'merchant-quests': merchantQuestLine,
  market: marketLine,
  trades: tradeLine,
  population: populationLine,
  leaderboards: leaderboardLine,
} satisfies Record<Feed, z.ZodType>

export type Line<F extends Feed> = z.output<(typeof lines)[F]>

/** The instant of its observation that a line of each feed names, ms since 1970; null where it names none. */
const instants: { readonly [F in Feed]: (line: Line<F>) => number | null } = {
  'merchant-stock': (line) => line.captured_at,
  'merchant-quests': (line) => line.captured_at,
  market: (line) => line.captured_at,
  trades: (line) => line.timestamp,
  population: (line) => line.timestamp,
  leaderboards: (line) => ('entry' in line ? line.entry.captured_at : null),
}

/** The instant that a line of the feed names as that of its observation; ms since 1970. */
export const instantOf = <F extends Feed>(feed: F, line: Line<F>): number | null => instants[feed](line)

const creations: { readonly [F in Feed]?: (line: Line<F>) => number } = { market: (line) => line.created_at }

/** The instant at which a line of the feed says that what it observed was made; ms since 1970, null where it names none. */
export const createdOf = <F extends Feed>(feed: F, line: Line<F>): number | null => creations[feed]?.(line) ?? null
