import type { Translate } from '../../messages/translate.ts'
import type { Unit } from '../../../../data/api/model/columns.ts'
import type { Attribute, Attributes } from '../../../../data/api/resources/tooltip/attributes.ts'
import { formatRange } from '../../request/thing/attribute-lines.ts'
import { formatPath, formatFieldValue, nameInWords, type NameOf } from './format-field.ts'
import type { FieldChange } from '../../request/thing/row-detail.ts'
import { splitChangeId } from './changelog.ts'
import { columnInSentence } from '../../format/humanize.ts'
import { formatWithUnit } from '../../format/format-with-unit.ts'

/** A change in words, such as `Weapon Damage (primary) 36 to 40 → 32 to 36, lower`. */
export interface ChangeLine {
  /** Path of its first field. */
  readonly path: string
  /** Name of the field or attribute. */
  readonly words: string
  /** Name of the part that changed; undefined if the row itself did. */
  readonly part?: string
  /** Distinguishes values of the same name, such as primary and secondary; empty if there is only one. */
  readonly note: string
  readonly before: string
  readonly after: string
  /** Direction of the change if the values are numbers. */
  readonly direction?: Direction
  /** Relative change, such as `+21%`; undefined if a value is not a positive number. */
  readonly percent?: string
  /** Both values as numbers; the middle of a range. */
  readonly amounts?: readonly [before: number, after: number]
  /** Id of the attribute that changed. */
  readonly attribute?: string
  /** Texts of the game's data that occur in the words and the values. */
  readonly names?: readonly string[]
}

type Direction = 'higher' | 'lower' | 'wider' | 'narrower'

const signs: Readonly<Record<Direction, string>> = { higher: '▲', lower: '▼', wider: '↔', narrower: '↔' }

export const signOf = (direction: Direction | undefined): string => (direction ? signs[direction] : '')

export interface Vocabulary {
  readonly t: Translate
  readonly attributes: Pick<Attributes, 'get'>
  /** Ids of attributes, by the name of their columns. */
  readonly attributeIds?: ReadonlyMap<string, string>
  readonly nameOf?: NameOf
  /** Units of columns, by their names. */
  readonly units?: ReadonlyMap<string, Unit>
}

/** A column that is one end of a range: `primary_min_weapon_damage`, `damage_max`. */
interface End {
  readonly side: 'min' | 'max'
  /** Key that both ends of a range have in common. */
  readonly shared: string
  /** Part of the path before `min` or `max`. */
  readonly prefix: string
  /** Part of the path after `min` or `max`. */
  readonly name: string
}

function endOf(path: string): End | undefined {
  const [, start = '', side, name = ''] = /^(.*?(?:^|[._]))(min|max)((?:_[^.[\]]+)?)$/.exec(path) ?? []
  if (side !== 'min' && side !== 'max') return undefined
  return { side, shared: `${start}*${name}`, prefix: start.replace(/[._]$/, ''), name: name.slice(1) }
}

/** Describes changed fields, in their order. The two ends of a range are one line, each effect of a list of effects as well. */
export function changeLines(given: readonly FieldChange[], vocabulary: Vocabulary): ChangeLine[] {
  const groups = new Map<string, FieldChange[]>()
  for (const field of given.flatMap(effectsOf)) {
    const shared = `${field.part?.resource} ${field.part?.id} ${endOf(field.path)?.shared ?? field.path}`
    groups.set(shared, [...(groups.get(shared) ?? []), field])
  }
  return [...groups.values()].flatMap((group) => {
    const names = new Set<string>()
    const lines = linesOf(group, recordNames(names, vocabulary))
    const part = group[0]?.part && namePart(group[0].part, vocabulary)
    return lines.map((line) => ({
      ...line,
      ...(part !== undefined && { part }),
      ...(names.size > 0 && { names: [...names] }),
    }))
  })
}

const linesOf = (group: readonly FieldChange[], vocabulary: Vocabulary): ChangeLine[] =>
  [lineOfRange(group, vocabulary) ?? group.map((one) => lineOf(one, vocabulary)).filter(isVisible)].flat()

/** If a text was replaced by a key of an equal text, nothing changed for a reader. */
const isVisible = ({ before, after, amounts }: ChangeLine) => before !== after || amounts !== undefined

/** Returns whether the values of a line are URLs of icons. */
export const isPicture = ({ path }: Pick<ChangeLine, 'path'>): boolean => /^icon[._]url$/.test(path)

/** Returns a vocabulary that adds each name that it returns to `names`. */
function recordNames(names: Set<string>, vocabulary: Vocabulary): Vocabulary {
  const { nameOf = nameInWords, attributes } = vocabulary
  const record = (name: string) => {
    names.add(name)
    return name
  }
  const attributeOf = (field: string) => {
    const attribute = attributes.get(field)
    return attribute && { ...attribute, name: record(attribute.name) }
  }
  return { ...vocabulary, nameOf: (text) => record(nameOf(text)), attributes: { get: attributeOf } }
}

interface Effect {
  readonly attribute: string
  readonly value: unknown
}
const isEffect = (one: unknown): one is Effect =>
  typeof one === 'object' && one !== null && Object.keys(one).sort().join() === 'attribute,value'
const effectsIn = (value: unknown): readonly Effect[] | undefined => {
  const list = value ?? []
  return Array.isArray(list) && list.every(isEffect) ? list : undefined
}

