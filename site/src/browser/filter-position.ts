// Carries scroll positions and the focused control of a form of filters over to the page that the form loads.
import { storeForNextPage, takeFromPreviousPage } from './storage.ts'

const key = 'filter-place'

type Control = HTMLInputElement | HTMLSelectElement

interface Position {
  readonly path: string
  readonly name: string
  readonly value: string
  /** `scrollTop` of the control and of each of its ancestors, innermost first. */
  readonly scrolled: readonly number[]
}

/** The value identifies a control among those of one name, except a select, whose value is what was chosen. */
const valueOf = (control: Control) => (control instanceof HTMLSelectElement ? '' : control.value)

function* selfAndAncestors(control: Element): Generator<Element> {
  for (let at: Element | null = control; at; at = at.parentElement) yield at
}

export function saveFilterPosition(control: Control): void {
  const scrolled = [...selfAndAncestors(control)].map(({ scrollTop }) => scrollTop)
  const position: Position = { path: location.pathname, name: control.name, value: valueOf(control), scrolled }
  storeForNextPage(key, JSON.stringify(position))
}

/** Restores the saved position once, if this page has the path for which it was saved. */
export function restoreFilterPosition(controls: Iterable<Control>): void {
  const position = JSON.parse(takeFromPreviousPage(key) ?? 'null') as Position | null
  if (position?.path !== location.pathname) return
  const control = [...controls].find((one) => one.name === position.name && valueOf(one) === position.value)
  if (!control) return document.documentElement.scrollTo({ top: position.scrolled.at(-1) })
  const group = control.closest('fieldset')?.querySelector('details')
  if (group) group.open = true
  control.focus({ preventScroll: true })
  for (const [at, element] of [...selfAndAncestors(control)].entries()) element.scrollTop = position.scrolled[at] ?? 0
}
