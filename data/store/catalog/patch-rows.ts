import { toRfc3339 } from '../../api/answer/rows/rows.ts'
import type { Patch } from '../../api/model/patches.ts'

/** A patch as it is stored, without what is derived from the list of patches. */
export type PatchFields = Omit<Patch, 'is_current' | 'changelog_url'>

/** Patches with what is derived from the whole list. */
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

/** By its id where the version could be the id of another patch: a path means ids before versions. */
function changelogOf({ id, branch, version }: PatchFields): string {
  if (/^\d+$/.test(version)) return `/v2/patches/${id}/changelog`
  const query = branch === 'main' ? '' : `?branch=${encodeURIComponent(branch)}`
  return `/v2/patches/${encodeURIComponent(version)}/changelog${query}`
}
