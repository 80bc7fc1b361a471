import type { ApiResponse } from './ask.ts'

/** What pages say the age of, by its message. */
export type ObservedFeed = 'market' | 'stock' | 'merchantStock' | 'leaderboard' | 'population' | 'trades'

/** From here on what was seen counts as old, and pages say so: ladders are seen four times a day, a merchant every few hours. */
export const staleSeconds = { feed: 900, ladder: 7 * 3600, shelf: 4 * 3600 } as const

/** The instant of the newest observation behind a live answer, ms since 1970; undefined if there was none yet. */
export function observedAt({ headers }: ApiResponse, now: number): number | undefined {
  const age = headers['x-data-age']
  return age === undefined ? undefined : now - Number(age) * 1000
}
