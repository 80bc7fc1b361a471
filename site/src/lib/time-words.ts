export const day = (instant: string): string =>
  new Date(instant).toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
