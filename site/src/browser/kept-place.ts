// Where a reader was in a form of filters, for the page that the form leads to: its scroll positions and the control
// that was used.
import { storeForNext, takeFromLast } from './storage.ts'

const key = 'filter-place'

type Control = HTMLInputElement | HTMLSelectElement

interface Place {
  readonly path: string
  readonly name: string
  readonly value: string
  /** Of the control and all that it is in: the panel, the window. */
  readonly scrolled: readonly number[]
}

/** The value of a list is what was chosen in it, not which one it is. */
const valueOf = (control: Control) => (control instanceof HTMLSelectElement ? '' : control.value)

function* outwards(control: Element): Generator<Element> {
  for (let at: Element | null = control; at; at = at.parentElement) yield at
}

export function keepPlace(control: Control): void {
  const scrolled = [...outwards(control)].map(({ scrollTop }) => scrollTop)
  const place: Place = { path: location.pathname, name: control.name, value: valueOf(control), scrolled }
  storeForNext(key, JSON.stringify(place))
}

/** On a page of the same path, once. */
export function restorePlace(controls: Iterable<Control>): void {
  const place = JSON.parse(takeFromLast(key) ?? 'null') as Place | null
  if (place?.path !== location.pathname) return
  const control = [...controls].find((one) => one.name === place.name && valueOf(one) === place.value)
  if (!control) return document.documentElement.scrollTo({ top: place.scrolled.at(-1) })
  const group = control.closest('fieldset')?.querySelector('details')
  if (group) group.open = true
  control.focus({ preventScroll: true })
  for (const [at, element] of [...outwards(control)].entries()) element.scrollTop = place.scrolled[at] ?? 0
}
