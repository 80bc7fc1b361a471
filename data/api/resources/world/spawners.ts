import { z } from 'zod'
import * as column from '../../model/columns.ts'
import { cursorOrPage } from '../../model/envelopes.ts'
import { exact, idLike } from '../../model/filters.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'
import { jsonValue } from '../../model/schemas.ts'

const place = z.looseObject({
  x: z.number().optional().describe('East to west, in the units of the map.'),
  y: z.number().optional().describe('North to south, in the units of the map.'),
  z: z.number().optional().describe('Height, in the units of the map.'),
  rotation: jsonValue.optional().describe('Rotation, in degrees.'),
})

export const spawners = resource({
  name: 'spawners',
  summary: 'Spawners',
  description: 'Where monsters, chests and props appear on the maps.',
  specClause: '4.7',
  path: '/v2/spawners',
  mode: byPatch,
  envelope: cursorOrPage({ default: 25, max: 250 }),
  columns: {
    id: column.id('spawner'),
    source_key: column.key('The upstream key; the same spawner may stand on several maps.'),
    archetype: column.key('Id that all spawners of its kind share.'),
    map_id: column.described('Id of the map.', column.reference('map_id', 'maps')),
    spawner_type: column.checkedSlug(['loot', 'monster', 'treasure', 'props', 'empty'], 'What it spawns.'),
    monster_id: column.described('Id of the monster.', column.reference('monster_id', 'monsters')),
    loot_table_id: column.described('Id of the loot table.', column.reference('loot_table_id', 'loot_tables')),
    loot_drop_group_id: column.key('Id of the group of drops.'),
    location: column.object(
      'Where it stands: `x`, `y`, `z` in the units of the map and `rotation` in degrees; may be empty.',
      place,
    ),
    payload: column.described('Every entry that it may spawn.', column.list(z.unknown())),
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
