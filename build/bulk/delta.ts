import type { Patch } from '../../data/api/model/patches.ts'
import type { StoredRow } from '../../data/api/model/store.ts'
import type { Catalog } from '../../data/store/catalog/catalog.ts'
import { bulkResources, bulkRowText } from './bulk-rows.ts'

/**
 * The difference between a patch and its parent, as NDJSON of `{ op: put | delete, resource, id, row? }` by resource, then
 * id; undefined for a patch without a parent. The id of a row with several key columns is their values, separated by spaces.
 */
export function deltaOf(
  catalog: Catalog,
  { id, parent_patch_id: parent }: Patch,
): { text: string; rows: number } | undefined {
  if (parent === null) return undefined
  const lines: string[] = []
  for (const resource of bulkResources(catalog)) {
    const before = rowsById(catalog, resource, parent)
    const after = rowsById(catalog, resource, id)
    const textOf = bulkRowText(catalog, resource)
    const head = (op: 'put' | 'delete', key: string) => JSON.stringify({ op, resource: resource.name, id: key })
    const changed: [key: string, line: string][] = []
    for (const [key, row] of after)
      if (!isSame(row, before.get(key))) changed.push([key, `${head('put', key).slice(0, -1)},"row":${textOf(row)}}\n`])
    for (const key of before.keys()) if (!after.has(key)) changed.push([key, `${head('delete', key)}\n`])
    lines.push(...changed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line))
  }
  return { text: lines.join(''), rows: lines.length }
}

function rowsById(catalog: Catalog, resource: Parameters<Catalog['ids']>[0], scope: number): Map<string, StoredRow> {
  const rows = catalog.all(resource, scope)
  return new Map(catalog.ids(resource, scope).flatMap((id, at) => (rows[at] ? [[id, rows[at]] as const] : [])))
}

const isSame = (one: StoredRow, other: StoredRow | undefined): boolean =>
  one.text === other?.text &&
  one.detail === other.detail &&
  one.sincePatchId === other.sincePatchId &&
  one.capturedAt === other.capturedAt
