// Formats stored values for responses.

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/**
 * Formats an instant (ms since 1970) as ISO 8601 in UTC, with milliseconds only if they are not 0. Throws a `RangeError` if
 * it is not a valid date. For most instants the text is assembled here, because `toISOString` takes twice as long.
 */
export function formatInstant(at: number): string {
  const date = new Date(at)
  const year = date.getUTCFullYear()
  if (at % 1000 !== 0 || !(year >= 1000 && year <= 9999)) return date.toISOString().replace('.000Z', 'Z')
  const [month, day] = [twoDigits[date.getUTCMonth() + 1], twoDigits[date.getUTCDate()]]
  const [hour, minute] = [twoDigits[date.getUTCHours()], twoDigits[date.getUTCMinutes()]]
  return `${year}-${month}-${day}T${hour}:${minute}:${twoDigits[date.getUTCSeconds()]}Z`
}

export const formatInstantOrNull = (at: number | null): string | null => (at === null ? null : formatInstant(at))

/** Parses the columns that the observer sent beyond the known ones. */
export const parseExtras = (extra: string | null): Record<string, unknown> =>
  extra === null ? {} : (JSON.parse(extra) as Record<string, unknown>)
