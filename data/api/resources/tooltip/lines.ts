// The display strings of a tooltip: `<label> <number>` or `<label> <min>-<max>`, such as `Armor Rating 12-13`,
// `Move Speed -8--6` and `Max Health Bonus +2%-+3.5%`. A number has the form `[+-]?\d+(\.\d+)?%?`, so each line can be
// parsed from its end in any language.
import type { Attribute } from './attributes.ts'

/** The values that the item's row allows for an attribute; both ends are inclusive. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** The number of decimals of an attribute that declares none, and the maximum for all. */
export const maxDecimals = 6

/** Formats a number, rounding half away from zero in decimal notation. Only percentages have a `+`; zero has no sign. */
export function formatNumber(value: number, { format, decimals }: Pick<Attribute, 'format' | 'decimals'>): string {
  const isPercent = format === 'percent'
  const text = new Intl.NumberFormat('en', {
    useGrouping: false,
    maximumFractionDigits: Math.min(Math.max(decimals ?? maxDecimals, 0), maxDecimals),
    signDisplay: isPercent ? 'exceptZero' : 'negative',
  }).format(value)
  return isPercent ? `${text}%` : text
}

/** Formats a line with one number, or with a range if its ends differ after formatting. */
export function formatLine(label: string, attribute: Attribute, { min, max }: Range): string {
  const [low, high] = [formatNumber(min, attribute), formatNumber(max, attribute)]
  return `${label} ${low === high ? low : `${low}-${high}`}`
}
