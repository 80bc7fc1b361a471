// The list of favourites, with their current names and prices from the API.
import { favouritesKey, readFavourites, withoutFavourite, type Favourite } from './favourites.ts'
import { batchesOf, readBatch, type FavouriteBatch } from './read-favourites.ts'
import { fetchApi } from '../fetch-api.ts'
import { hrefIn, localeOf } from '../../format/language.ts'
import { focusHeading } from '../focus-heading.ts'
import { showName, type LocalizedName } from '../localized-name.ts'
import { requireElement } from '../require-element.ts'
import { readStored, writeStored } from '../storage.ts'
import type { Row } from '../../format/api-response.ts'
import { describePrice, itemPrices } from '../../format/charts/headline-price.ts'
import { iconOf, nameOf } from '../../format/row-name.ts'
import { labelsOfVariant, type VariantLabels } from '../../format/variant-label.ts'
import { messagesAt } from '../../messages/in-scripts.ts'
import { resourceLabel } from '../../format/humanize.ts'

/** Number of favourites that the Atom feed follows at most. */
const maxFollowed = 50

const locale = localeOf(new URL(location.href))
const root = requireElement(document, HTMLElement, '[data-favourites]')
const t = messagesAt<'favourites'>(root)
const variants = JSON.parse(root.dataset.variants ?? '') as VariantLabels
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
  const { id, list: path } = favourite
  const entry = requireElement(document.importNode(template.content, true), HTMLLIElement, 'li')
  const link = requireElement(entry, HTMLAnchorElement, 'a')
  link.href = hrefIn(locale, `${path}/${encodeURIComponent(id)}`)
  showNamed(entry, favourite)
  showNote(entry, listName(path))
  const button = requireElement(entry, HTMLButtonElement, 'button')
  button.addEventListener('click', () => {
    const next = entry.nextElementSibling ?? entry.previousElementSibling
    writeStored(favouritesKey, JSON.stringify(withoutFavourite(savedFavourites(), favourite)))
    showList()
    if (next) requireElement(next, HTMLButtonElement, 'button').focus()
    else focusHeading(requireElement(document, HTMLElement, 'h1'))
  })
  return entry
}

function showNamed(entry: HTMLElement, called: LocalizedName): void {
  showName(requireElement(entry, HTMLAnchorElement, 'a'), called)
  requireElement(entry, HTMLButtonElement, 'button').ariaLabel = t('fav.remove', { name: called.name })
}

const showNote = (entry: HTMLElement, words: string) =>
  (requireElement(entry, HTMLElement, 'small').textContent = words)

/** Adds and removes entries and leaves the others untouched, because one of them may have the focus. */
function showList(): void {
  const saved = savedFavourites()
  const keys = new Set(saved.map(keyOf))
  for (const [key, entry] of entries) {
    if (keys.has(key)) continue
    entry.remove()
    entries.delete(key)
  }
  const added = saved.filter((favourite) => !entries.has(keyOf(favourite)))
  for (const [place, favourite] of saved.entries()) {
    if (entries.has(keyOf(favourite))) continue
    const entry = entryOf(favourite)
    entries.set(keyOf(favourite), entry)
    list.insertBefore(entry, list.children[place] ?? null)
  }
  showCount(saved)
  // If the API cannot be reached, the stored names remain.
  for (const batch of batchesOf(added)) void refresh(batch).catch(() => undefined)
}

/** Shows current names and prices, or that a thing no longer exists. */
async function refresh(batch: FavouriteBatch): Promise<void> {
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

function showRow(entry: HTMLElement, { name, lang }: Favourite, row: Row): void {
  // The stored language belongs to the stored name; the language of any other name is unknown.
  const newName = nameOf(row)
  const fullName = t.list([newName, ...labelsOfVariant({ ...row, id: String(row.id) }, variants)])
  showNamed(entry, { name: fullName, lang: newName === name ? lang : undefined })
  if (typeof row.rarity === 'string') requireElement(entry, HTMLAnchorElement, 'a').dataset.rarity = row.rarity
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
// The favourites may have changed in another tab, or on another page before the reader came back to this one.
for (const event of ['storage', 'pageshow']) addEventListener(event, showList)
