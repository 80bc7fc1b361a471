import type { Condition } from '../../model/conditions.ts'
import { z } from 'zod'
import { findRow, resourceOf } from '../../answer/answers.ts'
import * as column from '../../model/columns.ts'
import { assetEndpoint, catalogEndpoint } from '../../model/endpoint.ts'
import { page } from '../../model/envelopes.ts'
import { exact, presence, range, substring } from '../../model/filters.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'
import { viewOf } from '../../answer/rows/row-view.ts'
import { rowObject, rowText } from '../../answer/rows/rows.ts'
import { jsonValue, rowSchema } from '../../model/schemas.ts'
import { scopeOf } from '../../model/store.ts'
import { listedEntry, lootTables, lootOf } from './loot-tables.ts'

export const monsterAbilities = resource({
  name: 'monster_abilities',
  summary: 'Abilities of monsters',
  specClause: '2.4',
  partOf: 'monsters',
  mode: byPatch,
  key: ['monster_id', 'ability_id'],
  columns: {
    monster_id: column.described('Id of the monster.', column.reference('monster_id', 'monsters')),
    ability_id: column.key('Id of the ability.'),
    cooldown: column.inUnit('seconds', column.number('Cooldown.')),
    conditions: column.object('When it is used, such as `min_distance` and `max_distance`.'),
  },
})

export const monsters = resource({
  name: 'monsters',
  summary: 'Monsters',
  description: 'Stats, abilities, loot, portraits and models of monsters.',
  specClause: '4.4',
  path: '/v2/monsters',
  mode: byPatch,
  envelope: page(),
  columns: {
    id: column.id('monster'),
    source_key: column.key('The upstream key.'),
    archetype: column.key('Id that all tiers of the monster share.'),
    name: column.text('Name.'),
    family: column.slug('Family.'),
    tier: column.slug('Tier, such as standard, elite or boss.'),
    hp: column.integer('Hit points.'),
    damage_min: column.integer('Least damage of a hit.'),
    damage_max: column.integer('Greatest damage of a hit.'),
    resistances: column.inUnit(
      'percent',
      column.object('Resistance to each type of damage.', z.record(z.string(), z.number())),
    ),
    behaviors: column.strings('Tags of its behavior.'),
    animation_paths: column.described('Paths of the animations.', {
      type: 'list',
      schema: jsonValue,
    }),
    loot_table_id: column.described('Id of the loot table.', column.reference('loot_table_id', 'loot_tables')),
    portrait: column.asset('image/png', 'bytes'),
    model: column.asset('model/gltf-binary', 'bytes'),
    captured_at: column.capturedAt(),
    patch_id: column.patchId(),
  },
  parts: { abilities: { rows: monsterAbilities, by: 'monster_id' } },
  filters: [
    exact('id', { or: ['raw_key'] }),
    substring('name'),
    exact('family'),
    exact('tier'),
    exact('loot_table_id'),
    range('hp'),
    range('damage_min'),
    range('damage_max'),
    presence('has_model', 'model'),
    presence('has_portrait', 'portrait'),
  ],
})

export const abilitiesOfMonster = catalogEndpoint({
  id: 'monsters.abilities',
  path: '/v2/monsters/{id}/abilities',
  summary: 'Abilities of a monster.',
  specClause: '4.4',
  resource: monsters,
  mode: byPatch,
  files: { folder: 'abilities', by: 'row' },
  schema: z.strictObject({ abilities: z.array(rowSchema(monsterAbilities)).describe('Its abilities.') }),
  answer(request, store) {
    const view = viewOf(request, store)
    const monster = rowObject(monsters, findRow(monsters, request, store), view)
    const conditions: Condition[] = [{ column: 'monster_id', operator: 'equal', value: String(monster.id) }]
    const rows = store.all(monsterAbilities, view.scope, conditions)
    return { body: `{"abilities":[${rows.map((row) => rowText(monsterAbilities, row, view)).join(',')}]}` }
  },
})

export const lootOfMonster = catalogEndpoint({
  id: 'monsters.loot',
  path: '/v2/monsters/{id}/loot',
  summary: 'What a monster drops, and how probably.',
  specClause: '4.4',
  resource: monsters,
  mode: byPatch,
  files: { folder: 'loot', by: 'row' },
  schema: z.strictObject({
    loot_table: z
      .strictObject({
        id: z.string().describe('Canonical id of the loot table.'),
        name: z.string().nullish().describe('Its name.'),
      })
      .nullable()
      .describe('The loot table; null when the monster has none at this patch.'),
    entries: z.array(listedEntry.meta({ id: 'LootEntry' })).describe('The entries of the table.'),
  }),
  answer(request, store) {
    const view = viewOf(request, store)
    const monster = rowObject(resourceOf(request), findRow(monsters, request, store), view)
    const tableId = monster.loot_table_id
    const row = typeof tableId === 'string' ? store.row(lootTables, scopeOf(request.patch), tableId) : undefined
    if (!row) return { body: '{"loot_table":null,"entries":[]}' }
    const { id, name } = rowObject(lootTables, row, view)
    return { body: JSON.stringify({ loot_table: { id, name }, entries: lootOf(row) }) }
  },
})

export const portraitOfMonster = assetEndpoint({
  id: 'monsters.portrait',
  path: '/v2/monsters/{id}/portrait',
  summary: "A monster's portrait (image/png).",
  specClause: '4.4',
  resource: monsters,
  mode: byPatch,
  column: 'portrait',
})

export const modelOfMonster = assetEndpoint({
  id: 'monsters.model',
  path: '/v2/monsters/{id}/model',
  summary: "A monster's 3D model (model/gltf-binary).",
  specClause: '4.4',
  resource: monsters,
  mode: byPatch,
  column: 'model',
})
