import { isImported, type Resource } from '../../data/api/resource.ts'
import type { Change } from '../../data/api/store.ts'
import type { CatalogWriter, DifferingRow } from '../../data/store/catalog-writer.ts'
import { diffRows, type Row } from './diff-rows.ts'

/** What a patch changed against its parent, in every resource; rows whose `captured_at` alone differs did not change. */
export function changesOf(writer: CatalogWriter, patchId: number, parentId: number): Omit<Change, 'patch_id'>[] {
  return [...writer.api.resources.values()]
    .filter(isImported)
    .flatMap((resource) => [...writer.differing(resource, patchId, parentId)].map((row) => changeOf(resource, row)))
}

function changeOf(resource: Resource, row: DifferingRow): Omit<Change, 'patch_id'> {
  const before = whole(row.before, row.beforeDetail)
  const after = whole(row.after, row.afterDetail)
  const { name, title } = after ?? before ?? {}
  const shown = name ?? title
  return {
    resource: resource.name,
    id: row.key,
    name: typeof shown === 'string' ? shown : null,
    change: before && after ? 'changed' : after ? 'added' : 'removed',
    fields: JSON.stringify(before && after ? diffRows(resource.columns, before, after) : []),
  }
}

const whole = (text: string | null, detail: string | null): Row | undefined =>
  text === null ? undefined : ({ ...JSON.parse(text), ...JSON.parse(detail ?? '{}') } as Row)
