import {
  fallbackAttribute,
  type Attribute,
  type Attributes,
} from '../../../../data/api/resources/tooltip/attributes.ts'
import { maxDecimals, type Range } from '../../../../data/api/resources/tooltip/lines.ts'
import { rangesOf } from '../../../../data/api/resources/tooltip/tooltip.ts'
import type { Translate } from '../../messages/translate.ts'
import type { Row } from '../../format/api-response.ts'

export interface AttributeLine {
  readonly field: string
  readonly text: string
  readonly name: string
  /** `12 to 16.7`. */
  readonly range: string
}

/** The ranges of an item's attributes, with the decimals of tooltips and labels from the rows of `/v2/attributes`. */
export function attributeLines(
  item: Row,
  kind: 'primary' | 'secondary',
  labels: readonly Row[],
  t: Translate,
): AttributeLine[] {
  const known = attributesOf(labels)
  return [...rangesOf(item, kind)].map(([field, range]) => {
    const attribute = known.get(field) ?? fallbackAttribute(field)
    const words = formatRange(attribute, range, t)
    return { field, text: `${attribute.name} ${words}`, name: attribute.name, range: words }
  })
}

/** Formats a value of an attribute as its row in `/v2/attributes` says: `+11.7%`. */
export const attributeValue = (label: Row, value: number, t: Translate): string =>
  formatNumber(value, attributeOf(label), t)

/** `12 to 16.7`, or one number if both ends are formatted alike. */
export function formatRange(attribute: Attribute, range: Range, t: Translate): string {
  const [min, max] = [formatNumber(range.min, attribute, t), formatNumber(range.max, attribute, t)]
  return min === max ? min : t('value.range', { min, max })
}

/** Formats a number as in tooltips, in the language of the page: `+` before percentages only, and no sign before zero. */
function formatNumber(value: number, { format, decimals }: Attribute, t: Translate): string {
  const isPercent = format === 'percent'
  return new Intl.NumberFormat(t.locale, {
    maximumFractionDigits: Math.min(Math.max(decimals ?? maxDecimals, 0), maxDecimals),
    signDisplay: isPercent ? 'exceptZero' : 'negative',
    ...(isPercent && { style: 'unit', unit: 'percent' }),
  }).format(value)
}

/** The rows of `/v2/attributes` as a dictionary by field. */
export const attributesOf = (labels: readonly Row[]): Attributes =>
  new Map(labels.map((row) => [String(row.field), attributeOf(row)]))

const attributeOf = ({ field, name, format, decimals }: Row): Attribute => ({
  field: String(field),
  name: typeof name === 'string' ? name : fallbackAttribute(String(field)).name,
  format: format === 'percent' ? 'percent' : 'flat',
  ...(typeof decimals === 'number' && { decimals }),
})
