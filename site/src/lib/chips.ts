import type { Control } from './controls.ts'
import { namesOf } from './controls.ts'
import { inWords } from './words.ts'

export interface Chip {
  readonly label: string
  /** The parameter to leave out. */
  readonly name: string
}

/** What is filtered by now, in words. */
export function chipsOf(controls: readonly Control[], given: URLSearchParams): Chip[] {
  return controls.flatMap((control) =>
    namesOf(control).flatMap((name) => {
      const value = given.get(name)
      return value ? [{ name, label: labelOf(control, name, value) }] : []
    }),
  )
}

function labelOf(control: Control, name: string, value: string): string {
  if (control.kind === 'range') return `${inWords(control.name)} ${name === control.low ? 'from' : 'to'} ${value}`
  if (control.kind === 'flag') return `${inWords(name)}: ${value === 'true' ? 'yes' : 'no'}`
  const choice = control.kind === 'choice' ? control.choices.find(({ slug }) => slug === value) : undefined
  return `${inWords(name)}: ${choice?.label ?? value}`
}
