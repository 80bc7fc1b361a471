import { describe, expect, it } from 'vitest'
import * as column from './columns.ts'

describe('an id', () => {
  it.each([
    ['id.item.ember_lantern_5001', true],
    ['id.item.a.b-c', true],
    ['id.items.ember', false],
    ['id.item.Ember', false],
    ['id.item.', false],
    ['id.item.ember lantern', false],
    ['id.item.ember/../blade', false],
    ['xid.item.ember', false],
    ['id.item.ember\n', false],
  ])('%j is one of an item: %s', (given, is) => {
    expect(column.id('item').schema.safeParse(given).success).toBe(is)
  })
})

describe('a timestamp', () => {
  it.each([
    ['2026-07-28T10:00:00Z', true],
    ['2026-07-28T10:00:00.123Z', true],
    ['2026-07-28T12:00:00+02:00', true],
    ['2026-07-28T10:00:00', true],
    ['2026-07-28', false],
    ['2026-02-30T10:00:00Z', false],
    ['yesterday', false],
  ])('%s is one: %s', (given, is) => {
    expect(column.timestamp().schema.safeParse(given).success).toBe(is)
  })
})

describe('the path of an asset', () => {
  it.each([
    ['assets/icons/ember_lantern.png', true],
    ['/assets/ember.png', false],
    ['assets/../ember.png', false],
    ['assets\\ember.png', false],
    ['assets/ember lantern.png', false],
    ['', false],
  ])('%j is one: %s', (given, is) => {
    expect(column.asset('image/png', 'url').schema.safeParse(given).success).toBe(is)
  })
})

describe('references', () => {
  it('of a column name one row, a list of rows, or rows inside its values', () => {
    expect(column.reference('loot_table_id', 'loot_tables').references).toEqual([
      { path: 'loot_table_id', to: ['loot_tables'], by: 'id' },
    ])
    expect(column.references('abilities', 'skills', 'spells').references).toEqual([
      { path: 'abilities[]', to: ['skills', 'spells'], by: 'id' },
    ])
    expect(column.withReferences(column.object(), { 'payload.item_id': 'items' }).references).toEqual([
      { path: 'payload.item_id', to: ['items'], by: 'id' },
    ])
    expect(column.archetypeOf('target_archetype', ['items', 'monsters']).references).toEqual([
      { path: 'target_archetype', to: ['items', 'monsters'], by: 'archetype' },
    ])
  })

  it('may have a name of their own in embed', () => {
    expect(column.embeddedAs('quest_reward', column.references('reward_ids', 'rewards')).references).toEqual([
      { path: 'reward_ids[]', as: 'quest_reward', to: ['rewards'], by: 'id' },
    ])
  })
})

it('a checked slug is a slug that knows its usual values', () => {
  expect(column.checkedSlug(['epic'])).toMatchObject({ facet: true, usual: ['epic'] })
  expect(column.checkedSlug()).toMatchObject({ facet: true, usual: [] })
  expect(column.slug().usual).toBeUndefined()
})

it('a detail is the same column, in the single row only', () => {
  const { schema, ...rest } = column.detail(column.integer())
  expect(rest).toEqual({ type: 'integer', detail: true })
  expect(schema.safeParse(5).success).toBe(true)
})
