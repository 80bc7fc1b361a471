import { z } from 'zod'
import { findRow } from '../../answer/answers.ts'
import * as column from '../../model/columns.ts'
import { catalogEndpoint, type Path } from '../../model/endpoint.ts'
import { inBody, page } from '../../model/envelopes.ts'
import { exact, type FilterDeclaration } from '../../model/filters.ts'
import type { Values } from '../../model/values/params.ts'
import { byBranch, unscoped } from '../../model/patch-modes.ts'
import { mainBranch, parsePatchId, type PatchIndex } from '../../model/patches.ts'
import { resource } from '../../model/resource.ts'
import { fieldsParam } from '../../model/row-params.ts'
import { viewOf } from '../../answer/rows/row-view.ts'
import { rowText } from '../../answer/rows/rows.ts'
import { rowSchema } from '../../model/schemas.ts'

/** The filter by branch: the list always shows a single branch. */
const ofBranch: FilterDeclaration = (columns) => {
  const summary = 'The branch whose patches are listed; `current` in `/v2/meta` names every branch.'
  return exact('branch', { default: mainBranch })(columns).map((filter) => ({ ...filter, summary }))
}

export const patches = resource({
  name: 'patches',
  summary: 'Imported game patches',
  description: 'Every imported patch of every branch, and what each one changed.',
  specClause: '4.3',
  path: '/v2/patches',
  mode: unscoped,
  envelope: page(),
  single: 'own',
  columns: {
    id: column.alwaysPresent(column.integer('Surrogate id, global across branches.')),
    branch: column.alwaysPresent(column.key('Git-style branch label.')),
    version: column.alwaysPresent(column.key('Canonical version, unique on its branch.')),
    version_raw: column.alwaysPresent(column.key('Version as the game names it; accepted wherever a version is.')),
    display_name: column.alwaysPresent(column.key('Label for people.')),
    released_at: column.timestamp('When the game released it.'),
    imported_at: column.alwaysPresent(column.timestamp('When it was imported here.')),
    parent_patch_id: column.integer('Id of the patch that it was compared with, possibly on another branch.'),
    changelog_url: column.key('Path of its changelog; null for the first patch of a branch.'),
    notes: column.key('Notes of the import.'),
    is_current: column.alwaysPresent(column.boolean('True for the patch imported last on its branch.')),
  },
  filters: [ofBranch, exact('version', { or: ['version_raw'] }), exact('parent_patch_id')],
})

/** Replaces the name of a patch in a path (an id, a version, a raw version or `current`) by its numeric id. Throws `unknown_patch`. */
export function identifyPatch({ id = '' }: Path, values: Values, index: PatchIndex): Path {
  const byId = index.byId(parsePatchId(id))
  return { id: String((byId ?? index.resolveOn(String(values.branch), id === 'current' ? undefined : id)).id) }
}

export const patch = catalogEndpoint({
  id: 'patches.single',
  path: '/v2/patches/{id}',
  summary: 'One patch, by numeric id, version, raw version or the literal `current`.',
  specClause: '4.3',
  resource: patches,
  mode: byBranch,
  params: fieldsParam(patches.columns),
  files: { folder: 'row', by: 'row' },
  schema: z.strictObject({ body: rowSchema(patches).describe('The patch.') }),
  identify: identifyPatch,
  answer(request, store) {
    return { body: inBody(rowText(patches, findRow(patches, request, store), viewOf(request, store))) }
  },
})
