import type { Control } from './controls.ts'
import { namesOf } from './controls.ts'
import { humanize } from '../../format/humanize.ts'

export interface ActiveFilter {
  readonly label: string
  /** The parameter to leave out. */
  readonly name: string
}

/** What is filtered by now, in words. */
export function activeFiltersOf(controls: readonly Control[], given: URLSearchParams): ActiveFilter[] {
  return controls.flatMap((control) =>
    namesOf(control).flatMap((name) => {
      const value = given.get(name)
      return value ? [{ name, label: labelOf(control, name, value) }] : []
    }),
  )
}

function labelOf(control: Control, name: string, value: string): string {
  if (control.kind === 'range') return `${humanize(control.name)} ${name === control.low ? 'from' : 'to'} ${value}`
  if (control.kind === 'attribute') {
    if (name !== control.name) return `${humanize(control.name)} ${name === control.low ? 'from' : 'to'} ${value}`
    return `${humanize(name)}: ${control.choices.find(({ slug }) => slug === value)?.label ?? value}`
  }
  if (control.kind === 'flag') return `${humanize(name)}: ${value === 'true' ? 'yes' : 'no'}`
  const choice = control.kind === 'choice' ? control.choices.find(({ slug }) => slug === value) : undefined
  return `${humanize(name)}: ${choice?.label ?? value}`
}
