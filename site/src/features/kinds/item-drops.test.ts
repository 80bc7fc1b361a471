import { expect, describe, it } from 'vitest'
import { dropsOf, mapsOf } from './item-drops.ts'
import { testLookup } from '../../test/test-lookup.ts'
import type { Reference, RowSummary } from '../../request/row-lookup.ts'
import type { RowDetail } from '../../request/thing/row-detail.ts'

const lantern = 'id.item.ember_lantern_5001'
const summary = (list: string, slug: string, name: string): RowSummary => ({ id: `id.x.${slug}`, name, list })
const reference = (from: RowSummary, within: Reference['within'] = {}): Reference => ({
  from,
  column: 'entries',
  within,
  row: {},
})
const entry = (probability: number, item_id = lantern) => ({ item_id, probability })

const wights = summary('/loot-tables', 'wights', 'Bog Wight')
const chest = summary('/loot-tables', 'chest', 'Drowned Chest')
const empty = summary('/loot-tables', 'empty', 'Empty Hands')

/** Returns the drops of the lantern, given the rows that refer to it and to loot tables. */
function drops(references: readonly Reference[], users: Readonly<Record<string, readonly RowSummary[]>> = {}) {
  const used = Object.entries(users).map(([id, all]) => [id, all.map((from) => reference(from))] as const)
  const lookup = testLookup({ references: Object.fromEntries(used) })
  return dropsOf({ id: lantern, references, lookup } as Partial<RowDetail> as RowDetail)
}

describe('the drops of an item', () => {
  it('are the tables that contain it, those with the highest probability first', () => {
    const found = drops([reference(wights, entry(0.05)), reference(chest, entry(0.5))])
    expect(found.map(({ table }) => table.name)).toEqual(['Drowned Chest', 'Bog Wight'])
    expect(found[0]?.entry.probability).toBe(0.5)
  })

  it('do not include tables from which it cannot drop', () => {
    expect(drops([reference(empty, entry(0)), reference(empty, { item_id: lantern })])).toEqual([])
  })

  it('include a table twice if it contains the item twice', () => {
    expect(drops([reference(wights, entry(0.1)), reference(wights, entry(0.2))])).toHaveLength(2)
  })

  it('do not include other references, such as quests or other variants', () => {
    const quest = summary('/quests', 'first_lamp', 'The First Lamp')
    expect(drops([reference(quest, entry(1)), reference(wights, entry(1, 'id.item.ember_lantern'))])).toEqual([])
  })
})

describe('the users of a loot table', () => {
  it('are distinct monsters with their number of variants, and a number of spawners', () => {
    const [found] = drops([reference(wights, entry(1))], {
      [wights.id]: [
        summary('/monsters', 'bog_wight_common', 'Bog Wight'),
        summary('/monsters', 'mire_king', 'Mire King'),
        summary('/monsters', 'bog_wight_elite', 'Bog Wight'),
        summary('/spawners', 'fen_1', 'Fen 1'),
        summary('/spawners', 'fen_2', 'Fen 2'),
        summary('/quests', 'first_lamp', 'The First Lamp'),
      ],
    })
    expect(found?.monsters.map(({ summary: { id }, variants }) => [id, variants])).toEqual([
      ['id.x.bog_wight_common', 2],
      ['id.x.mire_king', 1],
    ])
    expect(found?.spawners).toBe(2)
  })

  it('are counted once if they refer to the table in several columns', () => {
    const [fen, common] = [
      summary('/spawners', 'fen_1', 'Fen 1'),
      summary('/monsters', 'bog_wight_common', 'Bog Wight'),
    ]
    const [found] = drops([reference(wights, entry(1))], { [wights.id]: [fen, common, fen, common] })
    expect(found).toMatchObject({ spawners: 1, monsters: [{ variants: 1 }] })
  })

  it('are empty if nothing uses the table', () => {
    expect(drops([reference(chest, entry(1))])).toMatchObject([{ monsters: [], spawners: 0 }])
  })
})

describe('the maps on which an item drops', () => {
  const fen = summary('/maps', 'fen', 'Brine Fen')
  const quarry = summary('/maps', 'quarry', 'Bell Quarry')
  const spawn = (slug: string, map: RowSummary): Reference => ({
    ...reference(summary('/spawners', slug, slug)),
    row: { id: `id.x.${slug}`, map_id: map.id },
  })

  it('are those with spawners for the table or its monsters, without duplicates, in order of ids', () => {
    const wight = summary('/monsters', 'bog_wight_common', 'Bog Wight')
    const lookup = testLookup({
      summaries: [fen, quarry],
      references: {
        [wights.id]: [reference(wight), spawn('crate', quarry)],
        [wight.id]: [spawn('fen_1', fen), spawn('fen_2', fen)],
      },
    })
    const detail = { id: lantern, references: [reference(wights, entry(1))], lookup } as Partial<RowDetail> as RowDetail
    expect(dropsOf(detail).map((drop) => mapsOf(drop, lookup).map(({ name }) => name))).toEqual([
      ['Brine Fen', 'Bell Quarry'],
    ])
  })
})
