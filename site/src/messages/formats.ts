/** Numbers and times as a language writes them; times are UTC. */
export interface Formats {
  readonly number: (value: number) => string
  /** With every digit that the game has of it. */
  readonly exactNumber: (value: number) => string
  /** Gold to a tenth. */
  readonly gold: (value: number) => string
  /** `12%` of 0.12, in so many significant digits. */
  readonly percent: (share: number, digits?: number) => string
  /** What stands between names: `, `, or `、`. */
  readonly comma: string
  /** Names with commas between them. */
  readonly list: (names: readonly string[]) => string
  /** `Mar 4, 2026`. */
  readonly day: (instant: string | number) => string
  /** `Mar 4, 2026, 12:00`. */
  readonly minute: (instant: string | number) => string
  /** `4 min. ago`, as coarse as it may be. */
  readonly age: (seconds: number) => string
  /** `4 hr` of `4h`; what is not an interval stays as it is. */
  readonly interval: (interval: string) => string
}

const dayFormat = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
const minuteFormat = { ...dayFormat, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const nowSeconds = 10
/** Each with its length in seconds. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

const intervalUnits: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day', w: 'week' }

export function formatsOf(locale: string): Formats {
  const number = new Intl.NumberFormat(locale)
  const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(locale, dayFormat)
  const minute = new Intl.DateTimeFormat(locale, minuteFormat)
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const parts = new Intl.ListFormat(locale).formatToParts(['a', 'b', 'c'])
  const comma = parts.find(({ type }) => type === 'literal')?.value ?? ', '
  const percents = new Map<number, Intl.NumberFormat>()
  const percentOf = (digits: number) => {
    const made = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: digits })
    percents.set(digits, made)
    return made
  }
  return {
    number: (value) => number.format(value),
    exactNumber: (value) => exact.format(value),
    gold: (value) => tenths.format(Math.round(value * 10) / 10),
    percent: (share, digits = 3) => (percents.get(digits) ?? percentOf(digits)).format(share),
    comma,
    list: (names) => names.join(comma),
    day: (instant) => day.format(new Date(instant)),
    minute: (instant) => minute.format(new Date(instant)),
    age(seconds) {
      const [unit, length] = units.find(([, shortest]) => seconds >= shortest) ?? ['second', 1]
      return seconds < nowSeconds ? now.format(0, 'second') : relative.format(-Math.floor(seconds / length), unit)
    },
    interval(interval) {
      const [, count, letter = ''] = /^(\d{1,4})([mhdw])$/.exec(interval) ?? []
      const unit = intervalUnits[letter]
      return unit === undefined
        ? interval
        : new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(Number(count))
    },
  }
}
