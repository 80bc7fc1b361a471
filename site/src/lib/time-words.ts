const inDays = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const

/** `Mar 4, 2026`, in UTC. */
export const day = (instant: string | number): string => new Date(instant).toLocaleDateString('en', inDays)

/** `Mar 4, 2026, 12:00`, in UTC. */
export const minute = (instant: string | number): string =>
  new Date(instant).toLocaleString('en', { ...inDays, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
