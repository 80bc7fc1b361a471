import { rangesOf } from '../../../../data/api/resources/tooltip/tooltip.ts'
import type { Column, Unit } from '../../../../data/api/model/columns.ts'
import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import type { Row } from '../../format/api-response.ts'
import { columnLabel, humanize, humanizeSlug } from '../../format/humanize.ts'
import { formatWithUnit } from '../../format/format-with-unit.ts'
import type { Translate } from '../../messages/translate.ts'
import { labelsOf, type LabelsByColumn } from '../../request/facets.ts'
import { attributesOf, formatRange } from '../../request/thing/attribute-lines.ts'

/** One row of a comparison. */
interface ComparisonLine {
  readonly label: string
  /** One text per thing; empty if it has no value. */
  readonly values: readonly string[]
  /** One number per thing if the values are numbers; the maximum of a range. */
  readonly numbers: readonly (number | undefined)[]
  /** Whether not all things have the same value. */
  readonly differs: boolean
  /** Texts of the game's data that occur in the label and the values. */
  readonly names?: readonly string[]
}

/** Lines under a heading; there is at least one. */
export interface ComparisonSection {
  readonly title: string
  readonly lines: readonly ComparisonLine[]
}

interface ComparisonContext {
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

/** Compares rows of one list: attributes and possible rolls of items, then other columns. Sections without lines are omitted. */
export function compareRows(list: Endpoint, rows: readonly Row[], context: ComparisonContext): ComparisonSection[] {
  const columns = Object.entries(list.resource?.columns ?? {}).filter(
    ([name, column]) => !hidden.has(name) && isFact(name, column),
  )
  const facts = columns.flatMap(([name]) => linesOfColumn(list, name, rows, context))
  return [
    { title: context.t('compare.attributes'), lines: attributeLinesOf(rows, 'primary', context) },
    { title: context.t('item.possibleRolls'), lines: attributeLinesOf(rows, 'secondary', context) },
    { title: context.t('compare.facts'), lines: facts },
  ].filter(({ lines }) => lines.length > 0)
}

/** Returns the difference from the number of the first thing, such as `+12` or `-3.5`; empty if there is none. */
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

function linesOfColumn(
  list: Endpoint,
  name: string,
  rows: readonly Row[],
  context: ComparisonContext,
): ComparisonLine[] {
  const values = rows.map((row) => row[name])
  if (values.every((value) => value === undefined || value === null)) return []
  const unit = list.resource?.columns[name]?.unit
  const labels = labelsOf(context.facets, list.resource?.name, name)
  if (values.every((value) => value === undefined || isRecord(value)))
    return linesOfObjects({ name, unit, labels }, values, context)
  const names = new Set<string>()
  const words = (value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (typeof value === 'number') return formatWithUnit(value, unit, context.t)
    if (typeof value === 'boolean') return context.t(value ? 'value.yes' : 'value.no')
    if (Array.isArray(value)) return value.some(isRecord) ? '' : context.t.list(value.map(words))
    if (typeof value !== 'string') return ''
    const word = value.startsWith('id.')
      ? context.nameOf(value)
      : (labels[value]?.label ?? humanize(humanizeSlug(value)))
    names.add(word)
    return word
  }
  const all = values.map(words)
  if (all.every((text) => text === '')) return []
  return [{ ...lineOf(columnLabel(context.t, name), all, values.map(numberOf)), ...namesIn(names) }]
}

/** Returns one line per key of a column whose values are objects of numbers, such as resistances. */
function linesOfObjects(
  { name, unit, labels }: { name: string; unit: Unit | undefined; labels: LabelsByColumn[string] },
  values: readonly unknown[],
  { t }: ComparisonContext,
): ComparisonLine[] {
  const objects = values.map((value) => (isRecord(value) ? value : {}))
  const keys = [...new Set(objects.flatMap((one) => Object.keys(one)))]
  return keys.flatMap((key) => {
    const numbers = objects.map((one) => numberOf(one[key]))
    if (numbers.every((number) => number === undefined)) return []
    const words = numbers.map((number) => (number === undefined ? '' : formatWithUnit(number, unit, t)))
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

function attributeLinesOf(
  rows: readonly Row[],
  kind: 'primary' | 'secondary',
  context: ComparisonContext,
): ComparisonLine[] {
  const attributes = attributesOf(context.attributes)
  const ranges = rows.map((row) => rangesOf(row, kind))
  const fields = [...new Set(ranges.flatMap((range) => [...range.keys()]))]
  return fields.map((field) => {
    const attribute = attributes.get(field) ?? { field, name: humanize(field), format: 'flat' as const }
    const own = ranges.map((range) => range.get(field))
    const line = lineOf(
      attribute.name,
      own.map((range) => (range ? formatRange(attribute, range, context.t) : '')),
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
