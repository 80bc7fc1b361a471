import type { ApiResponse } from './api-response.ts'

/** Feeds whose age pages show, as named in messages. */
export type ObservedFeed = 'market' | 'stock' | 'merchantStock' | 'leaderboard' | 'population' | 'trades'

/**
 * Age from which pages mark observations as old, in seconds: leaderboards are observed four times a day, a merchant every
 * few hours.
 */
export const staleSeconds = { feed: 900, ladder: 7 * 3600, shelf: 4 * 3600 } as const

/** The instant of the newest observation in a live response, in ms since 1970; undefined if there has been none. */
export function observedAt({ headers }: ApiResponse, now: number): number | undefined {
  const age = headers['x-data-age']
  return age === undefined ? undefined : now - Number(age) * 1000
}
