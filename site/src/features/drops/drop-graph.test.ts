import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lootOf, mapsOf, mostValuableTables, sourcesOf, type DropTable } from './drop-graph.ts'

const inputs = { kills: 100 }
const table = (id: string, weights: Readonly<Record<string, number>>, spawns: DropTable['spawns'] = []): DropTable => ({
  id,
  name: id,
  entries: Object.entries(weights).map(([item_id, weight]) => ({ item_id, weight })),
  monsters: [],
  spawns,
})
const wight = table('wight', { blade: 1, 'rare blade': 1, bread: 8 })
const chest = table('chest', { blade: 6, penny: 4 })
const prices = new Map([
  ['blade', 10],
  ['bread', 100],
])

describe('the drop graph from an item', () => {
  it('has sources in order of their chance, with the kills needed and the gold per kill', () => {
    const found = sourcesOf([wight, chest], new Set(['blade']), inputs, prices)
    expect(found.map(({ table: { id }, chance, kills }) => [id, chance, kills])).toEqual([
      ['chest', 0.6, 3],
      ['wight', 0.1, 22],
    ])
    expect(found.map(({ worth }) => worth)).toEqual([
      { gold: 6, priced: 0.6 },
      { gold: 81, priced: 0.9 },
    ])
  })

  it('adds the chances of several wanted items', () => {
    const [found] = sourcesOf([wight], new Set(['blade', 'rare blade']), inputs, prices)
    expect(found?.chance).toBeCloseTo(0.2)
    expect(found?.entries.map(({ item_id: id }) => id)).toEqual(['blade', 'rare blade'])
  })

  it('omits tables from which the item cannot drop', () => {
    expect(sourcesOf([wight, table('empty', { penny: 0 })], new Set(['penny']), inputs, prices)).toEqual([])
  })
})

describe('the drop graph from tables', () => {
  it('has each item with its most probable table', () => {
    const loot = lootOf([wight, chest], () => true, inputs, prices)
    expect(loot.map(({ item, table: { id } }) => `${item} ${id}`)).toEqual([
      'bread wight',
      'blade chest',
      'penny chest',
      'rare blade wight',
    ])
    expect(loot.map(({ gold }) => gold)).toEqual([80, 6, undefined, undefined])
  })

  it('has tables in order of the gold per draw, without those that drop nothing', () => {
    expect(
      mostValuableTables([chest, table('empty', { penny: 0 }), wight], inputs, prices).map(({ table: { id } }) => id),
    ).toEqual(['wight', 'chest'])
  })

  it('has maps with their number of distinct spawners', () => {
    const spawn = (id: string, map: string, grades: string[]) => ({ id, map, grades })
    const tables = [
      table('a', {}, [spawn('1', 'fen', ['deep']), spawn('2', 'fen', ['abyss'])]),
      table('b', {}, [spawn('1', 'fen', ['deep']), spawn('3', 'ward', [])]),
    ]
    expect(mapsOf(tables)).toEqual([
      { map: 'fen', spawners: 2, grades: ['deep', 'abyss'] },
      { map: 'ward', spawners: 1, grades: [] },
    ])
  })
})

it('the chance of an item is the same from both ends of the graph', () => {
  const weights = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 999 }), { minKeys: 1 })
  fc.assert(
    fc.property(fc.array(weights, { minLength: 1, maxLength: 5 }), (all) => {
      const tables = all.map((one, at) => table(`table ${at}`, one))
      for (const { item, table: best, chance } of lootOf(tables, () => true, inputs, prices)) {
        const [source] = sourcesOf(tables, new Set([item]), inputs, prices)
        expect(source?.chance).toBeCloseTo(chance, 12)
        expect(tables.map(({ id }) => id)).toContain(best.id)
      }
    }),
  )
})
