import { ownProperty } from '../../../../data/api/model/values/own-property.ts'
import { fallbackLocale } from '../../../../data/api/model/values/locales.ts'
import { describePrices, type ItemPrice } from '../../format/charts/headline-price.ts'
import { messagesAt } from '../../messages/in-scripts.ts'
import { humanize, resourceLabel } from '../../format/humanize.ts'
import { matchDescription, type ResultGroup } from '../../format/search/group-results.ts'

type SearchWords = ReturnType<typeof messagesAt<'search'>>

/** Names of rarities by slug. Empty if the humanized slugs are the names. */
type RarityWords = Readonly<Record<string, string>>

/** The list of results below a search box. Arrow keys move through its options; the input has the ARIA state of a combobox. */
export class SearchResultsList {
  readonly #box = document.createElement('div')
  readonly #message = document.createElement('p')
  readonly #list = document.createElement('div')
  readonly #input: HTMLInputElement
  readonly #query: Readonly<Record<string, string>>
  readonly #t: SearchWords
  readonly #rarities: RarityWords
  #active = -1
  #isOutdated = false

  /** `query` is added to the query of every result's URL. */
  constructor(input: HTMLInputElement, query: Readonly<Record<string, string>>) {
    this.#input = input
    this.#query = query
    this.#t = messagesAt<'search'>(input.form ?? input)
    this.#rarities = JSON.parse(input.form?.dataset.rarities ?? '{}') as RarityWords
    this.#box.className = 'search-popup'
    this.#list.className = 'search-found'
    const place = document.querySelectorAll('.search-found').length
    this.#list.id = `search-found-${place}`
    this.#list.role = 'listbox'
    this.#list.ariaLabel = this.#t('search.found')
    this.#message.role = 'alert'
    for (const part of [this.#box, this.#message, this.#list]) part.hidden = true
    this.#box.append(this.#message, this.#list)
    input.form?.append(this.#box)
    input.role = 'combobox'
    input.setAttribute('aria-controls', this.#list.id)
    input.setAttribute('aria-autocomplete', 'list')
    input.ariaExpanded = 'false'
    // A click on a link must not take the focus from the input, which closes the list when it loses the focus.
    this.#box.addEventListener('mousedown', (event) => event.preventDefault())
  }

  get isOpen(): boolean {
    return !this.#box.hidden
  }

  /** URL of the active option. */
  get href(): string | undefined {
    return this.#options[this.#active]?.href
  }

  get #options(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll('a')]
  }

  show(found: readonly ResultGroup[]): void {
    this.#list.replaceChildren(
      ...found.map((one, place) => optionOf(one, `${this.#list.id}-${place}`, this.#query, this.#t, this.#rarities)),
    )
    this.#isOutdated = false
    this.#deactivate()
    this.#list.hidden = found.length === 0
    this.#message.hidden = true
    this.#box.hidden = this.#list.hidden
    this.#input.ariaExpanded = String(found.length > 0)
  }

  /** Shows a message above the current results. */
  showMessage(text: string): void {
    this.#box.hidden = false
    this.#message.hidden = false
    this.#message.textContent = text
  }

  /** Call when the query has changed: until new results are shown, keys cannot select the old ones. */
  markOutdated(): void {
    this.#isOutdated = true
    this.#deactivate()
  }

  #deactivate(): void {
    this.#active = -1
    for (const option of this.#options) option.ariaSelected = 'false'
    this.#input.removeAttribute('aria-activedescendant')
  }

  /** Shows prices next to the options; `groups` are those that are shown. */
  showPrices(groups: readonly ResultGroup[], prices: ReadonlyMap<string, ItemPrice>): void {
    this.#options.forEach((option, place) => {
      const price = option.querySelector('.price')
      const ids = groups[place]?.rows.map(({ id }) => id) ?? []
      if (price) price.textContent = describePrices(prices, ids, this.#t) ?? ''
    })
  }

  /** Marks the options with these names, which have no translation, as English. */
  markEnglish(names: readonly string[]): void {
    for (const called of this.#list.querySelectorAll<HTMLElement>('.called > :first-child'))
      if (names.includes(called.textContent)) called.lang = fallbackLocale
  }

  /** Activates the next or the previous option and wraps around at the ends. */
  step(by: 1 | -1): void {
    const all = this.#options
    if (this.#isOutdated || all.length === 0) return
    const from = this.#active < 0 && by < 0 ? 0 : this.#active
    this.#active = (from + by + all.length) % all.length
    all.forEach((option, place) => (option.ariaSelected = String(place === this.#active)))
    this.#input.setAttribute('aria-activedescendant', all[this.#active]?.id ?? '')
    all[this.#active]?.scrollIntoView({ block: 'nearest' })
  }
}

function optionOf(
  { name, kind, href, rows, section }: ResultGroup,
  id: string,
  extraQuery: Readonly<Record<string, string>>,
  t: SearchWords,
  rarities: RarityWords,
): HTMLAnchorElement {
  const option = document.createElement('a')
  option.role = 'option'
  option.tabIndex = -1
  option.id = id
  option.ariaSelected = 'false'
  const address = new URL(href, location.origin)
  for (const [key, value] of Object.entries(extraQuery)) address.searchParams.set(key, value)
  option.href = address.pathname + address.search + address.hash
  option.append(iconOf(rows), nameOf({ name, kind, href, rows, section }, t, rarities))
  const price = document.createElement('span')
  price.className = 'price'
  option.append(price)
  return option
}

function nameOf({ name, kind, rows, section }: ResultGroup, t: SearchWords, rarities: RarityWords): HTMLElement {
  const called = document.createElement('span')
  called.textContent = name
  const [first] = rows
  const rarity = rows.length === 1 ? first?.rarity : undefined
  if (rarity !== undefined) called.dataset.rarity = rarity
  const what = document.createElement('small')
  const variants =
    rows.length > 1
      ? t(first?.rarity === undefined ? 'search.variants' : 'search.rarities', { count: rows.length })
      : rarity && (ownProperty(rarities, rarity) ?? humanize(rarity))
  what.textContent = [section ? t(section) : resourceLabel(t, kind), variants, matchDescription(first, t)]
    .filter(Boolean)
    .join(' · ')
  const both = document.createElement('span')
  both.className = 'called'
  both.append(called, what)
  return both
}

/** Without an icon an empty element takes its space, so that all names are aligned. */
function iconOf(rows: ResultGroup['rows']): HTMLElement {
  const url = rows.find((row) => row.icon_url)?.icon_url
  if (url === undefined) {
    const space = document.createElement('span')
    space.className = 'icon'
    return space
  }
  const image = document.createElement('img')
  image.className = 'icon'
  image.alt = ''
  image.src = `${url}?size=64&format=webp`
  return image
}
