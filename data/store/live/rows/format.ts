/** Stored values as answers show them. */

/** ISO 8601 in UTC; milliseconds only where there are some. */
export const formatInstant = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
export const formatInstantOrNull = (at: number | null): string | null => (at === null ? null : formatInstant(at))

export const extrasOf = (extra: string | null): Record<string, unknown> =>
  extra === null ? {} : (JSON.parse(extra) as Record<string, unknown>)
