import type { Elements } from '../../model/columns.ts'
import type { Resource } from '../../model/resource.ts'
import { rowId, type StoredRow } from '../../model/store.ts'
import type { RowObject, RowView } from './row-view.ts'

/** Names of a row's parts that `embed` accepts: lists in its detail, and rows of other resources. */
export const partNames = ({ columns, parts = {} }: Pick<Resource, 'columns' | 'parts'>): string[] => [
  ...Object.keys(columns).filter((name) => columns[name]?.elements),
  ...Object.keys(parts),
]

/** Whether a name is one of `partNames`. */
export const isPart = ({ columns, parts = {} }: Pick<Resource, 'columns' | 'parts'>, name: string): boolean =>
  columns[name]?.elements !== undefined || Object.hasOwn(parts, name)

/** The parts of a row with one of `partNames`, as objects. */
export function partOf(
  resource: Resource,
  row: StoredRow,
  name: string,
  view: RowView,
  show: (resource: Resource, row: StoredRow) => RowObject,
): readonly RowObject[] {
  const elements = resource.columns[name]?.elements
  if (elements) return elementsOf(elements, name, rowId(row), row)
  return partRows(resource, row, name, view).map(([part, partRow]) => show(part, partRow))
}

/** The rows of another resource that are parts of a row, each with that resource; empty for lists in the detail. */
export function partRows(
  { parts = {} }: Resource,
  row: StoredRow,
  name: string,
  { store, scope }: RowView,
): readonly (readonly [Resource, StoredRow])[] {
  const part = parts[name]
  if (!part) return []
  const conditions = [{ column: part.by, operator: 'equal' as const, value: rowId(row) }]
  return store.all(part.rows, scope, conditions).map((partRow) => [part.rows, partRow])
}

/** The elements of a list in the detail of a stored row, with the fields that `Elements` adds. */
function elementsOf(
  { parent, shareOf, shareAs, nullable }: Elements,
  name: string,
  id: string,
  { detail }: Pick<StoredRow, 'detail'>,
): RowObject[] {
  const elements = (JSON.parse(detail ?? '{}') as Record<string, RowObject[] | undefined>)[name] ?? []
  const sum = elements.reduce((total, one) => total + Number(one[shareOf] ?? 0), 0)
  const nulls = Object.fromEntries(nullable.map((field) => [field, null]))
  // The id comes first, but takes precedence over a field of the same name in the element.
  return elements.map((one) => ({
    [parent]: id,
    ...nulls,
    ...one,
    [parent]: id,
    [shareAs]: sum > 0 ? Number(one[shareOf] ?? 0) / sum : 0,
  }))
}
