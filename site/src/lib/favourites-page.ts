// The list of favourites, each with what the API says of it now; the price where the market knows one.
import { favouritesKey, readFavourites, toggled, type Favourite } from './favourites.ts'
import { hrefIn, localeOf } from './language.ts'
import { one } from './one.ts'
import type { Row } from './ask.ts'
import { pricesTarget, seriesOf } from './price-series.ts'
import { iconOf, nameOf } from './row-words.ts'
import { inWords, number } from './words.ts'

/** Prices cost quota: no more are asked for than a visitor without a key may ask in a minute, with room to spare. */
const mostPrices = 24
let pricesLeft = mostPrices

const locale = localeOf(new URL(location.href))
const root = one(document, HTMLElement, '[data-favourites]')
const template = one(document, HTMLTemplateElement, 'template')
const list = one(root, HTMLUListElement, '.kept')

const kept = () => readFavourites(localStorage.getItem(favouritesKey))

function showCount(): void {
  const all = kept()
  one(root, HTMLElement, '[data-none]').hidden = all.length > 0
  one(root, HTMLElement, '[data-some]').hidden = all.length === 0
  one(root, HTMLElement, '[role=status]').textContent = `${number(all.length)} kept`
  one(root, HTMLButtonElement, '[data-copy]').dataset.copy = JSON.stringify(all, null, 2)
}

function entryOf(favourite: Favourite): HTMLLIElement {
  const { id, list: path, name } = favourite
  const entry = one(document.importNode(template.content, true), HTMLLIElement, 'li')
  const link = one(entry, HTMLAnchorElement, 'a')
  link.href = hrefIn(locale, `${path}/${encodeURIComponent(id)}`)
  link.textContent = name
  tell(entry, inWords(path.slice(1)))
  const button = one(entry, HTMLButtonElement, 'button')
  button.ariaLabel = `Remove ${name}`
  button.addEventListener('click', () => {
    localStorage.setItem(favouritesKey, JSON.stringify(toggled(kept(), favourite)))
    const next = entry.nextElementSibling ?? entry.previousElementSibling
    entry.remove()
    showCount()
    if (next) one(next, HTMLButtonElement, 'button').focus()
  })
  return entry
}

const tell = (entry: HTMLElement, words: string) => (one(entry, HTMLElement, 'small').textContent = words)

/** What a thing is called now; of one that is gone, that it is. */
async function refresh(entry: HTMLElement, { id, list: path }: Favourite): Promise<void> {
  const answer = await fetch(`/v2${path}/${encodeURIComponent(id)}?locale=${locale}`)
  if (answer.status === 404) {
    const link = one(entry, HTMLAnchorElement, 'a')
    link.href = hrefIn(locale, `/search?${new URLSearchParams({ q: link.textContent })}`)
    return void tell(entry, 'is not in the current patch: look for its name')
  }
  if (!answer.ok) return void tell(entry, 'could not be looked up now: load the page again')
  const json = (await answer.json()) as Row & { body?: Row }
  const row = json.body ?? json
  const link = one(entry, HTMLAnchorElement, 'a')
  link.textContent = nameOf(row)
  if (typeof row.rarity === 'string') link.dataset.rarity = row.rarity
  tell(
    entry,
    [typeof row.rarity === 'string' ? inWords(row.rarity) : '', inWords(path.slice(1))].filter(Boolean).join(', '),
  )
  const icon = iconOf(row)
  const picture = one(entry, HTMLImageElement, 'img')
  if (icon !== undefined) picture.src = `${icon}?size=64&format=webp`
  picture.hidden = icon === undefined
  if (path === '/items') await showPrice(entry, id)
}

async function showPrice(entry: HTMLElement, id: string): Promise<void> {
  if (pricesLeft <= 0) return
  pricesLeft -= 1
  const target = pricesTarget(id, 'interval=1d')
  const answer = await fetch(target)
  if (answer.status === 429) pricesLeft = 0
  if (!answer.ok) return
  const newest = seriesOf({ status: 200, target, headers: {}, json: await answer.json() }).at(-1)
  if (!newest) return
  const words = newest.listings === 1 ? 'listing' : 'listings'
  one(entry, HTMLElement, '.price').textContent =
    `${number(newest.median)} gold, ${number(newest.listings)} ${words} on ${newest.timestamp.slice(0, 10)}`
}

const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue
    watcher.unobserve(target)
    const favourite = kept().find(({ id, list: path }) => `${path} ${id}` === target.dataset.thing)
    // Without the network what was kept is still there.
    if (favourite) void refresh(target, favourite).catch(() => undefined)
  }
})
for (const favourite of kept()) {
  const entry = entryOf(favourite)
  entry.dataset.thing = `${favourite.list} ${favourite.id}`
  list.append(entry)
  watcher.observe(entry)
}
showCount()
