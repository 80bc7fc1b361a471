import * as column from '../../model/columns.ts'
import { cursor } from '../../model/envelopes.ts'
import { exact, idLike } from '../../model/filters.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'

export const faustianBargains = resource({
  name: 'faustian_bargains',
  summary: 'Faustian bargains',
  description: 'Risks that can be taken for rewards during one run.',
  specClause: '4.9',
  path: '/v2/faustian_bargains',
  mode: byPatch,
  envelope: cursor(),
  mainColumns: ['tier', 'description'],
  columns: {
    id: column.id('faustian_bargain'),
    source_key: column.key('The upstream key.'),
    archetype: column.key('Id that all bargains of its kind share.'),
    name: column.text('Name.'),
    description: column.text('What it costs and gives.'),
    icon: column.asset('image/png', 'object'),
    tier: column.integer('Tier, from 1.'),
    payload: column.object('Abilities, effects, skills and overrides, resolved.'),
    patch_id: column.patchId(),
  },
  filters: [exact('tier'), idLike(), exact('archetype')],
})
