import type { Elements } from '../../model/columns.ts'
import type { Resource } from '../../model/resource.ts'
import type { StoredRow } from '../../model/store.ts'
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
  { store, scope }: RowView,
  show: (resource: Resource, row: StoredRow) => RowObject,
): readonly RowObject[] {
  const elements = resource.columns[name]?.elements
  const id = String((JSON.parse(row.text) as RowObject).id)
  if (elements) return elementsOf(elements, name, id, row)
  const part = resource.parts?.[name]
  if (!part) return []
  const conditions = [{ column: part.by, operator: 'equal' as const, value: id }]
  return store.all(part.rows, scope, conditions).map((one) => show(part.rows, one))
}

/** The elements of a detail of a stored row, as they are shown. */
export function elementsOf(
  { parent, shareOf, shareAs, nullable }: Elements,
  name: string,
  id: string,
  { detail }: Pick<StoredRow, 'detail'>,
): RowObject[] {
  const held = (JSON.parse(detail ?? '{}') as Record<string, RowObject[] | undefined>)[name] ?? []
  const sum = held.reduce((total, one) => total + Number(one[shareOf] ?? 0), 0)
  const nulls = Object.fromEntries(nullable.map((field) => [field, null]))
  return held.map((one) => ({
    [parent]: id,
    ...nulls,
    ...one,
    [shareAs]: sum > 0 ? Number(one[shareOf] ?? 0) / sum : 0,
  }))
}
