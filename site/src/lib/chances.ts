import type { Row } from './ask.ts'

/** Shares below one in ten thousand are told as such. */
export function chance(probability: number): string {
  if (probability === 0) return 'never'
  if (probability < 0.0001) return 'under 0.01%'
  return `${(probability * 100).toLocaleString('en', { maximumSignificantDigits: 3 })}%`
}

/** `2 to 5`, or one number. */
export function quantity({ min_quantity: least, max_quantity: most }: Row): string {
  if (typeof least !== 'number' && typeof most !== 'number') return ''
  return least === most || typeof most !== 'number' ? String(least) : `${String(least ?? 0)} to ${String(most)}`
}

/** The most probable first. */
export const byChance = (a: Row, b: Row): number => Number(b.probability ?? 0) - Number(a.probability ?? 0)
