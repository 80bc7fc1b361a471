import type { Unit } from '../../../data/api/model/columns.ts'
import type { Translate } from '../messages/translate.ts'
import { humanizeId } from './humanize.ts'
import { formatWithUnit } from './format-with-unit.ts'

/** A field of an object that is not part of its heading. */
type Field = readonly [name: string, value: unknown]

/** How a value of a row is shown. */
type ValueView =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'slug'; readonly slug: string }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'list'; readonly values: readonly unknown[]; readonly isInline: boolean }
  | ObjectView

interface ObjectView {
  readonly kind: 'object'
  /** For `{ item_id, count }`, shown as "4 × Bogiron Lump", and `{ attribute, value }`, shown as the attribute with its value. */
  readonly amount?: { readonly of: 'count' | 'value'; readonly value: number }
  /** The row that a field refers to. */
  readonly linkedId?: string
  /** The row, if the object itself is one. */
  readonly row?: { readonly id: string; readonly name: string }
  readonly fields: readonly Field[]
}

interface DescribeOptions {
  readonly t: Translate
  /** True for the id of a row that has a page. */
  readonly isKnown: (id: string) => boolean
  /** Id of the page's row: fields that repeat it are left out. */
  readonly self?: string
  /** Unit of numbers. */
  readonly unit?: Unit
}

const none: ValueView = { kind: 'none' }

/** Returns how to show a value of any JSON type. */
export function describeValue(value: unknown, options: DescribeOptions): ValueView {
  const { t } = options
  if (typeof value === 'string')
    return value.startsWith('id.') ? { kind: 'id', id: value } : { kind: 'slug', slug: value }
  if (typeof value === 'number') return { kind: 'text', text: formatWithUnit(value, options.unit, t) }
  if (typeof value === 'boolean') return { kind: 'text', text: t(value ? 'value.yes' : 'value.no') }
  if (Array.isArray(value)) return describeList(value, options)
  return typeof value === 'object' && value !== null ? describeObject(Object.entries(value), options) : none
}

function describeList(values: readonly unknown[], { isKnown, t }: DescribeOptions): ValueView {
  if (values.length === 0) return none
  if (values.some((value) => isKnown(String(value)))) return { kind: 'ids', ids: values.map(String) }
  if (values.every((value) => typeof value === 'number'))
    return { kind: 'text', text: values.map(t.exactNumber).join(' · ') }
  return { kind: 'list', values, isInline: values.every((value) => typeof value !== 'object') }
}

/** Fields of an embedded row that its name or the page already shows. */
const rowFields = new Set(['id', 'name', 'title', 'source_key', 'patch_id', 'patch_version'])

function describeObject(all: readonly Field[], options: DescribeOptions): ObjectView {
  const row = rowIn(all)
  const linked = row ? undefined : all.find((field) => isLink(field, options))
  const amount = linked && all.find(isAmount)
  const fields = all.filter(
    ([name, value]) =>
      value !== null &&
      value !== options.self &&
      name !== linked?.[0] &&
      name !== amount?.[0] &&
      !(row && rowFields.has(name)),
  )
  return {
    kind: 'object',
    ...(amount && { amount: { of: amount[0], value: amount[1] } }),
    ...(linked && { linkedId: linked[1] }),
    ...(row && { row }),
    fields,
  }
}

function rowIn(fields: readonly Field[]): ObjectView['row'] {
  const { id, name, title } = Object.fromEntries(fields)
  return typeof id === 'string' ? { id, name: String(name ?? title ?? humanizeId(id)) } : undefined
}

const isLink = (field: Field, { isKnown }: DescribeOptions): field is readonly [string, string] =>
  /_id$|^attribute$/.test(field[0]) && typeof field[1] === 'string' && isKnown(field[1])

const isAmount = (field: Field): field is readonly ['count' | 'value', number] =>
  (field[0] === 'count' || field[0] === 'value') && typeof field[1] === 'number'
