import type { CardFigure } from '../../../cards/card.ts'
import type { AttributeLine } from '../../request/thing/attribute-lines.ts'
import { rowColumns, type ColumnValue } from '../../request/thing/row-columns.ts'
import { labelOf } from '../../request/thing/labels.ts'
import type { RowDetail } from '../../request/thing/row-detail.ts'
import { inEnglish } from '../../messages/catalogs.ts'
import type { Translate } from '../../messages/translate.ts'
import { columnLabel } from '../../format/humanize.ts'
import { formatWithUnit } from '../../format/format-with-unit.ts'

const maxFigures = 5
const maxLines = 3
const maxCharacters = 34
const template = /^(primary|secondary)_(min|max)_|^num_/
/** A column that only serves to sort rows. */
const sortColumn = 'order'

/**
 * Returns the key figures of a row, the most relevant first: attributes, numbers, counts, references and slugs, other texts.
 * Cards use the default language, English.
 */
export function cardFigures(
  detail: RowDetail,
  lines: readonly Pick<AttributeLine, 'text'>[],
  t: Translate = inEnglish,
): CardFigure[] {
  const { list } = detail
  const { plain, nested } = rowColumns(detail)
  const shownAsKind = new Set(kindColumns(detail))
  const facts = joinPairs(
    plain.filter(({ name }) => !shownAsKind.has(name) && name !== sortColumn && !template.test(name)),
    t,
  )
  const columns = list.resource?.columns ?? {}
  const rankOf = ({ name, value }: ColumnValue) => {
    if (typeof value === 'number' || !columns[name]) return ranks.number
    return columns[name].references || columns[name].facet ? ranks.link : ranks.word
  }
  const displayed = facts.flatMap((fact) => {
    const value = formatValue(detail, fact.name, fact.value, t)
    return value === undefined ? [] : [{ label: columnLabel(t, fact.name), value, rank: rankOf(fact) }]
  })
  const counts = nested.flatMap(({ name, value }) =>
    Array.isArray(value) ? [{ label: columnLabel(t, name), value: t.number(value.length), rank: ranks.count }] : [],
  )
  const reported = [...displayed, ...counts].sort((one, other) => one.rank - other.rank)
  return [
    ...lines.slice(0, maxLines).map(figureOfLine),
    ...reported.map(({ label, value }) => ({ label, value })),
  ].slice(0, maxFigures)
}

const ranks = { number: 0, count: 1, link: 2, word: 3 } as const

/** Returns the columns that say what kind of thing the row is: facets with one slug, without the rarity. */
export const kindColumns = ({ list: { resource }, row }: RowDetail): string[] =>
  Object.entries(resource?.columns ?? {})
    .filter(
      ([name, { facet, type }]) => facet && type === 'string' && name !== 'rarity' && typeof row[name] === 'string',
    )
    .map(([name]) => name)

/** Splits a line such as `Max Mana 5 to 6` into the words and the numbers at its end. */
function figureOfLine({ text }: Pick<AttributeLine, 'text'>): CardFigure {
  const at = text.search(/ [-+]?[\d.,]+%?( to [-+]?[\d.,]+%?)?$/)
  return at < 0 ? { label: text, value: '' } : { label: text.slice(0, at), value: text.slice(at + 1) }
}

/** Joins pairs of columns into one figure: min and max to a range, width and height to a size. */
function joinPairs(facts: readonly ColumnValue[], t: Translate): ColumnValue[] {
  const valueOf = new Map(facts.map(({ name, value }) => [name, value]))
  return facts.flatMap(({ name, value }) => {
    const [, stem, end] = /^(.*)_(min|max|width|height)$/.exec(name) ?? []
    if (!stem || !end || typeof value !== 'number') return [{ name, value }]
    const other = valueOf.get(`${stem}_${partner[end as keyof typeof partner]}`)
    if (typeof other !== 'number') return [{ name, value }]
    // Included in the figure of its partner.
    if (end === 'max' || end === 'height') return []
    if (end === 'width') return [{ name: stem, value: `${t.exactNumber(value)} × ${t.exactNumber(other)}` }]
    const range = other === value ? t.exactNumber(value) : t('value.range', { min: value, max: other })
    return [{ name: stem, value: range }]
  })
}

const partner = { min: 'max', max: 'min', width: 'height', height: 'width' } as const

/** Returns a text that fits on a line, or undefined if it would be too long, or if the value is zero, a path or an object. */
function formatValue(detail: RowDetail, name: string, value: unknown, t: Translate): string | undefined {
  if (typeof value === 'number')
    return value === 0 ? undefined : formatWithUnit(value, detail.list.resource?.columns[name]?.unit, t)
  if (Array.isArray(value))
    return listOrCount(
      value.flatMap((one: unknown) => formatValue(detail, name, one, t) ?? []),
      value.length,
      t,
    )
  if (typeof value === 'object' && value !== null) {
    const { name: called, title } = value as { name?: unknown; title?: unknown }
    return formatValue(detail, name, called ?? title, t)
  }
  if (typeof value !== 'string') return undefined
  const word = labelOf(detail, name, value)
  return word.length <= maxCharacters && !word.includes('/') ? word.charAt(0).toUpperCase() + word.slice(1) : undefined
}

/** Returns the words as a list, or their number if the list would be too long or incomplete. */
function listOrCount(words: readonly string[], count: number, t: Translate): string | undefined {
  const line = t.list(words)
  if (words.length === 0) return undefined
  if (words.length === count && line.length <= maxCharacters) return line
  return t.number(count)
}
