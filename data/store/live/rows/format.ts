/** Stored values as answers show them. */

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** ISO 8601 in UTC; milliseconds only where there are some. Whole seconds are put together: `toISOString` takes twice as long. */
export function formatInstant(at: number): string {
  const date = new Date(at)
  const year = date.getUTCFullYear()
  if (at % 1000 !== 0 || !(year >= 1000 && year <= 9999)) return date.toISOString().replace('.000Z', 'Z')
  const [month, day] = [twoDigits[date.getUTCMonth() + 1], twoDigits[date.getUTCDate()]]
  const [hour, minute] = [twoDigits[date.getUTCHours()], twoDigits[date.getUTCMinutes()]]
  return `${year}-${month}-${day}T${hour}:${minute}:${twoDigits[date.getUTCSeconds()]}Z`
}
export const formatInstantOrNull = (at: number | null): string | null => (at === null ? null : formatInstant(at))

export const extrasOf = (extra: string | null): Record<string, unknown> =>
  extra === null ? {} : (JSON.parse(extra) as Record<string, unknown>)
