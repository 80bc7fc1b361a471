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
