import { expect, it } from 'vitest'
import { labelsOf } from './labels.ts'

const items = { weapon: { label: 'Weapon', count: 3 } }
const tables = { monster: { label: 'Of a monster', count: 1 } }

it('a column is labelled by its own list first, then by what all lists share, else not at all', () => {
  const facets = { type: items, 'loot_tables.type': tables }
  expect(labelsOf(facets, 'loot_tables', 'type')).toBe(tables)
  expect(labelsOf(facets, 'items', 'type')).toBe(items)
  expect(labelsOf(facets, 'items', 'rarity')).toEqual({})
})
