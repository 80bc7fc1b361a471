import type { Condition } from '../../model/conditions.ts'
import { attributes as dictionary } from '../items/attributes.ts'
import { items } from '../items/items.ts'
import type { CatalogStore } from '../../model/store.ts'

/** How an attribute's values are labelled and written. */
export interface Attribute {
  readonly field: string
  /** A text or a localization key. */
  readonly name: string
  readonly format: 'flat' | 'percent'
  /** Digits after the point at most; without it as many as the value has, up to six. */
  readonly decimals?: number
}

/** By field. */
export type Attributes = ReadonlyMap<string, Attribute>

/** `armor_penetration` to `Armor Penetration`. */
const humanize = (field: string) => field.replaceAll('_', ' ').replace(/(^| )[a-z]/g, (start) => start.toUpperCase())

/** The fallback for an attribute that the dictionary lacks: flat, its field in words. */
export const fallbackAttribute = (field: string): Attribute => ({ field, name: humanize(field), format: 'flat' })

/** The dictionary's rows of these fields at a patch; all of them when none are named. */
export function listedAttributes(store: CatalogStore, scope: number, fields?: ReadonlySet<string>): Attributes {
  const conditions: Condition[] = fields ? [{ column: 'field', operator: 'oneOf', value: [...fields] }] : []
  const rows = store.all(dictionary, scope, conditions)
  return new Map(rows.flatMap(({ text }) => entryOf(JSON.parse(text) as Partial<Attribute>)))
}

function entryOf({ field, name, format, decimals }: Partial<Attribute>): [string, Attribute][] {
  if (typeof field !== 'string') return []
  const isPercent = format === 'percent'
  return [[field, { field, name: name ?? humanize(field), format: isPercent ? format : 'flat', decimals }]]
}

/** Every field that the dictionary or a column of any item names at a patch. */
export function knownFields(store: CatalogStore, scope: number): ReadonlySet<string> {
  const ofItems = store
    .columnsOf(items, scope)
    .flatMap((column) => /^(?:primary|secondary)_(?:min|max)_([a-z0-9_]+)$/.exec(column)?.[1] ?? [])
  return new Set([...listedAttributes(store, scope).keys(), ...ofItems])
}
