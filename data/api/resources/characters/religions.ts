import * as column from '../../model/columns.ts'
import { page } from '../../model/envelopes.ts'
import { exact, range, substring } from '../../model/filters.ts'
import { atPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

export const religions = resource({
  name: 'religions',
  summary: 'Religions',
  description: 'Deities, and what their levels cost in offerings.',
  specClause: '4.5',
  path: '/v2/religions',
  mode: atPatch,
  envelope: page(),
  mainColumns: ['desc'],
  columns: {
    id: column.id('religion'),
    name: column.text('Name.'),
    icon: column.asset('image/png', 'url'),
    source_key: column.key('The upstream key.'),
    desc: column.text('Description.'),
    subtitle: column.text('Subtitle.'),
    order: column.integer('Place in the order of religions.'),
    offering_lv_count: column.integers('Gold that each level costs; the first element is level 1.'),
    art_data: column.key('Upstream key of the art.'),
    patch_version: column.patchVersion(),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name'), range('order')],
})
