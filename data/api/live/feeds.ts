import type { z } from 'zod'
import { leaderboardLine } from './leaderboard-lines.ts'
import { marketLine } from './market-line.ts'
import { merchantQuestLine, merchantStockLine } from './merchant-lines.ts'
import { populationLine } from './population-line.ts'
import { tradeLine } from './trade-line.ts'

/** What the observer sends (DESIGN 5): the feeds, and what a line of each must be. */
export const lines = {
  'merchant-stock': merchantStockLine,
  'merchant-quests': merchantQuestLine,
  market: marketLine,
  trades: tradeLine,
  population: populationLine,
  leaderboards: leaderboardLine,
} satisfies Record<string, z.ZodType>

export type Feed = keyof typeof lines
export type Line<F extends Feed> = z.output<(typeof lines)[F]>

export const feeds = Object.keys(lines) as Feed[]
export const isFeed = (name: string): name is Feed => Object.hasOwn(lines, name)
