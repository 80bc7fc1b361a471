import type { CardFigure } from '../../../cards/card.ts'
import type { AttributeLine } from '../attribute-lines.ts'
import { factsOf, type Fact } from '../facts.ts'
import { labelOf } from '../labels.ts'
import type { LoadedThing } from '../loaded-thing.ts'
import { columnLabel, number } from '../words.ts'

const mostFigures = 5
const mostLines = 3
const mostLetters = 34
const template = /^(primary|secondary)_(min|max)_|^num_/
/** Tells programs how to sort rows. */
const position = 'order'

/** What a row's page tells in figures, the most telling first: attributes, numbers, how many of what, and then words. */
export function cardFigures(thing: LoadedThing, lines: readonly AttributeLine[]): CardFigure[] {
  const { list } = thing
  const { plain, nested } = factsOf(thing)
  const left = new Set(kindColumns(thing))
  const facts = joined(plain.filter(({ name }) => !left.has(name) && name !== position && !template.test(name)))
  const columns = list.resource?.columns ?? {}
  const rankOf = ({ name, value }: Fact) => {
    if (typeof value === 'number' || !columns[name]) return ranks.number
    return columns[name].references || columns[name].facet ? ranks.link : ranks.word
  }
  const shown = facts.flatMap((fact) => {
    const value = shownValue(thing, fact.name, fact.value)
    return value === undefined ? [] : [{ label: columnLabel(fact.name), value, rank: rankOf(fact) }]
  })
  const counts = nested.flatMap(({ name, value }) =>
    Array.isArray(value) ? [{ label: columnLabel(name), value: number(value.length), rank: ranks.count }] : [],
  )
  const told = [...shown, ...counts].sort((one, other) => one.rank - other.rank)
  return [...lines.slice(0, mostLines).map(figureOfLine), ...told.map(({ label, value }) => ({ label, value }))].slice(
    0,
    mostFigures,
  )
}

const ranks = { number: 0, count: 1, link: 2, word: 3 } as const

/** Columns of one slug each: what kind of thing the row is. */
export const kindColumns = ({ list: { resource }, row }: LoadedThing): string[] =>
  Object.entries(resource?.columns ?? {})
    .filter(
      ([name, { facet, type }]) => facet && type === 'string' && name !== 'rarity' && typeof row[name] === 'string',
    )
    .map(([name]) => name)

/** `Max Mana 5 to 6`: the words, and the numbers at the end. */
function figureOfLine({ text }: AttributeLine): CardFigure {
  const at = text.search(/ [-+]?[\d.]+%?( to [-+]?[\d.]+%?)?$/)
  return at < 0 ? { label: text, value: '' } : { label: text.slice(0, at), value: text.slice(at + 1) }
}

/** Pairs as one: least and most, width and height. */
function joined(facts: readonly Fact[]): Fact[] {
  const valueOf = new Map(facts.map(({ name, value }) => [name, value]))
  return facts.flatMap(({ name, value }) => {
    const [, stem, end] = /^(.*)_(min|max|width|height)$/.exec(name) ?? []
    if (!stem || !end || typeof value !== 'number') return [{ name, value }]
    const isFirst = end === 'min' || end === 'width'
    const other = valueOf.get(`${stem}_${partner[end as keyof typeof partner]}`)
    if (typeof other !== 'number') return [{ name, value }]
    const pair =
      end === 'min' && other === value
        ? number(value)
        : `${number(value)}${end === 'min' ? ' to ' : ' × '}${number(other)}`
    return isFirst ? [{ name: stem, value: pair }] : []
  })
}

const partner = { min: 'max', max: 'min', width: 'height', height: 'width' } as const

/** In words that fit on a line; nothing where the value says little. */
function shownValue(thing: LoadedThing, name: string, value: unknown): string | undefined {
  if (typeof value === 'number') return value === 0 ? undefined : number(value)
  if (Array.isArray(value))
    return few(
      value.flatMap((one: unknown) => shownValue(thing, name, one) ?? []),
      value.length,
    )
  if (typeof value === 'object' && value !== null) {
    const { name: called, title } = value as { name?: unknown; title?: unknown }
    return shownValue(thing, name, called ?? title)
  }
  if (typeof value !== 'string') return undefined
  const word = labelOf(thing, name, value)
  return word.length <= mostLetters && !word.includes('/') ? word.charAt(0).toUpperCase() + word.slice(1) : undefined
}

function few(words: readonly string[], count: number): string | undefined {
  const line = words.join(', ')
  if (words.length === 0) return undefined
  if (words.length === count && line.length <= mostLetters) return line
  return number(count)
}
