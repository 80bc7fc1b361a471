import { colorSchemeOf } from './color-scheme.ts'
import { itemOf, linkSelector } from './links.ts'
import type { NameLookup, Names } from './names.ts'
import type { Settings } from './settings.ts'
import { linkSheet } from './colours.ts'

const settleMilliseconds = 30

/**
 * Gives every link to an item its name and colour, including links that are added later. `onChange` runs after the page
 * has changed.
 */
export function decorateLinks(settings: Settings, names: Names, onChange: () => void): void {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, linkSheet()]
  const changed = new Set<Node>()
  let pending: number | undefined
  const decorateSoon = (parts: readonly Node[]) => {
    for (const part of parts) changed.add(part)
    pending ??= window.setTimeout(() => {
      pending = undefined
      const links = new Set([...changed].filter((part) => part.isConnected).flatMap(linksIn))
      changed.clear()
      for (const link of links) decorate(link, settings, names)
      onChange()
    }, settleMilliseconds)
  }
  const decorateAll = () => decorateSoon([document])
  names.onRetry = decorateAll
  new MutationObserver((records) => decorateSoon(records.flatMap(changedBy))).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['href', 'data-item'],
  })
  // Attributes on which the theme of a page may depend, and its language.
  const attributeFilter = ['class', 'style', 'data-theme', 'lang']
  for (const element of [document.documentElement, document.body])
    new MutationObserver(decorateAll).observe(element, { attributes: true, attributeFilter })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', decorateAll)
  for (const link of linksIn(document)) decorate(link, settings, names)
}

/** Returns the parts of the page whose links may have changed: the whole page if style sheets were added. */
function changedBy({ type, target, addedNodes }: MutationRecord): Node[] {
  if (type === 'attributes') return [target]
  const added = [...addedNodes]
  if (added.some(({ nodeName }) => /^(STYLE|LINK)$/.test(nodeName))) return [document]
  const link = (target as Partial<Element>).closest?.(linkSelector)
  return link ? [link, ...added] : added
}

function linksIn(part: Node): HTMLElement[] {
  const inside =
    (part as Partial<ParentNode>).querySelectorAll?.<HTMLElement>(`${linkSelector},[data-item-rarity]`) ?? []
  return part instanceof HTMLElement ? [part, ...inside] : [...inside]
}

/**
 * What this script has added to a link. It is removed when the link leads to another item or to none, because pages
 * reuse their elements.
 */
interface Decoration {
  readonly id: string
  readonly hasTabIndex: boolean
  /** The link's own text, which `name` replaces. */
  ownText?: string
  name?: string
}

const addedAttributes = ['data-item-rarity', 'data-item-ground', 'aria-description']
const decorations = new WeakMap<HTMLElement, Decoration>()

function decorate(link: HTMLElement, settings: Settings, names: Names): void {
  const id = itemOf(link, settings)
  const before = decorations.get(link)
  if (before && before.id !== id) restore(link, before)
  if (id === undefined) return
  if (before?.id !== id) decorations.set(link, startDecoration(link, id, before?.ownText))
  if (!settings.hasColors && settings.names === 'none') return
  const lookup = names.for(link)
  void lookup.then((found) => {
    // Names in a language that the page has left meanwhile may arrive last.
    if (names.for(link) === lookup) apply(link, id, found, settings)
  })
}

function startDecoration(link: HTMLElement, id: string, ownText: string | undefined): Decoration {
  const hasTabIndex = link.tabIndex < 0 && !link.hasAttribute('tabindex')
  if (hasTabIndex) link.tabIndex = 0
  return { id, hasTabIndex, ...(ownText !== undefined && { ownText }) }
}

function restore(link: HTMLElement, { hasTabIndex, ownText, name }: Decoration): void {
  decorations.delete(link)
  for (const attribute of addedAttributes) link.removeAttribute(attribute)
  if (hasTabIndex) link.removeAttribute('tabindex')
  if (ownText !== undefined && link.textContent === name) link.textContent = ownText
}

function apply(link: HTMLElement, id: string, names: NameLookup, settings: Settings): void {
  const named = names.of(id)
  const state = decorations.get(link)
  if (!named || state?.id !== id) return
  if (settings.names === 'all' || (settings.names === 'missing' && hasNoText(link, state)))
    if (link.textContent !== named.name) {
      if (link.textContent !== state.name) state.ownText = link.textContent
      state.name = named.name
      link.textContent = named.name
    }
  const { rarity } = named
  if (rarity === undefined || !settings.hasColors) return
  set(link, 'data-item-rarity', rarity)
  set(link, 'data-item-ground', settings.theme ?? colorSchemeOf(link))
  // Colour is never the only indication: screen readers get the word, and the card shows it.
  set(link, 'aria-description', names.label('rarity', rarity))
}

function set(link: HTMLElement, name: string, value: string): void {
  if (link.getAttribute(name) !== value) link.setAttribute(name, value)
}

/**
 * True if the link has no text of its own: it is empty, or shows the id or the URL of its item or of its previous item,
 * or the name that replaced them, possibly in another language.
 */
function hasNoText(link: HTMLElement, { id, ownText, name }: Decoration): boolean {
  if (link.childElementCount > 0) return false
  const text = link.textContent.trim()
  const placeholders = ['', id, ownText, name, link.getAttribute('data-item'), link.getAttribute('href')]
  return placeholders.includes(text) || (link instanceof HTMLAnchorElement && link.href === text)
}
