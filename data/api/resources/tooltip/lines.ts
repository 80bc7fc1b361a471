// The display strings of a tooltip. `<label> <number>`, or `<label> <min>-<max>` where both numbers are written like a
// single one: `Armor Rating 12-13`, `Move Speed -8--6`, `Max Health Bonus +2%-+3.5%`. A number is `[+-]?\d+(\.\d+)?%?`,
// so each line parses back from its end, in any language.
import type { Attribute } from './attributes.ts'

/** What the template says that an attribute can be. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** Of an attribute that does not say how many it has. */
export const maxDecimals = 6

/** Rounded half away from zero as it is written in decimals; `+` before percentages only, and no sign before zero. */
export function formatNumber(value: number, { format, decimals }: Pick<Attribute, 'format' | 'decimals'>): string {
  const isPercent = format === 'percent'
  const text = new Intl.NumberFormat('en', {
    useGrouping: false,
    maximumFractionDigits: Math.min(Math.max(decimals ?? maxDecimals, 0), maxDecimals),
    signDisplay: isPercent ? 'exceptZero' : 'negative',
  }).format(value)
  return isPercent ? `${text}%` : text
}

/** One number, or the range when its ends differ as they are shown. */
export function formatLine(label: string, attribute: Attribute, { min, max }: Range): string {
  const [low, high] = [formatNumber(min, attribute), formatNumber(max, attribute)]
  return `${label} ${low === high ? low : `${low}-${high}`}`
}
