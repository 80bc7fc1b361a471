import type { Unit } from '../../../data/api/model/columns.ts'
import type { Translate } from '../messages/translate.ts'

/** Formats a number of a column with its unit, in the language of `t`: `1.5 s`, `12%`. Centimeters are shown in meters. */
export function formatWithUnit(value: number, unit: Unit | undefined, t: Translate): string {
  switch (unit) {
    case 'gold':
      return t('price.gold', { gold: t.exactNumber(value) })
    case 'seconds':
      return t('value.seconds', { seconds: t.exactNumber(value) })
    case 'centimeters':
      return t('class.meters', { meters: value / 100 })
    case 'percent':
      return t.percent(value / 100, 12)
    case 'cells':
      return t('value.cells', { count: value })
    default:
      return t.exactNumber(value)
  }
}
