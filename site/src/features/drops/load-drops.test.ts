import { describe, expect, it } from 'vitest'
import { sampleRows } from '../../../../data/api/test/test-world.ts'
import type { ApiClient } from '../../format/api-response.ts'
import { rowLookup } from '../../request/row-lookup.ts'
import { testSite } from '../../test/test-site.ts'
import { graphOf } from './drop-picture.ts'
import { linksOf, mapsOf } from './drop-graph.ts'
import { dropTarget, hasDrops, loadDrops, type DropEnd } from './load-drops.ts'
import { describeTable } from './describe-table.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const lantern = 'id.item.ember_lantern_5001'
const bread = 'id.item.mossbread_1001'
const wight = 'id.monster.bog_wight_common'
const fen = 'id.map.brine_fen'
const spawner = 'id.spawner.brine_fen_wight'
const table = 'id.loot_table.bog_wight'

const rows = {
  ...sampleRows,
  maps: [{ id: fen, name: 'Brine Fen' }],
  spawners: [
    {
      id: spawner,
      map_id: fen,
      monster_id: wight,
      payload: [{ monster_id: wight, dungeon_grades: ['deep', 'abyss'] }],
    },
    { id: 'id.spawner.brine_fen_crate', map_id: fen, loot_table_id: 'id.loot_table.empty_hands', payload: [] },
  ],
}
const site = testSite({ rows })
const patch = site.patches.current()
const lookup = rowLookup(site.locals, patch)
const load = (end: DropEnd, ...ids: string[]) => loadDrops({ ...site.locals, lookup, patch }, end, ids)

describe('the target of the drop explorer', () => {
  it.each([
    [lantern, 'item'],
    [wight, 'source'],
    [table, 'source'],
    [spawner, 'place'],
    [fen, 'place'],
    ['id.monster.bog_wight', 'source'],
  ] as const)('%s is %s', (id, end) => {
    const target = dropTarget(lookup, id)
    expect([target?.id, target?.end]).toEqual([id, end])
    expect(hasDrops(target?.things[0].list ?? '')).toBe(true)
  })

  it('is undefined for things without drops and for unknown ids', () => {
    expect(dropTarget(lookup, 'id.perk.footwork')).toBeUndefined()
    expect(dropTarget(lookup, 'id.item.nobody_1001')).toBeUndefined()
    expect(hasDrops('/perks')).toBe(false)
  })
})

describe('loot tables', () => {
  it('of an item are those from which it can drop, with their monsters and spawners', async () => {
    const { tables, total, call } = await load('item', lantern)
    expect(total).toBe(1)
    expect(call).toBe(`/v2/loot-tables?${new URLSearchParams({ ids: table, embed: 'entries', limit: '60' })}`)
    expect(tables).toMatchObject([
      {
        id: table,
        name: 'Bog Wight',
        monsters: [wight],
        spawns: [{ id: spawner, map: fen, grades: ['deep', 'abyss'] }],
      },
    ])
    expect(tables[0]?.entries.map(({ item_id: id, weight }) => [id, weight])).toEqual([
      [lantern, 1],
      [bread, 3],
    ])
  })

  it('of an item do not include a table whose weights are 0', async () => {
    expect((await load('item', bread)).tables.map(({ id }) => id)).toEqual([table])
  })

  it('of a monster, a spawner and a map are those that they have', async () => {
    for (const [end, id] of [
      ['source', wight],
      ['source', table],
      ['place', spawner],
    ] as const)
      expect(
        (await load(end, id)).tables.map((one) => one.id),
        id,
      ).toEqual([table])
    expect((await load('place', fen)).tables.map((one) => one.id)).toEqual([table, 'id.loot_table.empty_hands'])
  })

  it('are not requested for things that have none', async () => {
    const before = site.requested.length
    expect(await load('source', 'id.monster.reed_toad_common')).toEqual({ tables: [], total: 0 })
    expect(site.requested.length).toBe(before)
  })

  it('are requested again if the API failed', async () => {
    const asking = { ...testSite({ rows }).locals, lookup, patch }
    const busy: ApiClient = (target) => Promise.resolve({ status: 503, target, headers: {}, json: {} })
    await expect(loadDrops({ ...asking, fetchApi: busy }, 'item', [lantern])).rejects.toThrow('503')
    expect((await loadDrops(asking, 'item', [lantern])).tables).toHaveLength(1)
  })

  it('are requested once', async () => {
    await load('item', lantern)
    const before = site.requested.length
    await load('item', lantern)
    expect(site.requested.length).toBe(before)
  })
})

it('describeTable names a table by its monsters, or by its own name with its number of spawners', async () => {
  const { tables } = await load('place', fen)
  expect(tables.map((one) => describeTable(one, lookup, inEnglish))).toEqual([
    { name: 'Bog Wight', note: '' },
    { name: 'Empty Hands', note: '1 spawner' },
  ])
})

it('graphOf returns items, tables, maps and the edges between them', async () => {
  const { tables } = await load('source', wight)
  const links = linksOf(tables, { kills: 1 })
  const { columns, edges } = graphOf(
    { items: [lantern], tables, links },
    { lookup, hrefOf: (id) => `/drops?id=${id}`, rarityLabel: (slug) => slug.toUpperCase(), t: inEnglish },
  )
  expect(columns.map((nodes) => nodes.map(({ name, note }) => [name, note]))).toEqual([
    [['Ember Lantern', 'EPIC']],
    [['Bog Wight', undefined]],
    [['Brine Fen', undefined]],
  ])
  expect(edges.map(({ from, to }) => `${from} ${to}`)).toContain(`${lantern} ${table}`)
  expect(mapsOf(tables)).toEqual([{ map: fen, spawners: 1, grades: ['deep', 'abyss'] }])
})
