import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOf, testStore } from '../../test/test-store.ts'
import { sampleRows } from '../../test/test-world.ts'
import { lootOf } from './loot-tables.ts'

const tableOf = (weights: readonly number[]) => ({
  text: '{}',
  detail: JSON.stringify({ entries: weights.map((weight) => ({ item_id: 'id.item.mossbread_1001', weight })) }),
  position: 1,
  sincePatchId: 1,
  capturedAt: null,
})

describe('a loot table', () => {
  it('is the table and its entries, each with its table, probability and conditions', () => {
    expect(bodyOf('/v2/loot-tables/LT_BogWight')).toEqual({
      body: {
        loot_table: {
          id: 'id.loot_table.bog_wight',
          source_key: 'LT_BogWight',
          type: 'monster',
          name: 'Bog Wight',
          captured_at: '2026-07-28T10:00:00Z',
          patch_id: 4,
        },
        entries: [
          {
            loot_table_id: 'id.loot_table.bog_wight',
            item_id: 'id.item.ember_lantern_5001',
            weight: 1,
            probability: 0.25,
            min_quantity: 1,
            max_quantity: 1,
            tier: 'epic',
            conditions: null,
          },
          {
            loot_table_id: 'id.loot_table.bog_wight',
            item_id: 'id.item.mossbread_1001',
            weight: 3,
            probability: 0.75,
            conditions: { night: true },
          },
        ],
      },
    })
  })

  it('is listed without its entries', () => {
    const { body } = bodyOf('/v2/loot-tables') as { body: object[] }
    expect(body).toHaveLength(2)
    for (const row of body) expect(row).not.toHaveProperty('entries')
  })

  it('may have no entries at all', () => {
    const store = testStore({ rows: { ...sampleRows, loot_tables: [{ id: 'id.loot_table.dust' }] } })
    expect(bodyOf('/v2/loot-tables/id.loot_table.dust', store)).toMatchObject({ body: { entries: [] } })
  })
})

describe('a field of an entry that is not declared', () => {
  const id = 'id.loot_table.bog_wight'
  const entries = [{ item_id: 'id.item.mossbread_1001', weight: 3, luck: 0.5, probability: 9, loot_table_id: 'x' }]
  const store = testStore({ rows: { ...sampleRows, loot_tables: [{ id, entries }] } })

  it('does not hide a computed one', () => {
    expect(bodyOf(`/v2/loot-tables/${id}`, store)).toMatchObject({ body: { entries: [{ loot_table_id: id }] } })
    expect(bodyOf('/v2/loot-tables?embed=entries', store)).toMatchObject({
      body: [{ entries: [{ loot_table_id: id, probability: 1 }] }],
    })
  })

  it.each([`/v2/loot-tables/${id}`, '/v2/monsters/id.monster.bog_wight_common/loot'])('is shown by %s', (url) => {
    const answer = bodyOf(url, store) as { entries?: unknown; body?: { entries: unknown } }
    expect(answer.body?.entries ?? answer.entries).toMatchObject([{ luck: 0.5, probability: 1 }])
  })
})

describe('probabilities', () => {
  it('are 0 if all weights are 0', () => {
    expect(lootOf(tableOf([0, 0])).map(({ probability }) => probability)).toEqual([0, 0])
  })

  it('are shares of the sum of weights, and add up to 1', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(weights, (given) => {
        fc.pre(given.some((weight) => weight > 0))
        const entries = lootOf(tableOf(given))
        const sum = given.reduce((total, weight) => total + weight, 0)
        for (const { weight, probability } of entries) expect(probability).toBe(weight / sum)
        expect(entries.reduce((total, { probability }) => total + probability, 0)).toBeCloseTo(1, 9)
      }),
    )
  })
})
