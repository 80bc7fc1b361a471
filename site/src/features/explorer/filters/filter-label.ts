import { columnLabel } from '../../../format/humanize.ts'
import type { Translate } from '../../../messages/translate.ts'
import { fieldNamesOf, type Control } from './controls.ts'

/** Returns the label of the form field for a parameter, or undefined if the form has none. */
export function filterLabel(controls: readonly Control[], parameter: string, t: Translate): string | undefined {
  const control = controls.find((one) => fieldNamesOf(one).includes(parameter))
  if (!control) return undefined
  const label = control.label ?? columnLabel(t, control.name)
  if (parameter === control.name || (control.kind !== 'range' && control.kind !== 'attribute')) return label
  return `${label} ${t(parameter === control.low ? 'value.from' : 'value.to')}`
}
