import { z } from 'zod'
import * as column from '../columns.ts'
import { cursorOrPage } from '../envelopes.ts'
import { exact, idLike } from '../filters.ts'
import { byPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'

export const spawners = resource({
  name: 'spawners',
  summary: 'Spawners',
  about: 'Where monsters, chests and props stand on the maps.',
  spec: '4.7',
  path: '/v2/spawners',
  mode: byPatch,
  envelope: cursorOrPage({ default: 25, max: 250 }),
  columns: {
    id: column.id('spawner'),
    source_key: column.key(),
    archetype: column.key(),
    map_id: column.reference('map_id', 'maps'),
    spawner_type: column.checkedSlug(['loot', 'monster', 'treasure', 'props', 'empty']),
    monster_id: column.reference('monster_id', 'monsters'),
    loot_table_id: column.reference('loot_table_id', 'loot_tables'),
    loot_drop_group_id: column.key(),
    location: column.object(),
    payload: column.list(z.unknown()),
    patch_id: column.patchId(),
  },
  filters: [
    exact('id', { or: ['raw_key'] }),
    exact('map_id'),
    exact('spawner_type'),
    exact('loot_table_id'),
    exact('monster_id'),
    exact('loot_drop_group_id'),
    idLike(),
  ],
})
