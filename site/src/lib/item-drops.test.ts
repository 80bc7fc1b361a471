import { expect, describe, it } from 'vitest'
import { dropsOf } from './item-drops.ts'
import type { Ledger, Mention, Thing } from './ledger.ts'
import type { LoadedThing } from './loaded-thing.ts'

const lantern = 'id.item.ember_lantern_5001'
const thing = (list: string, slug: string, name: string): Thing => ({ id: `id.x.${slug}`, name, list })
const mention = (from: Thing, within: Mention['within'] = {}): Mention => ({ from, column: 'entries', within })
const entry = (probability: number, item_id = lantern) => ({ item_id, probability })

const wights = thing('/loot-tables', 'wights', 'Bog Wight')
const chest = thing('/loot-tables', 'chest', 'Drowned Chest')
const empty = thing('/loot-tables', 'empty', 'Empty Hands')

/** Where the lantern drops, by what mentions it and by who uses which table. */
function drops(mentions: readonly Mention[], users: Readonly<Record<string, readonly Thing[]>> = {}) {
  const used = Object.entries(users).map(([id, all]) => [id, all.map((from) => mention(from))] as const)
  const ledger = { mentions: new Map<string, readonly Mention[]>(used) } as Partial<Ledger> as Ledger
  return dropsOf({ id: lantern, mentions, ledger } as Partial<LoadedThing> as LoadedThing)
}

describe('where an item drops', () => {
  it('is told by the tables that have it, the most probable first', () => {
    const found = drops([mention(wights, entry(0.05)), mention(chest, entry(0.5))])
    expect(found.map(({ table }) => table.name)).toEqual(['Drowned Chest', 'Bog Wight'])
    expect(found[0]?.entry.probability).toBe(0.5)
  })

  it('leaves out a table that never gives it', () => {
    expect(drops([mention(empty, entry(0)), mention(empty, { item_id: lantern })])).toEqual([])
  })

  it('is told twice of a table that has it twice', () => {
    expect(drops([mention(wights, entry(0.1)), mention(wights, entry(0.2))])).toHaveLength(2)
  })

  it('leaves out what mentions it otherwise: a quest, another grade of it', () => {
    const quest = thing('/quests', 'first_lamp', 'The First Lamp')
    expect(drops([mention(quest, entry(1)), mention(wights, entry(1, 'id.item.ember_lantern'))])).toEqual([])
  })
})

describe('who has a table', () => {
  it('is each monster once, with the number of its grades, and the number of spawners', () => {
    const [found] = drops([mention(wights, entry(1))], {
      [wights.id]: [
        thing('/monsters', 'bog_wight_common', 'Bog Wight'),
        thing('/monsters', 'mire_king', 'Mire King'),
        thing('/monsters', 'bog_wight_elite', 'Bog Wight'),
        thing('/spawners', 'fen_1', 'Fen 1'),
        thing('/spawners', 'fen_2', 'Fen 2'),
        thing('/quests', 'first_lamp', 'The First Lamp'),
      ],
    })
    expect(found?.monsters.map(({ thing: { id }, grades }) => [id, grades])).toEqual([
      ['id.x.bog_wight_common', 2],
      ['id.x.mire_king', 1],
    ])
    expect(found?.spawners).toBe(2)
  })

  it('counts a user once that names the table in several columns', () => {
    const [fen, common] = [thing('/spawners', 'fen_1', 'Fen 1'), thing('/monsters', 'bog_wight_common', 'Bog Wight')]
    const [found] = drops([mention(wights, entry(1))], { [wights.id]: [fen, common, fen, common] })
    expect(found).toMatchObject({ spawners: 1, monsters: [{ grades: 1 }] })
  })

  it('is nobody, where nobody uses it', () => {
    expect(drops([mention(chest, entry(1))])).toMatchObject([{ monsters: [], spawners: 0 }])
  })
})
