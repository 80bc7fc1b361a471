import * as column from '../columns.ts'
import { page } from '../envelopes.ts'
import { exact, range, substring } from '../filters.ts'
import { atPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const religions = resource({
  name: 'religions',
  summary: 'Religions',
  about: 'Deities, and what their levels cost in offerings.',
  spec: '4.5',
  path: '/v2/religions',
  mode: atPatch,
  envelope: page(),
  columns: {
    id: column.id('religion'),
    name: column.text(),
    icon: column.asset('image/png', 'url'),
    source_key: column.key(),
    desc: column.text(),
    subtitle: column.text(),
    order: column.integer(),
    offering_lv_count: column.integers(),
    art_data: column.key(),
    patch_version: column.patchVersion(),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name'), range('order')],
})
