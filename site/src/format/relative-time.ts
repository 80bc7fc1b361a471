import type { ApiResponse } from './ask.ts'

/** From here on what was seen counts as old, and pages say so: ladders are seen four times a day, a merchant every few hours. */
export const staleSeconds = { feed: 900, ladder: 7 * 3600, shelf: 4 * 3600 } as const

/** `4 min ago`, as coarse as it may be. */
export function formatAge(seconds: number): string {
  if (seconds < 10) return 'just now'
  if (seconds < 60) return `${Math.floor(seconds)} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  const days = Math.floor(seconds / 86_400)
  return `${days} ${days === 1 ? 'day' : 'days'} ago`
}

/** The instant of the newest observation behind a live answer, ms since 1970; nothing where there was none yet. */
export function observedAt({ headers }: ApiResponse, now: number): number | undefined {
  const age = headers['x-data-age']
  return age === undefined ? undefined : now - Number(age) * 1000
}
