import type { Column } from '../../../../data/api/model/columns.ts'
import type { RowDetail } from './row-detail.ts'
import { isRawKey, textOf } from './row-text.ts'

export interface ColumnValue {
  readonly name: string
  readonly value: unknown
}

/** The columns of a row in the groups of its page. */
interface RowColumns {
  /** Numbers, slugs, links. */
  readonly plain: readonly ColumnValue[]
  /** Objects and lists of objects. */
  readonly nested: readonly ColumnValue[]
  /** Upstream keys and other values that only programs need. */
  readonly keys: readonly ColumnValue[]
}

/** Columns that the page shows elsewhere, or that describe the patch or the list rather than the row. */
const hiddenColumns = new Set([
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
  'order',
])

const isKey = (column: Column | undefined, value: unknown) =>
  column !== undefined &&
  (column.derived !== undefined ||
    (column.type === 'string' && !column.facet && !column.localizable && !column.references && !column.kind) ||
    (column.localizable === true && typeof value === 'string' && isRawKey(value)))

const maxInlineValues = 8

const isNested = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  (!Array.isArray(value) ||
    value.length > maxInlineValues ||
    value.some((one) => typeof one === 'object' && one !== null && !('name' in one)))

/** Groups the columns of a row, in the order of the row. `excluded` names columns that the page shows itself. */
export function rowColumns({ row, list: { resource } }: RowDetail, excluded: readonly string[] = []): RowColumns {
  const columns = resource?.columns ?? {}
  const text = textOf(row)
  const values = Object.entries(row)
    .filter(([name]) => !hiddenColumns.has(name) && !excluded.includes(name))
    .flatMap(([name, value]) => (name === payloadColumn ? payloadFields(value) : [{ name, value }]))
    .filter(({ value }) => !isEmpty(value) && value !== text)
    .map(({ name, value }) => ({ name, value: textKeys(value) ?? value, isText: textKeys(value) !== undefined }))
  const keys = values.filter(({ name, value, isText }) => isText || (isKey(columns[name], value) && !isNested(value)))
  const others = values.filter((fact) => !keys.includes(fact))
  return {
    plain: others.filter(({ value }) => !isNested(value)),
    nested: others.filter(({ value }) => isNested(value)),
    keys,
  }
}

/** The keys of a list of texts that consist of only a key and a namespace; undefined for other values. */
const textKeys = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isTextKey) ? value.map(({ key }) => key) : undefined

const isTextKey = (one: unknown): one is { key: string; namespace: string } =>
  typeof one === 'object' && one !== null && Object.keys(one).sort().join() === 'key,namespace'

/** A column whose value is an object with further columns. */
export const payloadColumn = 'payload'

const payloadFields = (value: unknown): ColumnValue[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([name, one]) => ({ name, value: one as unknown }))
    : [{ name: payloadColumn, value }]

const isEmpty = (value: unknown) => value === null || (typeof value === 'object' && Object.keys(value).length === 0)
