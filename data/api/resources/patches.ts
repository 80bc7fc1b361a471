import { z } from 'zod'
import { findRow } from '../answers.ts'
import * as column from '../columns.ts'
import { endpoint, type Path } from '../endpoint.ts'
import { inBody, page } from '../envelopes.ts'
import { exact } from '../filters.ts'
import type { Values } from '../params.ts'
import { byBranch, unscoped } from '../patch-modes.ts'
import { mainBranch, type PatchIndex } from '../patches.ts'
import { resource } from '../resource.ts'
import { viewOf } from '../row-view.ts'
import { rowText } from '../rows.ts'
import { rowSchema } from '../schemas.ts'

export const patches = resource({
  name: 'patches',
  summary: 'Imported game patches',
  about: 'Every imported patch of every branch, and what each one changed.',
  spec: '4.3',
  path: '/v2/patches',
  mode: unscoped,
  envelope: page(),
  single: 'own',
  columns: {
    id: column.integer(),
    branch: column.key(),
    version: column.key(),
    version_raw: column.key(),
    display_name: column.key(),
    released_at: column.timestamp(),
    imported_at: column.timestamp(),
    parent_patch_id: column.integer(),
    changelog_url: column.key(),
    notes: column.key(),
    is_current: column.boolean(),
  },
  filters: [
    exact('branch', { default: mainBranch }),
    exact('version', { or: ['version_raw'] }),
    exact('parent_patch_id'),
  ],
})

/** The numeric id of the patch that a path names: itself an id, a version, a raw version or `current`. */
export function identifyPatch({ id = '' }: Path, values: Values, index: PatchIndex): Path {
  const byId = /^[1-9]\d{0,14}$/.test(id) ? index.byId(Number(id)) : undefined
  return { id: String((byId ?? index.resolveOn(String(values.branch), id === 'current' ? undefined : id)).id) }
}

export const patch = endpoint({
  id: 'patches.single',
  path: '/v2/patches/{id}',
  summary: 'One patch, by numeric id, version, raw version or the literal `current`.',
  spec: '4.3',
  resource: patches,
  mode: byBranch,
  files: { folder: 'row', by: 'row' },
  schema: z.strictObject({ body: rowSchema(patches) }),
  identify: identifyPatch,
  answer(request, store) {
    return { body: inBody(rowText(patches, findRow(patches, request, store), viewOf(request, store))) }
  },
})
