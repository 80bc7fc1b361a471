import * as column from '../columns.ts'
import { cursor } from '../envelopes.ts'
import { exact, idLike } from '../filters.ts'
import { byPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

const categories = ['arena', 'class', 'community', 'coreplay', 'event', 'feat', 'highroller', 'item']

export const achievements = resource({
  name: 'achievements',
  summary: 'Achievements',
  about: 'What there is to achieve, by category.',
  spec: '4.9',
  path: '/v2/achievements',
  mode: byPatch,
  envelope: cursor(),
  locale: 'en',
  columns: {
    id: column.id('achievement'),
    source_key: column.key(),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    category: column.checkedSlug(categories),
    icon: column.asset('image/png', 'object'),
    payload: column.object(),
    patch_id: column.patchId(),
  },
  filters: [exact('category'), idLike(), exact('archetype')],
})
