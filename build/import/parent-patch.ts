import type { StoredPatch } from '../../data/store/catalog/catalog-writer.ts'
import type { PatchFile } from './patch-file.ts'
import type { ValidationErrors } from './validation-errors.ts'

type Patches = readonly StoredPatch[]

/** The patch with this version on this branch; undefined if there is none. */
export const findPatch = (patches: Patches, { branch, version }: { branch: string; version: string }) =>
  patches.find((patch) => patch.branch === branch && patch.version === version)

interface KnownPatches {
  /** The patch itself, if it was imported before. */
  readonly known: StoredPatch | undefined
  readonly patches: Patches
  readonly errors: ValidationErrors
}

/**
 * The parent of a bundle's patch: the one that `patch.json` names, else the one that the patch had before, else the newest
 * patch of its branch. Adds a validation error if the named parent is unknown or a descendant.
 */
export function parentOf(file: PatchFile, { known, patches, errors }: KnownPatches): StoredPatch | undefined {
  if (!file.parent) {
    if (known) return patches.find(({ id }) => id === known.parent_patch_id)
    return patches.findLast(({ branch }) => branch === file.branch)
  }
  const parent = findPatch(patches, file.parent)
  const name = `${file.parent.version} on ${file.parent.branch}`
  if (!parent) errors.add('patch.json', 0, 'parent', 'a patch that was imported before', name)
  else if (known && isDescendant(parent, known, patches))
    errors.add('patch.json', 0, 'parent', 'no descendant of the patch itself', name)
  return parent ?? patches.at(-1)
}

function isDescendant(patch: StoredPatch, of: StoredPatch, patches: Patches): boolean {
  for (let at: StoredPatch | undefined = patch; at; at = patches.find(({ id }) => id === at.parent_patch_id))
    if (at.id === of.id) return true
  return false
}
