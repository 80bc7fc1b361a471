import { expect, it } from 'vitest'
import { translateTo } from '../messages/catalogs.ts'
import { formatWithUnit } from './format-with-unit.ts'

it.each([
  [1250, 'gold', 'en', '1,250 gold'],
  [1250, 'gold', 'de', '1.250 Gold'],
  [2.5, 'seconds', 'fr', '2,5 s'],
  [650, 'centimeters', 'de', '6,5 m'],
  [-20, 'percent', 'en', '-20%'],
  [12.5, 'percent', 'de', '12,5\u00a0%'],
  [1, 'cells', 'en', '1 cell'],
  [5, 'cells', 'ru', '5 ячеек'],
  [7, undefined, 'en', '7'],
] as const)('%d %s in %s is %s', (value, unit, locale, told) => {
  expect(formatWithUnit(value, unit, translateTo(locale))).toBe(told)
})
