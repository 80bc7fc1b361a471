/** Stored values as answers show them. */

/** ISO 8601 in UTC; milliseconds only where there are some. */
export const shownInstant = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
export const shownOrNull = (at: number | null): string | null => (at === null ? null : shownInstant(at))

export const extrasOf = (extra: string | null): Record<string, unknown> =>
  extra === null ? {} : (JSON.parse(extra) as Record<string, unknown>)
