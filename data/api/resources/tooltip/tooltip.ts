import type { Texts } from '../../model/values/locales.ts'
import { tagOf } from '../../model/values/raw-key.ts'
import type { RowObject } from '../../answer/rows/row-view.ts'
import { fallbackAttribute, type Attributes } from './attributes.ts'
import { formatLine, type Range } from './lines.ts'
import type { Overrides } from './overrides.ts'

/** The data of a tooltip. */
interface TooltipParts {
  /** The item's row at the patch. */
  readonly item: RowObject
  /** Attributes of the row and the overrides; `fallbackAttribute` is used for missing ones. */
  readonly attributes: Attributes
  readonly overrides: Overrides
  /** The id of the class that the overrides name. */
  readonly wearerId: string | undefined
  /** Texts of the requested locale. */
  readonly texts: Texts | undefined
  /** Returns the display name of a gem, from its name in the request. */
  readonly gemName: (given: string) => string
}

type Kind = 'primary' | 'secondary'

/** The ranges that the item's row allows for attributes, by field. */
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

/** The tooltip as it is answered, with its keys in this order. Null values are left out. */
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

/** Lines for the primary attributes of the row and the overrides, by field: the override's value, else the row's range. */
function primaryLines(parts: TooltipParts): string[] {
  const { item, overrides } = parts
  const given = [...overrides.primary].map(([field, value]) => [field, { min: value, max: value }] as const)
  const displayed = new Map([...rangesOf(item, 'primary'), ...given])
  return [...displayed.keys()].sort().map((field) => line(field, displayed.get(field) as Range, parts))
}

/** Lines for the secondary attributes in the request; which of the possible attributes an instance has is not known otherwise. */
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

/** Names of the parameters whose value is outside of the row's range; every value of an attribute that the row lacks is. */
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
