import { rangesOf } from '../../../../data/api/resources/tooltip/tooltip.ts'
import type { Column, Unit } from '../../../../data/api/model/columns.ts'
import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import type { Row } from '../../format/ask.ts'
import { columnLabel, humanize, humanizeSlug } from '../../format/humanize.ts'
import { measured } from '../../format/measured.ts'
import type { Translate } from '../../messages/translate.ts'
import { labelsOf, type LabelsByColumn } from '../../request/facets.ts'
import { attributesOf, formatRange } from '../../request/thing/attribute-lines.ts'

/** One row of a comparison. */
interface ComparisonLine {
  readonly label: string
  /** Of each thing, in words; empty where it has none. */
  readonly values: readonly string[]
  /** Of each thing, where values are numbers: of a range its greatest. */
  readonly numbers: readonly (number | undefined)[]
  /** Not all things have the same. */
  readonly differs: boolean
  /** Texts of the data that its label and its values have, where there are any. */
  readonly names?: readonly string[]
}

/** Lines under a heading; without lines there is no section. */
export interface ComparisonSection {
  readonly title: string
  readonly lines: readonly ComparisonLine[]
}

interface Comparing {
  readonly t: Translate
  readonly facets: LabelsByColumn
  /** Rows of `/v2/attributes`. */
  readonly attributes: readonly Row[]
  readonly nameOf: (id: string) => string
}

const hidden = new Set([
  'id',
  'name',
  'title',
  'description',
  'patch_id',
  'cursor',
  'archetype',
  'captured_at',
  'animation_paths',
])

/** What rows of one list have in common and what not: figures and facts, then attributes of items. */
export function compareRows(list: Endpoint, rows: readonly Row[], known: Comparing): ComparisonSection[] {
  const columns = Object.entries(list.resource?.columns ?? {}).filter(
    ([name, column]) => !hidden.has(name) && isFact(name, column),
  )
  const facts = columns.flatMap(([name]) => linesOfColumn(list, name, rows, known))
  return [
    { title: known.t('compare.attributes'), lines: attributeLinesOf(rows, 'primary', known) },
    { title: known.t('item.possibleRolls'), lines: attributeLinesOf(rows, 'secondary', known) },
    { title: known.t('compare.facts'), lines: facts },
  ].filter(({ lines }) => lines.length > 0)
}

/** How far a number is from the first thing's: `+12`, `-3.5`; empty if there is none, or no difference. */
export function formatDifference(numbers: readonly (number | undefined)[], place: number, t: Translate): string {
  const [first, own] = [numbers[0], numbers[place]]
  if (place === 0 || first === undefined || own === undefined || own === first) return ''
  const difference = Math.round((own - first) * 1000) / 1000
  return `${difference > 0 ? '+' : ''}${t.exactNumber(difference)}`
}

const isFact = (name: string, { asset, derived, localizable, type, facet, references }: Column) =>
  !name.includes('*') &&
  !asset &&
  !derived &&
  !localizable &&
  (type !== 'string' || facet === true || references !== undefined)

function linesOfColumn(list: Endpoint, name: string, rows: readonly Row[], known: Comparing): ComparisonLine[] {
  const values = rows.map((row) => row[name])
  if (values.every((value) => value === undefined || value === null)) return []
  const unit = list.resource?.columns[name]?.unit
  const labels = labelsOf(known.facets, list.resource?.name, name)
  if (values.every((value) => value === undefined || isRecord(value)))
    return linesOfObjects({ name, unit, labels }, values, known)
  const names = new Set<string>()
  const words = (value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (typeof value === 'number') return measured(value, unit, known.t)
    if (typeof value === 'boolean') return known.t(value ? 'value.yes' : 'value.no')
    if (Array.isArray(value)) return value.some(isRecord) ? '' : known.t.list(value.map(words))
    if (typeof value !== 'string') return ''
    const word = value.startsWith('id.') ? known.nameOf(value) : (labels[value]?.label ?? humanize(humanizeSlug(value)))
    names.add(word)
    return word
  }
  const all = values.map(words)
  if (all.every((text) => text === '')) return []
  return [{ ...lineOf(columnLabel(known.t, name), all, values.map(numberOf)), ...namesIn(names) }]
}

/** A line for each key of objects of numbers, such as resistances. */
function linesOfObjects(
  { name, unit, labels }: { name: string; unit: Unit | undefined; labels: LabelsByColumn[string] },
  values: readonly unknown[],
  { t }: Comparing,
): ComparisonLine[] {
  const objects = values.map((value) => (isRecord(value) ? value : {}))
  const keys = [...new Set(objects.flatMap((one) => Object.keys(one)))]
  return keys.flatMap((key) => {
    const numbers = objects.map((one) => numberOf(one[key]))
    if (numbers.every((number) => number === undefined)) return []
    const words = numbers.map((number) => (number === undefined ? '' : measured(number, unit, t)))
    const label = labels[key]?.label ?? columnLabel(t, key)
    const isOwn = !labels[key] && t.find(`column.${key}`) !== undefined
    return [
      {
        ...lineOf(t('value.labelled', { label: columnLabel(t, name), value: label }), words, numbers),
        ...namesIn(isOwn ? [] : [label]),
      },
    ]
  })
}

function attributeLinesOf(rows: readonly Row[], kind: 'primary' | 'secondary', known: Comparing): ComparisonLine[] {
  const attributes = attributesOf(known.attributes)
  const ranges = rows.map((row) => rangesOf(row, kind))
  const fields = [...new Set(ranges.flatMap((range) => [...range.keys()]))]
  return fields.map((field) => {
    const attribute = attributes.get(field) ?? { field, name: humanize(field), format: 'flat' as const }
    const own = ranges.map((range) => range.get(field))
    const line = lineOf(
      attribute.name,
      own.map((range) => (range ? formatRange(attribute, range, known.t) : '')),
      own.map((range) => range?.max),
    )
    return { ...line, ...namesIn([attribute.name]) }
  })
}

const lineOf = (
  label: string,
  values: readonly string[],
  numbers: readonly (number | undefined)[],
): ComparisonLine => ({ label, values, numbers, differs: new Set(values).size > 1 })

const namesIn = (names: Iterable<string>): Pick<ComparisonLine, 'names'> => {
  const all = [...names]
  return all.length > 0 ? { names: all } : {}
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
