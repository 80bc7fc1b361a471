// Updates `[data-live]` regions while they are visible: from the page that they are on, or from the URL in
// `data-from` on saved pages, which contain no live data.
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

/** Without a status, the message is removed. */
function showStatus(status?: Status, seconds = 0): void {
  for (const place of document.querySelectorAll('[data-live-told]')) {
    place.textContent = status ? messagesAt<'live'>(place)(status, { seconds }) : ''
    place.toggleAttribute('hidden', status === undefined)
  }
}

const isUnanswered = (region: Element) => region.querySelector('[data-unanswered]') !== null

/** Wide tables stay scrolled sideways. */
const scrollersIn = (region: Element) => [...region.querySelectorAll('.scroll')]

/** Text that is selected would be lost before it is copied. */
function hasSelection(region: Element): boolean {
  const selection = getSelection()
  return selection?.isCollapsed === false && selection.containsNode(region, true)
}

/** A part that is being used is not replaced until the next refresh; one without a response is left as it was. */
function updateRegions(regions: readonly Element[], page: Document): void {
  for (const region of regions) {
    const news = page.getElementById(region.id)
    if (!news || region.contains(document.activeElement)) continue
    const isFilled = !region.hasAttribute('aria-busy') && !isUnanswered(region)
    if (isFilled && (region.hasAttribute('data-once') || isUnanswered(news))) continue
    if (isFilled && hasSelection(region)) continue
    region.removeAttribute('aria-busy')
    keepFolds(region, page)
    if (region.innerHTML === news.innerHTML) continue
    const scrolled = scrollersIn(region).map(({ scrollLeft }) => scrollLeft)
    region.innerHTML = news.innerHTML
    for (const [at, scroller] of scrollersIn(region).entries()) scroller.scrollLeft = scrolled[at] ?? 0
    for (const time of region.querySelectorAll<HTMLElement>('time[data-age]'))
      time.dataset.since = String(performance.now())
  }
}

/** Elements with an id stay open or closed as the reader left them. */
function keepFolds(region: Element, page: Document): void {
  for (const { id, open } of region.querySelectorAll<HTMLDetailsElement>('details[id]')) {
    const next = page.getElementById(id)
    if (next instanceof HTMLDetailsElement) next.open = open
  }
}

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
