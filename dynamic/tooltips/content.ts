import type { Tooltip } from './details.ts'
import type { NameLookup, Named } from './names.ts'
import { messageOf } from './messages.ts'

type Child = string | Node | false | undefined

/** Creates an element with a class and children; strings become text, never markup. */
function el(tag: string, className: string, ...children: readonly Child[]): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  for (const child of children) if (child) element.append(child)
  return element
}

/** Marks a text as English if it is not available in the language of the card. */
function markEnglish(tooltip: Tooltip | undefined, element: HTMLElement): HTMLElement {
  if (tooltip?.in_english?.includes(element.textContent.trim())) element.lang = 'en'
  return element
}

interface CardParts {
  readonly named: Named | undefined
  readonly names: NameLookup
  /** Undefined while it is missing; `pending` says whether it is being loaded. */
  readonly tooltip: Tooltip | undefined
  readonly pending: boolean
  readonly locale: string
}

/** Returns the elements of a card, from top to bottom. */
export function contentOf(parts: CardParts): HTMLElement[] {
  const { tooltip, pending } = parts
  return [
    header(parts),
    ...(tooltip ? [lines(tooltip), rolls(tooltip), description(tooltip), footer(parts, tooltip)] : []),
    pending && el('div', 'wait'),
  ].filter(
    (part) => part instanceof HTMLElement && (part.hasChildNodes() || part.className === 'wait'),
  ) as HTMLElement[]
}

function header({ named, names, tooltip }: CardParts): HTMLElement {
  const rarity = tooltip?.rarity ?? named?.rarity
  const slots = (['slot_type', 'armor_type'] as const).flatMap((column) => {
    const slug = tooltip?.[column]
    return slug === undefined ? [] : [` · ${names.label(column, slug)}`]
  })
  const word = rarity !== undefined && el('b', '', names.label('rarity', rarity))
  const title = el(
    'div',
    'title',
    markEnglish(tooltip, el('span', 'name', tooltip?.name ?? named?.name)),
    ' ',
    el('span', 'kind', word, ...slots),
  )
  return el('header', '', named?.icon !== undefined && icon(named.icon), title)
}

function icon(address: string): HTMLElement {
  const image = document.createElement('img')
  image.alt = ''
  image.src = address
  const frame = el('span', 'icon', image)
  image.addEventListener('error', () => frame.remove())
  return frame
}

/** Splits a line into its label and its number or range, in which an en dash replaces the hyphen. */
function lineParts(line: string): [label: string, value: HTMLElement] {
  const mark = line.lastIndexOf(' ')
  const value = line
    .slice(mark + 1)
    .replace(/(\d%?)-/, '$1 – ')
    .replaceAll('-', '−')
    .replace(/^(\d+) – (\d+)$/, '$1–$2')
  return [`${line.slice(0, mark)} `, el('b', '', value)]
}

const line = (tooltip: Tooltip, text: string, ...more: readonly Child[]) => {
  const [label, value] = lineParts(text)
  return el('li', '', markEnglish(tooltip, el('span', '', label)), value, ...more)
}

const lines = (tooltip: Tooltip) => el('ul', '', ...tooltip.primary.map((text) => line(tooltip, text)))

const rolls = (tooltip: Tooltip) =>
  el(
    'ul',
    'rolled',
    ...tooltip.secondary.map(([text, gem]) => line(tooltip, text, gem !== undefined && el('span', 'gem', gem))),
  )

const description = (tooltip: Tooltip) => markEnglish(tooltip, el('p', 'text', tooltip.description))

function footer({ names, locale }: CardParts, tooltip: Tooltip): HTMLElement {
  const { gear_score, required_class: classes, class: wearer, amount, found_by, loot_state, is_tradeable } = tooltip
  const labelled = (word: Parameters<typeof messageOf>[0], value: string | number | undefined) =>
    value !== undefined && el('span', '', `${messageOf(word, locale)} `, el('b', '', String(value)), ' ')
  const warning = (word: Parameters<typeof messageOf>[0]) => el('span', 'warn', `${messageOf(word, locale)} `)
  const className = (id: string) => names.label('required_class', id.replace(/^id\.player_character\./, ''))
  return el(
    'div',
    'foot',
    labelled('gold', amount?.toLocaleString(locale)),
    labelled('gearScore', gear_score),
    labelled('usableBy', classes?.map(className).join(', ')),
    labelled('foundBy', found_by),
    labelled('state', loot_state),
    is_tradeable !== undefined && el('span', '', `${messageOf(is_tradeable ? 'tradeable' : 'bound', locale)} `),
    wearer?.suitable === false && warning('unsuitable'),
    tooltip.out_of_range !== undefined && warning('outOfRange'),
  )
}
