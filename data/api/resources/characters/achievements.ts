import * as column from '../../model/columns.ts'
import { cursor } from '../../model/envelopes.ts'
import { exact, idLike } from '../../model/filters.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

const categories = ['arena', 'class', 'community', 'coreplay', 'event', 'feat', 'highroller', 'item']

export const achievements = resource({
  name: 'achievements',
  summary: 'Achievements',
  description: 'Everything there is to achieve, by category.',
  specClause: '4.9',
  path: '/v2/achievements',
  mode: byPatch,
  envelope: cursor(),
  mainColumns: ['category', 'description'],
  locale: 'en',
  columns: {
    id: column.id('achievement'),
    source_key: column.key('The upstream key.'),
    archetype: column.key('Id that all stages of the achievement share.'),
    name: column.text('Name.'),
    description: column.text('What is to be done.'),
    category: column.checkedSlug(categories, 'Category.'),
    icon: column.asset('image/png', 'object'),
    payload: column.object('The upstream data as it is.'),
    patch_id: column.patchId(),
  },
  filters: [exact('category'), idLike(), exact('archetype')],
})
