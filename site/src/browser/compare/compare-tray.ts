// The tray at the bottom of every page: things that the reader collected to compare, stored in this browser.
import { hrefIn, localeOf } from '../../format/language.ts'
import { messagesAt } from '../../messages/in-scripts.ts'
import { focusHeading } from '../focus-heading.ts'
import { showName } from '../localized-name.ts'
import { requireElement } from '../require-element.ts'
import { canStore, readStored, writeStored } from '../storage.ts'
import { droppedFor, isInTray, maxInTray, readTray, toggleInTray, trayHref, trayKey, type TrayThing } from './tray.ts'

const place = requireElement(document, HTMLElement, '[data-tray]')
const t = messagesAt<'tray'>(place)
const stored = () => readTray(readStored(trayKey))
const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-tray-id]')]
const thingOf = ({ dataset }: HTMLButtonElement): TrayThing => {
  const { trayId: id = '', trayList: list = '', trayName: name = '', trayLang: lang } = dataset
  return { id, list, name, ...(lang !== undefined && { lang }) }
}

const focusPage = () => focusHeading(requireElement(document, HTMLElement, 'h1'))

function saveTray(tray: readonly TrayThing[]): void {
  writeStored(trayKey, JSON.stringify(tray))
  showTray()
  showStatus('')
}

const showStatus = (text: string) => (requireElement(place, HTMLElement, '[role=status]').textContent = text)

function toggle(thing: TrayThing): void {
  const before = stored()
  saveTray(toggleInTray(before, thing))
  const dropped = droppedFor(before, thing)
  if (!dropped) return
  const reason = t(`compare.${dropped.reason}`, { max: maxInTray })
  showStatus(t('compare.dropped', { reason, names: dropped.things.map(({ name }) => name).join('; ') }))
}

function entryOf(thing: TrayThing): HTMLLIElement {
  const entry = document.createElement('li')
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', textContent: '×', ariaLabel: t('compare.removeFrom', { name: thing.name }) })
  button.className = 'quiet'
  button.addEventListener('click', () => {
    const place = [...(entry.parentElement?.children ?? [])].indexOf(entry)
    saveTray(toggleInTray(stored(), thing))
    const others = document.querySelectorAll<HTMLElement>('[data-tray] li button')
    const next = others[place] ?? others[place - 1]
    if (next) next.focus()
    else focusPage()
  })
  const name = document.createElement('span')
  name.className = 'name'
  showName(name, thing)
  entry.append(name, ' ', button)
  return entry
}

function showTray(): void {
  const tray = stored()
  const isCompared = location.pathname === '/compare' && Boolean(new URLSearchParams(location.search).get('ids'))
  place.hidden = tray.length === 0 || isCompared
  requireElement(place, HTMLElement, 'ul').replaceChildren(...tray.map(entryOf))
  const link = requireElement(place, HTMLAnchorElement, 'a')
  link.href = hrefIn(localeOf(new URL(location.href)), trayHref(tray))
  link.textContent = t('compare.compareCount', { count: tray.length })
  document.body.classList.toggle('has-tray', !place.hidden)
  for (const button of buttons) {
    const isIn = isInTray(tray, thingOf(button).id)
    button.setAttribute('aria-pressed', String(isIn))
    button.textContent = t(isIn ? 'compare.isIn' : 'compare.addTo')
    button.hidden = !canStore()
  }
}

for (const button of buttons) button.addEventListener('click', () => toggle(thingOf(button)))
document.querySelector('[data-tray-clear]')?.addEventListener('click', () => {
  saveTray([])
  focusPage()
})
// The tray may have changed in another tab, or on another page before the reader came back to this one.
for (const event of ['storage', 'pageshow']) addEventListener(event, showTray)
// Style sheets reserve this height, so that the tray covers nothing.
new ResizeObserver(() =>
  document.documentElement.style.setProperty('--tray-height', `${place.offsetHeight}px`),
).observe(place)
showTray()
