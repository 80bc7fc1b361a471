import type { Row } from './ask.ts'

/** In three digits; close to 100% in as many as tell it from that. */
export function chance(probability: number): string {
  if (probability === 0) return 'never'
  const digits = probability < 1 ? Math.max(3, -Math.floor(Math.log10(1 - probability))) : 3
  return `${(probability * 100).toLocaleString('en', { maximumSignificantDigits: digits })}%`
}

/** `2 to 5`, or one number. */
export function quantity({ min_quantity: least, max_quantity: most }: Row): string {
  if (typeof least !== 'number' && typeof most !== 'number') return ''
  return least === most || typeof most !== 'number' ? String(least) : `${String(least ?? 0)} to ${String(most)}`
}

/** The most probable first. */
export const byChance = (a: Row, b: Row): number => Number(b.probability ?? 0) - Number(a.probability ?? 0)
