import * as column from '../../model/columns.ts'
import { page } from '../../model/envelopes.ts'
import { exact, substring } from '../../model/filters.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

export const maps = resource({
  name: 'maps',
  summary: 'Maps',
  description: 'The maps on which spawners are placed.',
  specClause: '9.2',
  path: '/v2/maps',
  mode: byPatch,
  envelope: page(),
  columns: {
    id: column.id('map'),
    source_key: column.key('The upstream key.'),
    name: column.text('Name.'),
    patch_id: column.patchId(),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name')],
})
