import type { Elements } from '../../model/columns.ts'
import type { Resource } from '../../model/resource.ts'
import { rowId, type StoredRow } from '../../model/store.ts'
import type { RowObject, RowView } from './row-view.ts'

/** Names that `embed` takes for what belongs to a row: elements of its details, and rows of other resources. */
export const partNames = ({ columns, parts = {} }: Pick<Resource, 'columns' | 'parts'>): string[] => [
  ...Object.keys(columns).filter((name) => columns[name]?.elements),
  ...Object.keys(parts),
]

/** True for one of these names. */
export const isPart = ({ columns, parts = {} }: Pick<Resource, 'columns' | 'parts'>, name: string): boolean =>
  columns[name]?.elements !== undefined || Object.hasOwn(parts, name)

/** What belongs to a row under one of these names. */
export function partOf(
  resource: Resource,
  row: StoredRow,
  name: string,
  view: RowView,
  show: (resource: Resource, row: StoredRow) => RowObject,
): readonly RowObject[] {
  const elements = resource.columns[name]?.elements
  if (elements) return elementsOf(elements, name, rowId(row), row)
  return partRows(resource, row, name, view).map(([part, held]) => show(part, held))
}

/** The rows of another resource that belong to a row under one of these names, each with that resource. */
export function partRows(
  { parts = {} }: Resource,
  row: StoredRow,
  name: string,
  { store, scope }: RowView,
): readonly (readonly [Resource, StoredRow])[] {
  const part = parts[name]
  if (!part) return []
  const conditions = [{ column: part.by, operator: 'equal' as const, value: rowId(row) }]
  return store.all(part.rows, scope, conditions).map((held) => [part.rows, held])
}

/** The elements of a detail of a stored row, as they are shown. */
function elementsOf(
  { parent, shareOf, shareAs, nullable }: Elements,
  name: string,
  id: string,
  { detail }: Pick<StoredRow, 'detail'>,
): RowObject[] {
  const held = (JSON.parse(detail ?? '{}') as Record<string, RowObject[] | undefined>)[name] ?? []
  const sum = held.reduce((total, one) => total + Number(one[shareOf] ?? 0), 0)
  const nulls = Object.fromEntries(nullable.map((field) => [field, null]))
  // `id` comes first, but takes precedence over a field of that name in the element.
  return held.map((one) => ({
    [parent]: id,
    ...nulls,
    ...one,
    [parent]: id,
    [shareAs]: sum > 0 ? Number(one[shareOf] ?? 0) / sum : 0,
  }))
}
