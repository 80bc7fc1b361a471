// The list of favourites with their current state and price from the API.
import { favouritesKey, isKept, readFavourites, without, type Favourite } from './favourites.ts'
import { hrefIn, localeOf } from '../../format/language.ts'
import { showNamed } from '../named-text.ts'
import { requireElement } from '../require-element.ts'
import { readStored, store } from '../storage.ts'
import type { Row } from '../../format/ask.ts'
import { describePrice, pricesOfTarget, type ItemPrice } from '../../format/charts/headline-price.ts'
import { iconOf, nameOf } from '../../format/row-name.ts'
import { messagesAt } from '../../messages/in-scripts.ts'
import { humanize } from '../../format/humanize.ts'

/** Prices cost quota: fewer are requested than an anonymous visitor may request in a minute. */
const maxPrices = 24
/** As many as the feed follows. */
const maxFollowed = 50
let pricesLeft = maxPrices

const locale = localeOf(new URL(location.href))
const root = requireElement(document, HTMLElement, '[data-favourites]')
const t = messagesAt<'favourites'>(root)
const rarities = JSON.parse(root.dataset.rarities ?? '{}') as Readonly<Record<string, string>>
const template = requireElement(document, HTMLTemplateElement, 'template')
const list = requireElement(root, HTMLUListElement, '.kept')

const listName = (path: string) => {
  const name = path.slice(1).replaceAll('-', '_')
  return t.find(`resource.${name}`) ?? humanize(name)
}

const savedFavourites = () => readFavourites(readStored(favouritesKey))

function showCount(): void {
  const all = savedFavourites()
  requireElement(root, HTMLElement, '[data-none]').hidden = all.length > 0
  requireElement(root, HTMLElement, '[data-some]').hidden = all.length === 0
  requireElement(root, HTMLElement, '.acts [role=status]').textContent = t('fav.count', { count: all.length })
  const copied = all.map(({ id, list: path, name }) => ({ id, list: path, name }))
  requireElement(root, HTMLButtonElement, '[data-copy]').dataset.copy = JSON.stringify(copied, null, 2)
  const ids = all.slice(0, maxFollowed).map(({ id }) => id)
  requireElement(root, HTMLAnchorElement, '[data-feed]').href =
    `/favourites.atom?${new URLSearchParams({ ids: ids.join(',') })}`
}

function entryOf(favourite: Favourite): HTMLLIElement {
  const { id, list: path, name } = favourite
  const entry = requireElement(document.importNode(template.content, true), HTMLLIElement, 'li')
  const link = requireElement(entry, HTMLAnchorElement, 'a')
  link.href = hrefIn(locale, `${path}/${encodeURIComponent(id)}`)
  showNamed(link, favourite)
  showCountMessage(entry, listName(path))
  const button = requireElement(entry, HTMLButtonElement, 'button')
  button.ariaLabel = t('fav.remove', { name })
  button.addEventListener('click', () => {
    store(favouritesKey, JSON.stringify(without(savedFavourites(), favourite)))
    const next = entry.nextElementSibling ?? entry.previousElementSibling
    entry.remove()
    showCount()
    if (next) requireElement(next, HTMLButtonElement, 'button').focus()
  })
  return entry
}

const showCountMessage = (entry: HTMLElement, words: string) =>
  (requireElement(entry, HTMLElement, 'small').textContent = words)

/** The current name of a thing, or that it no longer exists. */
async function refresh(entry: HTMLElement, { id, list: path, name, lang }: Favourite): Promise<void> {
  const answer = await fetch(`/v2${path}/${encodeURIComponent(id)}?locale=${locale}`)
  if (answer.status === 404) {
    const link = requireElement(entry, HTMLAnchorElement, 'a')
    link.href = hrefIn(locale, `/search?${new URLSearchParams({ q: link.textContent })}`)
    return void showCountMessage(entry, t('fav.gone'))
  }
  if (!answer.ok) return void showCountMessage(entry, t('fav.failed'))
  const json = (await answer.json()) as Row & { body?: Row }
  const row = json.body ?? json
  const link = requireElement(entry, HTMLAnchorElement, 'a')
  // Of a name that is another than the one that was kept no language is known.
  const called = nameOf(row)
  showNamed(link, called === name ? { name, lang } : { name: called })
  if (typeof row.rarity === 'string') link.dataset.rarity = row.rarity
  showCountMessage(
    entry,
    [typeof row.rarity === 'string' ? (rarities[row.rarity] ?? humanize(row.rarity)) : '', listName(path)]
      .filter(Boolean)
      .join(', '),
  )
  const icon = iconOf(row)
  if (icon !== undefined)
    entry.prepend(Object.assign(new Image(32, 32), { src: `${icon}?size=64&format=webp`, alt: '' }))
  if (path === '/items') await showPrice(entry, id)
}

async function showPrice(entry: HTMLElement, id: string): Promise<void> {
  if (pricesLeft <= 0) return
  pricesLeft -= 1
  const answer = await fetch(pricesOfTarget([id]))
  if (answer.status === 429) pricesLeft = 0
  if (!answer.ok) return
  const [price] = ((await answer.json()) as { body: readonly ItemPrice[] }).body
  const words = price && describePrice(price, t)
  if (words)
    requireElement(entry, HTMLElement, '.price').textContent = t('fav.price', { gold: words.gold, basis: words.basis })
}

const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue
    watcher.unobserve(target)
    const favourite = savedFavourites().find(({ id, list: path }) => `${path} ${id}` === target.dataset.thing)
    // Offline, the stored name stays.
    if (favourite) void refresh(target, favourite).catch(() => undefined)
  }
})
const shown = savedFavourites().map((favourite) => ({ favourite, entry: entryOf(favourite) }))
for (const { favourite, entry } of shown) {
  entry.dataset.thing = `${favourite.list} ${favourite.id}`
  list.append(entry)
  watcher.observe(entry)
}
showCount()
function dropRemoved(): void {
  const kept = savedFavourites()
  for (const { favourite, entry } of shown) if (!isKept(kept, favourite)) entry.remove()
  showCount()
}
// Another tab may have removed some, or another page before the reader came back to this one.
for (const event of ['storage', 'pageshow']) addEventListener(event, dropRemoved)
