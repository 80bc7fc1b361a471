import type { Translate } from '../messages/translate.ts'
import type { Row } from './api-response.ts'

/** Chances between this one and 1 are shown as `> 99.99%`. */
const nearlySure = 0.9999

/** Formats a chance with three digits, or with four if it is close to 100%. */
export function formatChance(probability: number, t: Translate): string {
  if (probability === 0) return t('drop.never')
  if (probability > nearlySure && probability < 1) return `> ${t.percent(nearlySure, 4)}`
  return t.percent(probability, probability > 0.999 && probability < 1 ? 4 : 3)
}

/** `1 in 227`; empty if that says less than the percentage. */
export function formatOdds(probability: number, t: Translate): string {
  if (probability <= 0 || probability > 0.5) return ''
  const odds = 1 / probability
  return t('drop.odds', { count: odds < 10 ? Math.round(odds * 10) / 10 : Math.round(odds) })
}

/** The number of decades of the logarithmic scale of bars: from 0.01% to 100%. */
const decades = 4

/** The filled fraction of a chance's bar, from 0 to 1, on a logarithmic scale: each quarter is a factor of ten. */
export const chanceBarFraction = (probability: number): number =>
  probability <= 0 ? 0 : Math.min(1, Math.max(0.02, 1 + Math.log10(probability) / decades))

/** Describes the scale of the bars. */
export const chanceScale = (t: Translate): string =>
  t('drop.scale', { low: t.percent(10 ** -decades), high: t.percent(1) })

/** `2 to 5`, or one number; empty if the row has no quantity. */
export function formatQuantity({ min_quantity: min, max_quantity: max }: Row, t: Translate): string {
  if (typeof min !== 'number' && typeof max !== 'number') return ''
  return min === max || typeof max !== 'number'
    ? t.number(Number(min))
    : t('value.range', { min: Number(min ?? 0), max })
}

/** Compares rows for sorting by descending probability. */
export const byChance = (a: Row, b: Row): number => Number(b.probability ?? 0) - Number(a.probability ?? 0)
