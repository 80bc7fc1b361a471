import type { Row } from './ask.ts'

/** In three digits; close to 100% in as many as tell it from that. */
export function formatChance(probability: number): string {
  if (probability === 0) return 'never'
  const digits = probability < 1 ? Math.max(3, -Math.floor(Math.log10(1 - probability))) : 3
  return `${(probability * 100).toLocaleString('en', { maximumSignificantDigits: digits })}%`
}

/** `2 to 5`, or one number. */
export function formatQuantity({ min_quantity: min, max_quantity: max }: Row): string {
  if (typeof min !== 'number' && typeof max !== 'number') return ''
  return min === max || typeof max !== 'number' ? String(min) : `${String(min ?? 0)} to ${String(max)}`
}

/** The most probable first. */
export const byChance = (a: Row, b: Row): number => Number(b.probability ?? 0) - Number(a.probability ?? 0)
