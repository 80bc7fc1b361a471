/** The time range of a price chart, and the default width of its buckets. */
export interface PriceWindow {
  /** Its title has the message key `range.<name>`. */
  readonly name: 'day' | 'week' | 'month' | 'season' | 'year'
  readonly interval: string
  readonly days: number
}

export const priceWindows: readonly PriceWindow[] = [
  { name: 'day', interval: '1h', days: 1 },
  { name: 'week', interval: '4h', days: 7 },
  { name: 'month', interval: '1d', days: 30 },
  { name: 'season', interval: '1d', days: 180 },
  { name: 'year', interval: '1w', days: 364 },
]

/** The window with this name; a week by default. */
export const priceWindow = (given: string | null): PriceWindow =>
  priceWindows.find(({ name }) => name === given) ?? (priceWindows[1] as PriceWindow)

/** Start of the window, rounded to the minute so that visitors within a minute send the same request. */
export function windowStart({ days }: PriceWindow, now: number): string {
  const minute = 60_000
  const start = Math.floor(now / minute) * minute - days * 1440 * minute
  return new Date(start).toISOString().replace('.000Z', 'Z')
}
