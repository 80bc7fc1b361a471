import type { Row } from './ask.ts'

/** In three digits; close to 100% in as many as tell it from that. */
export function formatChance(probability: number): string {
  if (probability === 0) return 'never'
  const digits = probability < 1 ? Math.max(3, -Math.floor(Math.log10(1 - probability))) : 3
  return `${(probability * 100).toLocaleString('en', { maximumSignificantDigits: digits })}%`
}

/** `1 in 227`; nothing where that says less than the percentage. */
export function formatOdds(probability: number): string {
  if (probability <= 0 || probability > 0.5) return ''
  const odds = 1 / probability
  return `1 in ${odds.toLocaleString('en', { maximumFractionDigits: odds < 10 ? 1 : 0 })}`
}

/** The decades of the scale on which chances are drawn: from 0.01% to 100%. */
const decades = 4

/** How much of its bar a chance fills, from 0 to 1: the same everywhere, each quarter ten times as much as the one before. */
export const barOf = (probability: number): number =>
  probability <= 0 ? 0 : Math.min(1, Math.max(0.02, 1 + Math.log10(probability) / decades))

/** What bars of chances say of themselves. */
export const chanceScale = 'Bars are on a logarithmic scale from 0.01% to 100%; each mark is ten times the one before.'

/** `2 to 5`, or one number. */
export function formatQuantity({ min_quantity: min, max_quantity: max }: Row): string {
  if (typeof min !== 'number' && typeof max !== 'number') return ''
  return min === max || typeof max !== 'number' ? String(min) : `${String(min ?? 0)} to ${String(max)}`
}

/** The most probable first. */
export const byChance = (a: Row, b: Row): number => Number(b.probability ?? 0) - Number(a.probability ?? 0)
