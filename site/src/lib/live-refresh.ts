// Live pages ask for themselves again while they are looked at, and put what is new into their `[data-live]` regions.
import { inAge } from './ages.ts'
import { secondsToWait, waitingWords } from './patience.ts'

const everySeconds = 30
const began = performance.now()
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

const seen = () =>
  new Promise<void>((resolve) => {
    if (!document.hidden) return resolve()
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })

function tell(words: string): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-live-told]')) {
    place.textContent = words
    place.hidden = words === ''
  }
}

/** What somebody is using stays as it is until the next time. */
function renew(page: Document): void {
  for (const region of document.querySelectorAll('[data-live]')) {
    const news = page.getElementById(region.id)
    if (!news || region.contains(document.activeElement) || region.innerHTML === news.innerHTML) continue
    region.innerHTML = news.innerHTML
    for (const time of region.querySelectorAll<HTMLElement>('time[data-age]'))
      time.dataset.since = String(performance.now())
  }
}

async function ask(): Promise<number> {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
    const wait = secondsToWait(answer, Date.now())
    if (wait !== undefined) {
      tell(waitingWords(answer.status, wait))
      return wait
    }
    if (answer.ok) renew(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    tell(answer.ok ? '' : 'These figures could not be brought up to date just now.')
  } catch {
    tell('These figures could not be brought up to date: is the network there?')
  }
  return everySeconds
}

setInterval(() => {
  if (document.hidden) return
  for (const time of document.querySelectorAll<HTMLElement>('time[data-age]')) {
    const since = Number(time.dataset.since ?? began)
    time.textContent = inAge(Number(time.dataset.age) + (performance.now() - since) / 1000)
  }
}, 10_000)

for (let wait = everySeconds; ;) {
  await pause(wait)
  await seen()
  wait = await ask()
}
