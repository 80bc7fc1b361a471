import { z } from 'zod'
import { findRow } from '../../answer/answers.ts'
import * as column from '../../model/columns.ts'
import { catalogEndpoint } from '../../model/endpoint.ts'
import { page } from '../../model/envelopes.ts'
import { exact, substring } from '../../model/filters.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'
import { fieldsParam } from '../../model/row-params.ts'
import { viewOf } from '../../answer/rows/row-view.ts'
import { rowObject } from '../../answer/rows/rows.ts'
import { jsonValue, rowSchema } from '../../model/schemas.ts'
import type { StoredRow } from '../../model/store.ts'

const entry = z.looseObject({
  item_id: z.string().describe('Canonical id of the item.'),
  weight: z.number().nonnegative().describe('Weight among the entries of its table.'),
  min_quantity: z.int().nullish().describe('Least quantity.'),
  max_quantity: z.int().nullish().describe('Greatest quantity.'),
  tier: z.string().nullish().describe('Tier of the entry; actual rolls may differ.'),
  conditions: z.unknown().optional().describe('When it can drop; null when always.'),
})

/** An entry in a monster's loot; entries in the answer of the table itself also have `loot_table_id` and `conditions`. */
export const listedEntry = entry.omit({ conditions: true }).extend({
  probability: z.number().min(0).max(1).describe('Its share of the weights of the table, from 0 to 1.'),
})

const tableEntry = listedEntry
  .extend({
    loot_table_id: z.string().describe('Canonical id of the loot table.'),
    conditions: jsonValue.describe('When it can drop; null when always.'),
  })
  .meta({ id: 'LootTableEntry' })

export const lootTables = resource({
  name: 'loot_tables',
  summary: 'Loot tables',
  description: 'What can drop, and how likely it is.',
  specClause: '4.7',
  path: '/v2/loot-tables',
  mode: byPatch,
  envelope: page(),
  partOf: 'monsters',
  single: 'own',
  columns: {
    id: column.id('loot_table'),
    source_key: column.key('The upstream key.'),
    type: column.slug('What drops it, such as monster, chest or merchant.'),
    name: column.text('Name.'),
    entries: column.detail(
      column.withReferences(column.list(entry, ['item_id', 'tier']), { 'entries[].item_id': 'items' }),
      {
        schema: tableEntry,
        parent: 'loot_table_id',
        shareOf: 'weight',
        shareAs: 'probability',
        nullable: ['conditions'],
      },
    ),
    captured_at: column.capturedAt(),
    patch_id: column.patchId(),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name'), exact('type')],
})

type LootEntry = z.infer<typeof entry>

/** The entries of a stored table; `probability` is an entry's share of the sum of weights, or 0 if that is 0. */
export function lootOf(table: Pick<StoredRow, 'detail'>): (LootEntry & { probability: number })[] {
  const { entries = [] } = JSON.parse(table.detail ?? '{}') as { entries?: LootEntry[] }
  const sum = entries.reduce((total, { weight }) => total + weight, 0)
  return entries.map(({ item_id, weight, conditions: _, probability: _given, loot_table_id: _table, ...others }) => ({
    item_id,
    weight,
    probability: sum > 0 ? weight / sum : 0,
    ...others,
  }))
}

export const lootTable = catalogEndpoint({
  id: 'loot_tables.single',
  path: '/v2/loot-tables/{id}',
  summary: 'A loot table with its entries.',
  specClause: '4.7',
  resource: lootTables,
  mode: byPatch,
  params: fieldsParam(lootTables.columns),
  files: { folder: 'row', by: 'row' },
  schema: z.strictObject({
    body: z
      .strictObject({
        loot_table: rowSchema(lootTables).describe('The table.'),
        entries: z.array(tableEntry).describe('The entries of the table.'),
      })
      .describe('The table and its entries.'),
  }),
  answer(request, store) {
    const row = findRow(lootTables, request, store)
    const table = rowObject(lootTables, row, viewOf(request, store))
    const { entries: stored = [] } = JSON.parse(row.detail ?? '{}') as { entries?: LootEntry[] }
    const entries = lootOf(row).map((listed, at) => ({
      loot_table_id: table.id,
      ...listed,
      conditions: stored[at]?.conditions ?? null,
    }))
    return { body: JSON.stringify({ body: { loot_table: table, entries } }) }
  },
})
