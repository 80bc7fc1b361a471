const dayFormat = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const

/** `Mar 4, 2026`, in UTC. */
export const formatDay = (instant: string | number): string => new Date(instant).toLocaleDateString('en', dayFormat)

/** `Mar 4, 2026, 12:00`, in UTC. */
export const formatMinute = (instant: string | number): string =>
  new Date(instant).toLocaleString('en', { ...dayFormat, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
