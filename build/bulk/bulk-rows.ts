import type { Column } from '../../data/api/model/columns.ts'
import { isImported, type Resource } from '../../data/api/model/resource.ts'
import { rowText } from '../../data/api/answer/rows/rows.ts'
import type { RowObject } from '../../data/api/answer/rows/row-view.ts'
import type { StoredRow } from '../../data/api/model/store.ts'
import type { Catalog } from '../../data/store/catalog/catalog.ts'

/** The resources whose rows bulk files contain, in the order of the table. */
export const bulkResources = ({ api }: Catalog): Resource[] => [...api.resources.values()].filter(isImported)

/** Returns a function for the JSON text of a row as in lists, with its detail and without columns that differ in every patch. */
export function bulkRowText(catalog: Catalog, resource: Resource): (row: StoredRow) => string {
  const lasting = { ...resource, columns: withoutPatch(resource.columns) }
  const view = { scope: 0, store: catalog, patch: undefined, texts: undefined, condense: true }
  const parts = Object.keys(resource.columns).filter((name) => isPart(resource.columns[name]))
  return (row) => {
    const listed = rowText(lasting, row, view)
    if (parts.length === 0 || row.detail === null) return listed
    const detail = JSON.parse(row.detail) as RowObject
    const own = Object.fromEntries(parts.flatMap((name) => (name in detail ? [[name, detail[name]]] : [])))
    return `${listed.slice(0, -1)},${JSON.stringify(own).slice(1)}`
  }
}

const isPart = (column: Column | undefined): boolean => column?.detail === true && column.asset === undefined

const withoutPatch = (columns: Resource['columns']): Resource['columns'] =>
  Object.fromEntries(
    Object.entries(columns).filter(([, { derived }]) => derived !== 'position' && derived !== 'patch_id'),
  )

/** The JSON texts of a resource's rows at a patch in order of ids, and all of them as NDJSON. */
export function bulkRows(catalog: Catalog, resource: Resource, scope: number): { lines: string[]; text: string } {
  const lines = catalog.all(resource, scope).map(bulkRowText(catalog, resource))
  return { lines, text: lines.map((line) => `${line}\n`).join('') }
}
