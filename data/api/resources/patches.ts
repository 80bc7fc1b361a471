import { z } from 'zod'
import { findRow } from '../answers.ts'
import { text } from '../codecs.ts'
import * as column from '../columns.ts'
import { endpoint } from '../endpoint.ts'
import { inBody, page } from '../envelopes.ts'
import { exact } from '../filters.ts'
import { unscoped, type PatchMode } from '../patch-modes.ts'
import { mainBranch } from '../patches.ts'
import { resource } from '../resource.ts'
import { rowText, viewOf } from '../rows.ts'
import { rowSchema } from '../schemas.ts'

export const patches = resource({
  name: 'patches',
  summary: 'Imported game patches',
  spec: '4.3',
  path: '/v2/patches',
  mode: unscoped,
  envelope: page(),
  single: false,
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

const branchOnly: PatchMode = {
  ...unscoped,
  params: {
    branch: { codec: text(), default: mainBranch, summary: 'Branch on which a version or `current` is looked up.' },
  },
}

export const patch = endpoint({
  id: 'patches.single',
  path: '/v2/patches/{id}',
  summary: 'One patch, by numeric id, version, raw version or the literal `current`.',
  spec: '4.3',
  resource: patches,
  mode: branchOnly,
  files: { folder: 'row', by: 'row' },
  schema: z.strictObject({ body: rowSchema(patches) }),
  identify({ id = '' }, values, index) {
    const branch = String(values.branch)
    const byId = /^\d{1,15}$/.test(id) ? index.byId(Number(id)) : undefined
    return { id: String((byId ?? index.resolveOn(branch, id === 'current' ? undefined : id)).id) }
  },
  answer(request, store) {
    return { body: inBody(rowText(patches, findRow(patches, request, store), viewOf(request, store))) }
  },
})
