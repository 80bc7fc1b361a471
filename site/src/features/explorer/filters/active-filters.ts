import { severalOf } from '../../../../../data/api/model/values/list-codecs.ts'
import { fieldNamesOf, type Control } from './controls.ts'
import { columnLabel } from '../../../format/humanize.ts'
import { formatWithUnit } from '../../../format/format-with-unit.ts'
import type { Translate } from '../../../messages/translate.ts'

export interface ActiveFilter {
  readonly label: string
  /** A text of the game's data that the label contains. */
  readonly data?: string
  /** The parameter that is removed with the filter. */
  readonly name: string
  /** The value that the parameter gets instead, if this is one of several values. */
  readonly rest?: string
}

/** Describes the filters in the URL, in the order of the controls; several values of a filter separately. */
export function activeFiltersOf(controls: readonly Control[], given: URLSearchParams, t: Translate): ActiveFilter[] {
  return controls.flatMap((control) => {
    // Bounds without an attribute have no effect.
    if (control.kind === 'attribute' && !given.get(control.name)) return []
    return fieldNamesOf(control).flatMap((name) => {
      const value = given.get(name)
      if (!value) return []
      const values = control.kind === 'choice' && control.isMultiple ? severalOf(value) : [value]
      return values.map((one) => ({ name, ...labelOf(control, name, one, t), ...restOf(values, one) }))
    })
  })
}

const restOf = (values: readonly string[], one: string) =>
  values.length > 1 ? { rest: values.filter((other) => other !== one).join(',') } : {}

function labelOf(control: Control, name: string, value: string, t: Translate): Pick<ActiveFilter, 'label' | 'data'> {
  const label = columnLabel(t, control.name)
  const isBound = (control.kind === 'range' || control.kind === 'attribute') && name !== control.name
  if (isBound) {
    const unit = control.kind === 'range' ? control.unit : undefined
    const bound = unit && Number.isFinite(Number(value)) ? formatWithUnit(Number(value), unit, t) : value
    return { label: `${label} ${t(name === control.low ? 'value.fromBound' : 'value.toBound', { bound })}` }
  }
  if (control.kind === 'flag')
    return { label: t('value.labelled', { label, value: t(value === 'true' ? 'value.yes' : 'value.no') }) }
  const choices = control.kind === 'choice' || control.kind === 'attribute' ? control.choices : []
  const data = choices.find(({ slug }) => slug === value)?.label
  return { label: t('value.labelled', { label, value: data ?? value }), ...(data !== undefined && { data }) }
}
