import type { Condition } from '../../model/conditions.ts'
import { attributes as dictionary } from '../items/attributes.ts'
import { items } from '../items/items.ts'
import type { CatalogStore } from '../../model/store.ts'

/** How the values of an attribute are labeled and formatted. */
export interface Attribute {
  readonly field: string
  /** A text or a localization key. */
  readonly name: string
  readonly format: 'flat' | 'percent'
  /** Maximum number of digits after the point; up to six by default. */
  readonly decimals?: number
}

/** Attributes by field. */
export type Attributes = ReadonlyMap<string, Attribute>

/** Converts `armor_penetration` to `Armor Penetration`. */
const humanize = (field: string) => field.replaceAll('_', ' ').replace(/(^| )[a-z]/g, (start) => start.toUpperCase())

/** The fallback for an attribute without a row in `attributes`: a flat number with the field in words as its label. */
export const fallbackAttribute = (field: string): Attribute => ({ field, name: humanize(field), format: 'flat' })

/** The rows of `attributes` with these fields at a patch; all rows by default. */
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

/** All fields that occur in `attributes` or in columns of items at a patch. */
export function knownFields(store: CatalogStore, scope: number): ReadonlySet<string> {
  const ofItems = store
    .columnsOf(items, scope)
    .flatMap((column) => /^(?:primary|secondary)_(?:min|max)_([a-z0-9_]+)$/.exec(column)?.[1] ?? [])
  return new Set([...listedAttributes(store, scope).keys(), ...ofItems])
}
