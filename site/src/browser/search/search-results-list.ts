import { humanize } from '../../format/humanize.ts'
import { foundBy, type ResultGroup } from '../../format/search/group-results.ts'

/** The list below a search box: what was found, one of it active. It keeps the box's ARIA state. */
export class SearchResultsList {
  readonly #list = document.createElement('div')
  readonly #input: HTMLInputElement
  readonly #query: Readonly<Record<string, string>>
  #active = -1

  /** `query` is added to the query of every result's URL. */
  constructor(input: HTMLInputElement, query: Readonly<Record<string, string>>) {
    this.#input = input
    this.#query = query
    this.#list.className = 'search-found'
    this.#list.id = 'search-found'
    this.#list.role = 'listbox'
    this.#list.ariaLabel = 'Found'
    this.#list.hidden = true
    input.form?.append(this.#list)
    input.role = 'combobox'
    input.setAttribute('aria-controls', this.#list.id)
    input.setAttribute('aria-autocomplete', 'list')
    input.ariaExpanded = 'false'
    // The box keeps the focus, for it folds the list when it loses it; the links themselves do the rest.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault())
  }

  get isOpen(): boolean {
    return !this.#list.hidden
  }

  /** Where the active option leads. */
  get href(): string | undefined {
    return this.#options[this.#active]?.href
  }

  get #options(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll('a')]
  }

  show(found: readonly ResultGroup[]): void {
    this.#list.replaceChildren(...found.map((one, place) => optionOf(one, place, this.#query)))
    this.#active = -1
    this.#input.removeAttribute('aria-activedescendant')
    this.#list.hidden = found.length === 0
    this.#input.ariaExpanded = String(found.length > 0)
  }

  /** By one, round and round; the first step up goes to the last. */
  step(by: 1 | -1): void {
    const all = this.#options
    const from = this.#active < 0 && by < 0 ? 0 : this.#active
    this.#active = (from + by + all.length) % all.length
    all.forEach((option, place) => (option.ariaSelected = String(place === this.#active)))
    this.#input.setAttribute('aria-activedescendant', all[this.#active]?.id ?? '')
    all[this.#active]?.scrollIntoView({ block: 'nearest' })
  }
}

function optionOf(
  { name, kind, href, rows }: ResultGroup,
  place: number,
  extraQuery: Readonly<Record<string, string>>,
): HTMLAnchorElement {
  const option = document.createElement('a')
  option.role = 'option'
  option.tabIndex = -1
  option.id = `search-found-${place}`
  option.ariaSelected = 'false'
  const [path = '', query] = href.split('?')
  const search = new URLSearchParams([...new URLSearchParams(query), ...Object.entries(extraQuery)])
  option.href = search.size > 0 ? `${path}?${search}` : path
  const called = document.createElement('span')
  called.textContent = name
  const [first] = rows
  const rarity = rows.length === 1 ? first?.rarity : undefined
  if (rarity !== undefined) called.dataset.rarity = rarity
  const what = document.createElement('small')
  const variants = rows.length > 1 ? `${rows.length} variants` : rarity
  what.textContent = [humanize(kind), variants, first && foundBy(first)].filter(Boolean).join(', ')
  option.append(called, what)
  return option
}
