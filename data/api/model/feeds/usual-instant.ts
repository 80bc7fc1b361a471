import { unusual } from './usual-values.ts'

/**
 * Reads instants in their most common form, `2026-01-28T10:00:30Z` or with milliseconds, on days 1 to 28; returns ms
 * since 1970. Validating the form and calling `Date.parse` takes three times as long, and a listing has three instants.
 */
export function usualInstant(given: unknown): number | typeof unusual {
  if (typeof given !== 'string' || !hasUsualMarks(given)) return unusual
  const [year, month, day] = [digits(given, 0, 4), digits(given, 5, 7), digits(given, 8, 10)]
  const [hour, minute, second] = [digits(given, 11, 13), digits(given, 14, 16), digits(given, 17, 19)]
  const millisecond = given.length === 20 ? 0 : digits(given, 20, 23)
  const hasUsualDay = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 28
  const hasUsualTime = hour < 24 && minute < 60 && second < 60 && millisecond >= 0
  if (!hasUsualDay || !hasUsualTime) return unusual
  return startOfMonth(year, month) + ((((day - 1) * 24 + hour) * 60 + minute) * 60 + second) * 1000 + millisecond
}

const [minus, T, colon, point, Z] = ['-', 'T', ':', '.', 'Z'].map((mark) => mark.charCodeAt(0))

function hasUsualMarks(text: string): boolean {
  const { length } = text
  const hasLength = length === 20 || (length === 24 && text.charCodeAt(19) === point)
  return (
    hasLength &&
    text.charCodeAt(4) === minus &&
    text.charCodeAt(7) === minus &&
    text.charCodeAt(10) === T &&
    text.charCodeAt(13) === colon &&
    text.charCodeAt(16) === colon &&
    text.charCodeAt(length - 1) === Z
  )
}

/** Parses decimal digits; NaN if another character is among them. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return NaN
    number = number * 10 + digit
  }
  return number
}

let last = { month: NaN, start: NaN }

/** Caches the last month, because consecutive instants are mostly in the same one. */
function startOfMonth(year: number, monthOfYear: number): number {
  const month = year * 12 + monthOfYear
  if (last.month !== month) last = { month, start: Date.UTC(year, monthOfYear - 1) }
  return last.start
}
