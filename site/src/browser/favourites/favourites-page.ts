// The list of favourites with their current state and price from the API.
import { favouritesKey, readFavourites, without, type Favourite } from './favourites.ts'
import { batchesOf, readBatch, type Batch } from './read-favourites.ts'
import { fetchApi } from '../fetch-api.ts'
import { hrefIn, localeOf } from '../../format/language.ts'
import { focusHeading } from '../focus-heading.ts'
import { showNamed } from '../named-text.ts'
import { requireElement } from '../require-element.ts'
import { readStored, store } from '../storage.ts'
import type { Row } from '../../format/ask.ts'
import { describePrice, itemPrices } from '../../format/charts/headline-price.ts'
import { iconOf, nameOf } from '../../format/row-name.ts'
import { messagesAt } from '../../messages/in-scripts.ts'
import { humanize, resourceLabel } from '../../format/humanize.ts'

/** As many as the feed follows. */
const maxFollowed = 50

const locale = localeOf(new URL(location.href))
const root = requireElement(document, HTMLElement, '[data-favourites]')
const t = messagesAt<'favourites'>(root)
const rarities = JSON.parse(root.dataset.rarities ?? '{}') as Readonly<Record<string, string>>
const template = requireElement(document, HTMLTemplateElement, 'template')
const list = requireElement(root, HTMLUListElement, '.kept')
const entries = new Map<string, HTMLLIElement>()
const keyOf = ({ list: path, id }: Pick<Favourite, 'list' | 'id'>) => `${path} ${id}`

const listName = (path: string) => resourceLabel(t, path.slice(1).replaceAll('-', '_'))

const savedFavourites = () => readFavourites(readStored(favouritesKey))

function showCount(all: readonly Favourite[]): void {
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
  showNote(entry, listName(path))
  const button = requireElement(entry, HTMLButtonElement, 'button')
  button.ariaLabel = t('fav.remove', { name })
  button.addEventListener('click', () => {
    const next = entry.nextElementSibling ?? entry.previousElementSibling
    store(favouritesKey, JSON.stringify(without(savedFavourites(), favourite)))
    showList()
    if (next) requireElement(next, HTMLButtonElement, 'button').focus()
    else focusHeading(requireElement(document, HTMLElement, 'h1'))
  })
  return entry
}

const showNote = (entry: HTMLElement, words: string) =>
  (requireElement(entry, HTMLElement, 'small').textContent = words)

/** Rows that are shown stay as they are: one of them may have the focus. */
function showList(): void {
  const kept = savedFavourites()
  const keys = new Set(kept.map(keyOf))
  for (const [key, entry] of entries) {
    if (keys.has(key)) continue
    entry.remove()
    entries.delete(key)
  }
  const added = kept.filter((favourite) => !entries.has(keyOf(favourite)))
  for (const [place, favourite] of kept.entries()) {
    if (entries.has(keyOf(favourite))) continue
    const entry = entryOf(favourite)
    entries.set(keyOf(favourite), entry)
    list.insertBefore(entry, list.children[place] ?? null)
  }
  showCount(kept)
  // Offline, the stored names stay.
  for (const batch of batchesOf(added)) void refresh(batch).catch(() => undefined)
}

/** The current names of things, or that they no longer exist, and their prices. */
async function refresh(batch: Batch): Promise<void> {
  const found = await readBatch(fetchApi, batch, locale)
  for (const favourite of savedFavourites()) {
    const [entry, one] = [entries.get(keyOf(favourite)), found.get(favourite.id)]
    if (!entry || one === undefined || favourite.list !== batch.list) continue
    if (one === 'gone') showGone(entry)
    else if (one === 'failed') showNote(entry, t('fav.failed'))
    else showRow(entry, favourite, one)
  }
  const rows = batch.ids.filter((id) => typeof found.get(id) === 'object')
  if (batch.list === '/items') await showPrices(rows)
}

function showGone(entry: HTMLElement): void {
  const link = requireElement(entry, HTMLAnchorElement, 'a')
  link.href = hrefIn(locale, `/search?${new URLSearchParams({ q: link.textContent })}`)
  showNote(entry, t('fav.gone'))
}

function showRow(entry: HTMLElement, { list: path, name, lang }: Favourite, row: Row): void {
  const link = requireElement(entry, HTMLAnchorElement, 'a')
  // Of a name that is another than the one that was kept no language is known.
  const called = nameOf(row)
  showNamed(link, called === name ? { name, lang } : { name: called })
  if (typeof row.rarity === 'string') link.dataset.rarity = row.rarity
  const rarity = typeof row.rarity === 'string' ? (rarities[row.rarity] ?? humanize(row.rarity)) : ''
  showNote(entry, [rarity, listName(path)].filter(Boolean).join(', '))
  const icon = iconOf(row)
  if (icon !== undefined)
    entry.prepend(Object.assign(new Image(32, 32), { src: `${icon}?size=64&format=webp`, alt: '' }))
}

async function showPrices(ids: readonly string[]): Promise<void> {
  for (const [id, price] of await itemPrices(fetchApi, ids)) {
    const entry = entries.get(keyOf({ list: '/items', id }))
    const words = describePrice(price, t)
    if (entry && words)
      requireElement(entry, HTMLElement, '.price').textContent = t('fav.price', {
        gold: words.gold,
        basis: words.basis,
      })
  }
}

showList()
// Another tab may have changed them, or another page before the reader came back to this one.
for (const event of ['storage', 'pageshow']) addEventListener(event, showList)
