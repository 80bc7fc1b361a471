import * as column from '../columns.ts'
import { page } from '../envelopes.ts'
import { exact, substring } from '../filters.ts'
import { byPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const maps = resource({
  name: 'maps',
  summary: 'Maps',
  about: 'The maps that spawners stand on.',
  spec: '9.2',
  path: '/v2/maps',
  mode: byPatch,
  envelope: page(),
  columns: { id: column.id('map'), source_key: column.key(), name: column.text(), patch_id: column.patchId() },
  filters: [exact('id', { or: ['raw_key'] }), substring('name')],
})
