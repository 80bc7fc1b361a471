// Updates `[data-live]` regions while the page is visible, from the page itself or, on saved pages, which contain no live
// data, from the URL in `data-from`.
import { formatsOf } from '../messages/formats.ts'
import { messagesAt } from '../messages/in-scripts.ts'
import { retryAfterSeconds } from './retry-after.ts'

const everySeconds = 30
const nearPixels = 600
const formats = formatsOf(document.documentElement.lang)
const startedAt = performance.now()
const delay = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

const whenVisible = () =>
  new Promise<void>((resolve) => {
    if (!document.hidden) return resolve()
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })

const whenNear = (regions: readonly Element[]) =>
  new Promise<void>((resolve) => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watcher.disconnect()
        resolve()
      },
      { rootMargin: `${nearPixels}px` },
    )
    for (const region of regions) watcher.observe(region)
  })

type Status = Parameters<ReturnType<typeof messagesAt<'live'>>>[0]

/** Shows a message in all `[data-live-status]` elements, or hides them if there is no status. */
function showStatus(status?: Status, seconds = 0): void {
  for (const place of document.querySelectorAll('[data-live-status]')) {
    place.textContent = status ? messagesAt<'live'>(place)(status, { seconds }) : ''
    place.toggleAttribute('hidden', status === undefined)
  }
}

const isUnanswered = (region: Element) => region.querySelector('[data-unanswered]') !== null

/** Elements that scroll sideways, such as wide tables. */
const scrollersIn = (region: Element) => [...region.querySelectorAll('.scroll')]

/** Replacing a region would discard a selection before it is copied. */
function hasSelection(region: Element): boolean {
  const selection = getSelection()
  return selection?.isCollapsed === false && selection.containsNode(region, true)
}

/** Replaces the content of regions, except those that have the focus or a selection and those whose new data is missing. */
function updateRegions(regions: readonly Element[], page: Document): void {
  for (const region of regions) {
    const update = page.getElementById(region.id)
    if (!update || region.contains(document.activeElement)) continue
    const isFilled = !region.hasAttribute('aria-busy') && !isUnanswered(region)
    if (isFilled && (region.hasAttribute('data-once') || isUnanswered(update))) continue
    if (isFilled && hasSelection(region)) continue
    region.removeAttribute('aria-busy')
    copyOpenState(region, page)
    if (region.innerHTML === update.innerHTML) continue
    const scrolled = scrollersIn(region).map(({ scrollLeft }) => scrollLeft)
    region.innerHTML = update.innerHTML
    for (const [at, scroller] of scrollersIn(region).entries()) scroller.scrollLeft = scrolled[at] ?? 0
    for (const time of region.querySelectorAll<HTMLElement>('time[data-age]'))
      time.dataset.since = String(performance.now())
  }
}

/** Copies to `page` which `<details>` elements of the region are open, so that they stay as the reader left them. */
function copyOpenState(region: Element, page: Document): void {
  for (const { id, open } of region.querySelectorAll<HTMLDetailsElement>('details[id]')) {
    const next = page.getElementById(id)
    if (next instanceof HTMLDetailsElement) next.open = open
  }
}

/** Fetches the page and updates its regions. Resolves to the seconds to wait until the next refresh. */
async function refresh(source: string, regions: readonly Element[]): Promise<number> {
  try {
    const answer = await fetch(source, { headers: { accept: 'text/html' } })
    const wait = retryAfterSeconds(answer, Date.now())
    if (wait !== undefined) {
      showStatus(answer.status === 429 ? 'live.tooMany' : 'live.notReady', wait)
      return wait
    }
    if (answer.ok) updateRegions(regions, new DOMParser().parseFromString(await answer.text(), 'text/html'))
    showStatus(answer.ok ? undefined : 'live.failed')
  } catch {
    showStatus('live.offline')
  }
  return everySeconds
}

async function follow(source: string, regions: readonly Element[]): Promise<never> {
  if (source === location.href) await delay(everySeconds)
  else await whenNear(regions)
  for (;;) {
    await whenVisible()
    await delay(await refresh(source, regions))
  }
}

setInterval(() => {
  if (document.hidden) return
  for (const time of document.querySelectorAll<HTMLElement>('time[data-age]')) {
    const since = Number(time.dataset.since ?? startedAt)
    time.textContent = formats.age(Number(time.dataset.age) + (performance.now() - since) / 1000)
  }
}, 10_000)

const sources = new Map<string, Element[]>()
for (const region of document.querySelectorAll<HTMLElement>('[data-live]')) {
  const source = region.dataset.from ?? location.href
  sources.set(source, [...(sources.get(source) ?? []), region])
}
for (const [source, regions] of sources) void follow(source, regions)
