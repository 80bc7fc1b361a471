import type { Column } from '../../../data/api/columns.ts'
import type { LoadedThing } from './loaded-thing.ts'
import { isRawKey, textOf } from './thing-text.ts'

export interface Fact {
  readonly name: string
  readonly value: unknown
}

/** A row's columns as its page lists them. */
export interface Facts {
  /** Figures, slugs, links. */
  readonly plain: readonly Fact[]
  /** Objects and lists of objects. */
  readonly nested: readonly Fact[]
  /** Upstream keys and whatever else serves programs. */
  readonly keys: readonly Fact[]
}

/** On the page already, or about the patch and the list rather than about the thing. */
const shownElsewhere = new Set([
  'patch_id',
  'cursor',
  'id',
  'name',
  'title',
  'description',
  'icon',
  'icon_url',
  'desc',
  'desc_data',
  'rarity',
])

const isKey = (column: Column | undefined, value: unknown) =>
  column !== undefined &&
  (column.derived !== undefined ||
    (column.type === 'string' && !column.facet && !column.localizable && !column.references && !column.kind) ||
    (column.localizable === true && typeof value === 'string' && isRawKey(value)))

const mostInLine = 8

const isNested = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  (!Array.isArray(value) ||
    value.length > mostInLine ||
    value.some((one) => typeof one === 'object' && one !== null && !('name' in one)))

/** Columns in the order of the declaration; `left` names what the page shows by itself. */
export function factsOf({ row, list: { resource } }: LoadedThing, left: readonly string[] = []): Facts {
  const columns = resource?.columns ?? {}
  const text = textOf(row)
  const facts = Object.entries(row)
    .filter(([name]) => !shownElsewhere.has(name) && !left.includes(name))
    .flatMap(([name, value]) => (name === bag ? opening(value) : [{ name, value }]))
    .filter(({ value }) => !isEmpty(value) && value !== text)
    .map(({ name, value }) => ({ name, value: textKeys(value) ?? value, isText: textKeys(value) !== undefined }))
  const keys = facts.filter(({ name, value, isText }) => isText || (isKey(columns[name], value) && !isNested(value)))
  const others = facts.filter((fact) => !keys.includes(fact))
  return {
    plain: others.filter(({ value }) => !isNested(value)),
    nested: others.filter(({ value }) => isNested(value)),
    keys,
  }
}

/** The keys of texts that are told by key and namespace alone. */
const textKeys = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isTextKey) ? value.map(({ key }) => key) : undefined

const isTextKey = (one: unknown): one is { key: string; namespace: string } =>
  typeof one === 'object' && one !== null && Object.keys(one).sort().join() === 'key,namespace'

/** A column that is no more than a bag of others. */
export const bag = 'payload'

const opening = (value: unknown): Fact[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([name, one]) => ({ name, value: one as unknown }))
    : [{ name: bag, value }]

const isEmpty = (value: unknown) => value === null || (typeof value === 'object' && Object.keys(value).length === 0)
