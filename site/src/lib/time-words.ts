const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `3 hours ago` of an instant, against now (ms since 1970). */
export function ago(instant: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000)
  const [unit, size] = units.find(([, of]) => seconds >= of) ?? ['second', 1]
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(seconds / size), unit)
}

export const day = (instant: string): string =>
  new Date(instant).toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
