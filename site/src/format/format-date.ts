const dayFormat = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const

/** `Mar 4, 2026`, in UTC. */
export const formatDay = (instant: string | number): string => new Date(instant).toLocaleDateString('en', dayFormat)
