import { z } from 'zod'
import { answerLinked, findRow, resourceOf } from '../answers.ts'
import * as column from '../columns.ts'
import { endpoint } from '../endpoint.ts'
import { page } from '../envelopes.ts'
import { exact, presence, range, substring } from '../filters.ts'
import { byPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'
import { viewOf } from '../row-view.ts'
import { rowObject, rowText } from '../rows.ts'
import { rowSchema } from '../schemas.ts'
import { catalogScope } from '../store.ts'
import { listedEntry, lootTables, lootOf } from './loot-tables.ts'

export const monsters = resource({
  name: 'monsters',
  summary: 'Monsters',
  about: 'Stats, abilities, loot, portraits and models of monsters.',
  spec: '4.4',
  path: '/v2/monsters',
  mode: byPatch,
  envelope: page(),
  columns: {
    id: column.id('monster'),
    source_key: column.key(),
    archetype: column.key(),
    name: column.text(),
    family: column.slug(),
    tier: column.slug(),
    hp: column.integer(),
    damage_min: column.integer(),
    damage_max: column.integer(),
    resistances: column.object(z.record(z.string(), z.number())),
    behaviors: column.strings(),
    animation_paths: { type: 'list', schema: z.unknown() },
    loot_table_id: column.reference('loot_table_id', 'loot_tables'),
    portrait: column.asset('image/png', 'hidden'),
    model: column.asset('model/gltf-binary', 'hidden'),
    captured_at: column.capturedAt(),
    patch_id: column.patchId(),
  },
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

export const monsterAbilities = resource({
  name: 'monster_abilities',
  summary: 'Abilities of monsters',
  spec: '2.4',
  mode: byPatch,
  key: ['monster_id', 'ability_id'],
  columns: {
    monster_id: column.reference('monster_id', 'monsters'),
    ability_id: column.key(),
    cooldown: column.number(),
    conditions: column.object(),
  },
})

export const abilitiesOfMonster = endpoint({
  id: 'monsters.abilities',
  path: '/v2/monsters/{id}/abilities',
  summary: 'Abilities of a monster.',
  spec: '4.4',
  resource: monsters,
  mode: byPatch,
  files: { folder: 'abilities', by: 'row' },
  schema: z.strictObject({ abilities: z.array(rowSchema(monsterAbilities)) }),
  answer(request, store) {
    const view = viewOf(request, store)
    const monster = rowObject(monsters, findRow(monsters, request, store), view)
    const conditions = [{ columns: ['monster_id'], test: (value: unknown) => value === monster.id }]
    const all = { offset: 0, limit: Infinity, descending: false }
    const { rows } = store.page(monsterAbilities, view.scope, { conditions, texts: undefined }, all)
    return { body: `{"abilities":[${rows.map((row) => rowText(monsterAbilities, row, view)).join(',')}]}` }
  },
})

export const lootOfMonster = endpoint({
  id: 'monsters.loot',
  path: '/v2/monsters/{id}/loot',
  summary: 'What a monster drops, and how probably.',
  spec: '4.4',
  resource: monsters,
  mode: byPatch,
  files: { folder: 'loot', by: 'row' },
  schema: z.strictObject({
    loot_table: z.looseObject({ id: z.string(), name: z.string().nullish() }).nullable(),
    entries: z.array(listedEntry),
  }),
  answer(request, store) {
    const view = viewOf(request, store)
    const monster = rowObject(resourceOf(request), findRow(monsters, request, store), view)
    const tableId = monster.loot_table_id
    const row =
      typeof tableId === 'string' ? store.row(lootTables, request.patch?.id ?? catalogScope, tableId) : undefined
    if (!row) return { body: '{"loot_table":null,"entries":[]}' }
    const { id, name } = rowObject(lootTables, row, view)
    return { body: JSON.stringify({ loot_table: { id, name }, entries: lootOf(row) }) }
  },
})

export const portraitOfMonster = endpoint({
  id: 'monsters.portrait',
  path: '/v2/monsters/{id}/portrait',
  summary: "A monster's portrait (image/png).",
  spec: '4.4',
  resource: monsters,
  mode: byPatch,
  rows: false,
  linked: 'portrait',
  schema: z.instanceof(Uint8Array),
  answer: answerLinked,
})

export const modelOfMonster = endpoint({
  id: 'monsters.model',
  path: '/v2/monsters/{id}/model',
  summary: "A monster's 3D model (model/gltf-binary).",
  spec: '4.4',
  resource: monsters,
  mode: byPatch,
  rows: false,
  linked: 'model',
  schema: z.instanceof(Uint8Array),
  answer: answerLinked,
})
