// For suites: walks through a page with the Tab key and reports problems with the visible focus.
import type { Page } from 'playwright-core'

/** Records the focus when the next key is pressed, because the page has scrolled to the focused element by then. */
const recordFocus = `(() => {
  const stops = []
  const nameOf = (one) => one.localName + ' "' +
    (one.getAttribute('aria-label') || one.innerText || one.value || one.name || '').trim().split('\\n')[0].slice(0, 40) + '"'
  const regionOf = (one) => one.closest('body > header, body > footer') ?? one.closest('aside, .aside, table, main, body')
  /* A hidden choice shows its focus at its label. */
  const shownBy = (one) => one.matches('input') && one.offsetWidth < 2 ? (one.labels?.[0] ?? one) : one
  const placeOf = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    let [x, y] = [scrollX, scrollY]
    for (let outer = one.parentElement; outer && outer !== document.documentElement; outer = outer.parentElement)
      [x, y] = [x + outer.scrollLeft, y + outer.scrollTop]
    return { left: left + x, right: right + x, top: top + y, bottom: bottom + y }
  }
  const faultsOf = (one) => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return ['is not visible']
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    const ring = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 || boxShadow !== 'none' ? [] : ['has no ring']
    const points = [...one.getClientRects()].flatMap((box) => {
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
      if (right - left < 2 || bottom - top < 2) return []
      return [0.1, 0.5, 0.9].map((part) => [left + (right - left) * part, (top + bottom) / 2])
    })
    if (points.length === 0) return [...ring, 'is off the screen']
    const tops = points.map(([x, y]) => document.elementFromPoint(x, y))
    const isSeen = tops.some((top) => top && (one.contains(top) || top.contains(one)))
    return isSeen ? ring : [...ring, 'is below ' + (tops[0] ? nameOf(tops[0]) : 'nothing')]
  }
  const movesBack = (from, to) =>
    (to.bottom <= from.top + 2 && to.left < from.right - 2) ||
    (Math.abs(to.top - from.top) < 8 && to.right <= from.left + 2)
  const record = (isForward) => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) return
    const shown = shownBy(activeElement)
    const stop = { region: regionOf(shown), place: placeOf(shown), name: nameOf(shown), faults: faultsOf(shown), isForward }
    const last = stops.at(-1)
    if (last?.isForward && last.region === stop.region && stops.every(({ name }) => name !== stop.name) && movesBack(last.place, stop.place))
      stop.faults.push('is before ' + last.name)
    stops.push(stop)
  }
  addEventListener('keydown', ({ key, shiftKey }) => key === 'Tab' && record(!shiftKey), true)
  window.endWalk = () => {
    record(false)
    return stops.map(({ name, faults }) => ({ name, faults }))
  }
})()`

interface TabStop {
  readonly name: string
  readonly faults: readonly string[]
}

/** Presses Tab `steps` times on a page that was just opened, then Shift+Tab `back` times, and returns the stops. */
export async function walkByTab(page: Page, steps: number, back = 0): Promise<readonly TabStop[]> {
  await page.evaluate(recordFocus)
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('Tab')
  for (let step = 0; step < back; step += 1) await page.keyboard.press('Shift+Tab')
  return page.evaluate<TabStop[]>('endWalk()')
}
