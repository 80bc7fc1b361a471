import * as column from '../columns.ts'
import { cursor } from '../envelopes.ts'
import { exact, idLike } from '../filters.ts'
import { byPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const faustianBargains = resource({
  name: 'faustian_bargains',
  summary: 'Faustian bargains',
  about: 'Risks for rewards that are taken during one run.',
  spec: '4.9',
  path: '/v2/faustian_bargains',
  mode: byPatch,
  envelope: cursor(),
  columns: {
    id: column.id('faustian_bargain'),
    source_key: column.key(),
    archetype: column.key(),
    name: column.text(),
    description: column.text(),
    icon: column.asset('image/png', 'object'),
    tier: column.integer(),
    payload: column.object(),
    patch_id: column.patchId(),
  },
  filters: [exact('tier'), idLike(), exact('archetype')],
})
