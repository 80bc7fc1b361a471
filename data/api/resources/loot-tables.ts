import { z } from 'zod'
import { findRow } from '../answers.ts'
import * as column from '../columns.ts'
import { endpoint } from '../endpoint.ts'
import { page } from '../envelopes.ts'
import { exact, substring } from '../filters.ts'
import { byPatch } from '../patch-modes.ts'
import { resource } from '../resource.ts'
import { viewOf } from '../row-view.ts'
import { rowObject } from '../rows.ts'
import { rowSchema } from '../schemas.ts'
import type { StoredRow } from '../store.ts'

const entry = z.looseObject({
  item_id: z.string(),
  weight: z.number().nonnegative(),
  min_quantity: z.int().nullish(),
  max_quantity: z.int().nullish(),
  tier: z.string().nullish(),
  conditions: z.unknown().optional(),
})

/** An entry in a monster's loot; in the table's own answer it carries `loot_table_id` and `conditions` too (spec 2.4). */
export const listedEntry = entry.extend({ probability: z.number().min(0).max(1) })

export const lootTables = resource({
  name: 'loot_tables',
  summary: 'Loot tables',
  about: 'What can drop, and how probably.',
  spec: '4.7',
  path: '/v2/loot-tables',
  mode: byPatch,
  envelope: page(),
  single: 'own',
  columns: {
    id: column.id('loot_table'),
    source_key: column.key(),
    type: column.slug(),
    name: column.text(),
    entries: column.detail(column.referring(column.list(entry, ['item_id', 'tier']), { 'entries[].item_id': 'items' })),
    captured_at: column.capturedAt(),
    patch_id: column.patchId(),
  },
  filters: [exact('id', { or: ['raw_key'] }), substring('name'), exact('type')],
})

interface LootEntry {
  item_id: string
  weight: number
  min_quantity?: number
  max_quantity?: number
  tier?: string
  conditions?: unknown
}

/** The entries of a stored table; `probability` is the share of the table's weights, 0 where they are all 0. */
export function lootOf(table: StoredRow): (LootEntry & { probability: number })[] {
  const { entries = [] } = JSON.parse(table.detail ?? '{}') as { entries?: LootEntry[] }
  const sum = entries.reduce((total, { weight }) => total + weight, 0)
  return entries.map(({ item_id, weight, min_quantity, max_quantity, tier }) => ({
    item_id,
    weight,
    probability: sum > 0 ? weight / sum : 0,
    min_quantity,
    max_quantity,
    tier,
  }))
}

export const lootTable = endpoint({
  id: 'loot_tables.single',
  path: '/v2/loot-tables/{id}',
  summary: 'A loot table with its entries.',
  spec: '4.7',
  resource: lootTables,
  mode: byPatch,
  files: { folder: 'row', by: 'row' },
  schema: z.strictObject({
    body: z.strictObject({
      loot_table: rowSchema(lootTables),
      entries: z.array(listedEntry.extend({ loot_table_id: z.string() })),
    }),
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
