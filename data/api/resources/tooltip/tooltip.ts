import type { Texts } from '../../model/values/locales.ts'
import { tagOf } from '../../model/values/raw-key.ts'
import type { RowObject } from '../../answer/rows/row-view.ts'
import { fallbackAttribute, type Attributes } from './attributes.ts'
import { formatLine, type Range } from './lines.ts'
import type { Overrides } from './overrides.ts'

/** What a tooltip is made of. */
interface TooltipParts {
  /** The template: the item's row at the patch. */
  readonly item: RowObject
  /** Those that the template or the overrides name; the others are shown flat. */
  readonly attributes: Attributes
  readonly overrides: Overrides
  /** The id of the class that the overrides name. */
  readonly wearerId: string | undefined
  /** Texts of the wanted locale. */
  readonly texts: Texts | undefined
  /** A gem as the request names it, as it is shown. */
  readonly gemName: (given: string) => string
}

type Kind = 'primary' | 'secondary'

/** What the template says that attributes can be, by field. */
export function rangesOf(item: RowObject, kind: Kind): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>()
  const pattern = new RegExp(`^${kind}_(?:min|max)_(.+)$`)
  for (const column of Object.keys(item)) {
    const field = pattern.exec(column)?.[1]
    if (field === undefined || ranges.has(field)) continue
    const ends = [item[`${kind}_min_${field}`], item[`${kind}_max_${field}`]].filter((end) => typeof end === 'number')
    if (ends.length > 0) ranges.set(field, { min: Math.min(...ends), max: Math.max(...ends) })
  }
  return ranges
}

/** The tooltip payload, with its keys in this order. Null values are left out. */
export function tooltipOf(parts: TooltipParts): RowObject {
  const { item, overrides } = parts
  const { quantity = 1, foundBy, isTradeable, lootState, amount } = overrides
  const name = resolve(item.name, parts)
  const payload: RowObject = {
    id: item.id,
    name: quantity > 1 && typeof name === 'string' ? `${name} x${quantity}` : name,
    rarity: item.rarity,
    archetype: item.archetype,
    slot_type: item.slot_type,
    armor_type: item.armor_type,
    gear_score: item.gear_score,
    description: resolve(item.description, parts),
    required_class: item.required_class,
    primary: primaryLines(parts),
    secondary: secondaryEntries(parts),
    found_by: foundBy,
    is_tradeable: isTradeable,
    loot_state: lootState,
    class: wearerOf(parts),
    amount,
    out_of_range: outOfRange(parts),
  }
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined && value !== null))
}

const resolve = (text: unknown, { texts }: TooltipParts): unknown =>
  typeof text === 'string' ? (texts?.get(text) ?? text) : text

function line(field: string, range: Range, parts: TooltipParts): string {
  const attribute = parts.attributes.get(field) ?? fallbackAttribute(field)
  return formatLine(String(resolve(attribute.name, parts)), attribute, range)
}

/** Every primary attribute of the template, overridden or as a range, and those that only the overrides name; by field. */
function primaryLines(parts: TooltipParts): string[] {
  const { item, overrides } = parts
  const given = [...overrides.primary].map(([field, value]) => [field, { min: value, max: value }] as const)
  const displayed = new Map([...rangesOf(item, 'primary'), ...given])
  return [...displayed.keys()].sort().map((field) => line(field, displayed.get(field) as Range, parts))
}

/**
 * Only the attributes that the request names: which of the template's possible ones an instance has, only its owner
 * knows.
 */
function secondaryEntries(parts: TooltipParts): string[][] {
  return [...parts.overrides.secondary].map(([field, { value, gem }]) => [
    line(field, { min: value, max: value }, parts),
    ...(gem === undefined ? [] : [parts.gemName(gem)]),
  ])
}

function wearerOf({ item, wearerId }: TooltipParts): { id: string; suitable: boolean } | undefined {
  if (wearerId === undefined) return undefined
  const required = Array.isArray(item.required_class) ? item.required_class.map((given) => tagOf(String(given))) : []
  return { id: wearerId, suitable: required.length === 0 || required.includes(tagOf(wearerId)) }
}

/** Names of the parameters whose value the template cannot have; an attribute that it lacks has no possible value. */
function outOfRange({ item, overrides }: TooltipParts): string[] | undefined {
  const outside = (kind: Kind, values: readonly (readonly [string, number])[]) => {
    const ranges = rangesOf(item, kind)
    return values.filter(([field, value]) => !isWithin(value, ranges.get(field))).map(([field]) => `${kind}[${field}]`)
  }
  const rolled = [...overrides.secondary].map(([field, { value }]) => [field, value] as const)
  const names = [...outside('primary', [...overrides.primary]), ...outside('secondary', rolled)]
  return names.length > 0 ? names : undefined
}

const isWithin = (value: number, range: Range | undefined) =>
  range !== undefined && value >= range.min && value <= range.max