/** Splits the change of a list of effects into one change per attribute, whose path has the id of the attribute. */
function effectsOf(field: FieldChange): FieldChange[] {
  const [before, after] = [effectsIn(field.before), effectsIn(field.after)]
  if (!before || !after) return [field]
  const ids = [...new Set([...before, ...after].map(({ attribute }) => attribute))]
  const valueIn = (effects: readonly Effect[], id: string) => effects.find(({ attribute }) => attribute === id)?.value
  const changed = ids
    .map((id) => ({ ...field, path: `[${id}]`, before: valueIn(before, id), after: valueIn(after, id) }))
    .filter((one) => one.before !== one.after)
  return changed.length > 0 ? changed : [field]
}

const effectPath = /^\[(id\.attribute\.[^\]]+)\]$/

function namePart({ id, name }: NonNullable<FieldChange['part']>, { nameOf = nameInWords }: Vocabulary): string {
  return name ?? nameOf(splitChangeId(id).own)
}

function lineOf(field: FieldChange, vocabulary: Vocabulary): ChangeLine {
  const { path, before, after } = field
  const { t, nameOf = nameInWords, units } = vocabulary
  const unit = units?.get(path.split(/[.[]/)[0] ?? '')
  const format = (value: unknown) =>
    unit && typeof value === 'number' ? formatWithUnit(value, unit, t) : formatFieldValue(value, t, nameOf)
  const attribute = effectPath.exec(path)?.[1]
  if (attribute !== undefined) return lineOfEffect(field, attribute, vocabulary)
  return {
    path,
    words: formatPath(path, t, nameOf),
    note: '',
    before: format(before),
    after: format(after),
    direction: directionOf([before], [after]),
    percent: percentOf([before], [after], t),
    amounts: amountsOf([before], [after]),
  }
}

function lineOfEffect(
  { path, before, after }: FieldChange,
  id: string,
  { t, attributes, nameOf = nameInWords }: Vocabulary,
): ChangeLine {
  const attribute = attributes.get(id.split('.').at(-1) ?? '')
  return {
    path,
    words: attribute?.name ?? nameOf(id),
    note: '',
    before: signedValue(before, attribute, t),
    after: signedValue(after, attribute, t),
    direction: directionOf([before], [after]),
    percent: percentOf([before], [after], t),
    amounts: amountsOf([before], [after]),
    attribute: id,
  }
}

function signedValue(value: unknown, attribute: Attribute | undefined, t: Translate): string {
  if (typeof value !== 'number') return formatFieldValue(value, t)
  const text = attribute ? formatRange(attribute, { min: value, max: value }, t) : t.exactNumber(value)
  return value > 0 && !text.startsWith('+') ? `+${text}` : text
}

function lineOfRange(
  group: readonly FieldChange[],
  { t, attributes, attributeIds, nameOf }: Vocabulary,
): ChangeLine | undefined {
  const [{ path } = { path: '' }] = group
  const end = endOf(path)
  const attribute = end && attributes.get(end.name)
  const isWhole = group.length === 2
  if (!end || (!isWhole && !attribute)) return undefined
  const inOrder = group.toSorted(
    (a, b) => Number(endOf(b.path)?.side === 'min') - Number(endOf(a.path)?.side === 'min'),
  )
  const [before, after] = [inOrder.map((one) => one.before), inOrder.map((one) => one.after)]
  const which = isWhole ? [] : [t(end.side === 'min' ? 'change.atLeast' : 'change.atMost')]
  return {
    path,
    words: attribute?.name ?? formatPath([end.prefix, end.name].filter(Boolean).join('_'), t, nameOf),
    note: attribute ? t.list([...(end.prefix ? [columnInSentence(end.prefix, t)] : []), ...which]) : '',
    before: rangeOf(before, attribute, t),
    after: rangeOf(after, attribute, t),
    direction: directionOf(before, after),
    percent: percentOf(before, after, t),
    amounts: amountsOf(before, after),
    attribute: attribute && attributeIds?.get(end.name),
  }
}

function rangeOf(ends: readonly unknown[], attribute: Attribute | undefined, t: Translate): string {
  const numbers = ends.filter((end) => typeof end === 'number')
  if (numbers.length === 0) return formatFieldValue(undefined, t)
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)]
  if (attribute) return formatRange(attribute, { min, max }, t)
  return min === max ? t.exactNumber(min) : t('value.range', { min: t.exactNumber(min), max: t.exactNumber(max) })
}

/** Returns the relative change of the sum of all ends, such as `+21%`; undefined if one of them is not positive. */
function percentOf(before: readonly unknown[], after: readonly unknown[], t: Translate): string | undefined {
  const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0
  if (!before.every(isPositive) || !after.every(isPositive)) return undefined
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const percent = Math.round((sum(after) / sum(before) - 1) * 1000) / 10
  const rounded = Math.abs(percent) >= 10 ? Math.round(percent) : percent
  return percent === 0 ? undefined : `${percent > 0 ? '+' : ''}${t.percent(rounded / 100, 12)}`
}

function amountsOf(before: readonly unknown[], after: readonly unknown[]): ChangeLine['amounts'] {
  const meanOf = (ends: readonly unknown[]) =>
    ends.reduce<number>((sum, end) => sum + (typeof end === 'number' ? end : NaN), 0) / ends.length
  const [was, is] = [meanOf(before), meanOf(after)]
  return Number.isNaN(was + is) ? undefined : [was, is]
}

/** Returns the direction in which values changed. Both lists start with the lower end of a range. */
function directionOf(before: readonly unknown[], after: readonly unknown[]): Direction | undefined {
  const steps = before.map((was, place) => {
    const is = after[place]
    return typeof was === 'number' && typeof is === 'number' ? Math.sign(is - was) : undefined
  })
  const [low = 0, high = low] = steps
  if (steps.includes(undefined)) return undefined
  if (low * high < 0) return low < 0 ? 'wider' : 'narrower'
  return low + high > 0 ? 'higher' : 'lower'
}
