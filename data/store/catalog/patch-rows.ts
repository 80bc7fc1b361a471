import { toRfc3339 } from '../../api/answer/rows/rows.ts'
import type { Patch } from '../../api/model/patches.ts'

/** The stored fields of a patch, without those that depend on the list of patches. */
export type PatchFields = Omit<Patch, 'is_current' | 'changelog_url'>

/** Adds the fields that depend on the list of patches. */
export function patchRows(stored: readonly PatchFields[]): Patch[] {
  const newest = new Map(stored.map((patch) => [patch.branch, patch.id]))
  const branches = new Set<string>()
  return stored.map((patch) => {
    const isFirst = !branches.has(patch.branch)
    branches.add(patch.branch)
    return {
      id: patch.id,
      branch: patch.branch,
      version: patch.version,
      version_raw: patch.version_raw,
      display_name: patch.display_name,
      released_at: patch.released_at === null ? null : toRfc3339(patch.released_at),
      imported_at: patch.imported_at,
      parent_patch_id: patch.parent_patch_id,
      changelog_url: isFirst ? null : changelogOf(patch),
      notes: patch.notes,
      is_current: newest.get(patch.branch) === patch.id,
    }
  })
}

/** The URL has the version, or the id if the version is a number: in paths a number means an id. */
function changelogOf({ id, branch, version }: PatchFields): string {
  if (/^\d+$/.test(version)) return `/v2/patches/${id}/changelog`
  const query = branch === 'main' ? '' : `?branch=${encodeURIComponent(branch)}`
  return `/v2/patches/${encodeURIComponent(version)}/changelog${query}`
}
