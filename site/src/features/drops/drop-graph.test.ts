import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lootOf, mapsOf, richestOf, sourcesOf, type DropTable } from './drop-graph.ts'

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

describe('from an item', () => {
  it('its sources come the most probable first, with the kills that it takes and what a kill is worth', () => {
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

  it('the chances of several that are wanted are added', () => {
    const [found] = sourcesOf([wight], new Set(['blade', 'rare blade']), inputs, prices)
    expect(found?.chance).toBeCloseTo(0.2)
    expect(found?.entries.map(({ item_id: id }) => id)).toEqual(['blade', 'rare blade'])
  })

  it('what never gives it is no source', () => {
    expect(sourcesOf([wight, table('empty', { penny: 0 })], new Set(['penny']), inputs, prices)).toEqual([])
  })
})

describe('from the other end', () => {
  it('an item is told by where it is most probable', () => {
    const loot = lootOf([wight, chest], () => true, inputs, prices)
    expect(loot.map(({ item, table: { id } }) => `${item} ${id}`)).toEqual([
      'bread wight',
      'blade chest',
      'penny chest',
      'rare blade wight',
    ])
    expect(loot.map(({ gold }) => gold)).toEqual([80, 6, undefined, undefined])
  })

  it('tables come by what a draw is worth; one that gives nothing is left out', () => {
    expect(
      richestOf([chest, table('empty', { penny: 0 }), wight], inputs, prices).map(({ table: { id } }) => id),
    ).toEqual(['wight', 'chest'])
  })

  it('maps come with the number of spawners, each counted once', () => {
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

it('both ends tell the same chance', () => {
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
