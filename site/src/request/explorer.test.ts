// What the explorer makes of the table's declarations: lists, addresses, columns.
import { describe, expect, it } from 'vitest'
import { minutesOf } from '../../../data/api/live/items/price-history.ts'
import { maxPriceBuckets } from '../../../data/api/model/live-store.ts'
import { api } from '../../../data/api/table.ts'
import { samplePatches } from '../../../data/api/test/test-world.ts'
import { hasOwnCall, listAt, listsOf, pagePath, titleOf } from './explorer.ts'
import { hrefOfId } from './links.ts'
import { apiQuery, targetOf } from './live-query.ts'
import { priceWindow, priceWindows, startOf } from '../format/charts/price-windows.ts'
import { rowQuery } from './row-query.ts'
import { visibleColumns } from '../features/explorer/visible-columns.ts'
import { listNamed } from '../test/test-site.ts'
import { inEnglish } from '../messages/catalogs.ts'

describe('the lists of the explorer', () => {
  it('are at paths of their own, each found there', () => {
    const paths = listsOf(api).map(pagePath)
    expect(new Set(paths).size).toBe(paths.length)
    for (const list of listsOf(api)) expect(listAt(api, pagePath(list).slice(1))).toBe(list)
    for (const path of ['patches', 'market', '', 'v2/items']) expect(listAt(api, path), path).toBeUndefined()
  })

  it('have rows that can be asked for one by one, but where the table says otherwise', () => {
    const without = listsOf(api).filter((list) => !hasOwnCall(api, list))
    expect(without).toEqual(listsOf(api).filter(({ resource }) => resource?.single === false))
    expect(without.map(pagePath)).toContain('/workshop_levels')
  })

  it('have short titles', () => {
    for (const list of listsOf(api)) expect(titleOf(list, inEnglish), list.path).toMatch(/^[A-Z][\w ]{2,30}$/)
  })
})

describe('the page of an id', () => {
  it('is that of its kind', () => {
    expect(hrefOfId(api, 'id.item.ember_lantern_5001')).toBe('/items/id.item.ember_lantern_5001')
    expect(hrefOfId(api, 'id.loot_table.a b')).toBe('/loot-tables/id.loot_table.a%20b')
  })

  it('is none of what is no id of a listed row', () => {
    for (const id of ['id.quest_content.lost', 'id.item', 'ember', 'id..x', ''])
      expect(hrefOfId(api, id), id).toBeUndefined()
  })
})

describe('what rows are asked with', () => {
  it('is English, and whole rows of what has no list', () => {
    expect(rowQuery(api, listNamed('items'), undefined)).toEqual({ locale: 'en' })
    expect(rowQuery(api, listNamed('quests'), samplePatches[0])).toMatchObject({ at_patch: '1.0.0.2101', locale: 'en' })
  })

  it('leaves out what a live list is not asked, and empty fields', () => {
    const query = apiQuery(new URLSearchParams('item=lamp&rarity=&min_price=+&window=week'), ['window'])
    expect(targetOf('/v2/market', query)).toBe('/v2/market?item=lamp')
    expect(targetOf('/v2/market', new URLSearchParams())).toBe('/v2/market')
  })
})

describe('the columns of a table', () => {
  const rows = [
    { id: 'id.item.a', name: 'A', rarity: 'epic', gear_score: 3, type: 'weapon', source_key: 'A', max_stack_size: 1 },
    { id: 'id.item.b', name: 'B', rarity: 'rare', vendor_price: 5, type: 'armor', required_class: [] },
  ]
  const columnsOf = (path: string, from: readonly Record<string, unknown>[]) =>
    visibleColumns(api, listNamed(path), from)
  const full = (path: string) =>
    Object.fromEntries(Object.keys(listNamed(path).resource?.columns ?? {}).map((name) => [name, 1]))

  it('are those that the list names, in that order, but for those that no row has', () => {
    expect(columnsOf('items', rows)).toEqual(['rarity', 'type', 'gear_score', 'vendor_price'])
    expect(columnsOf('items', [full('items')])).toEqual(listNamed('items').resource?.mainColumns)
    expect(columnsOf('items', [])).toEqual([])
  })

  it('are what can be filtered by, where it names none', () => {
    expect(columnsOf('spawners', [full('spawners')])).toEqual(['map_id', 'spawner_type', 'monster_id', 'loot_table_id'])
  })

  it('name nothing that has no page', () => {
    expect(columnsOf('quests', [full('quests')])).toEqual([
      ...['chapter_id', 'order', 'min_adventure_rank', 'is_repeatable', 'is_daily'],
    ])
  })

  it('are six at most, for every list', () => {
    for (const list of listsOf(api))
      expect(visibleColumns(api, list, [full(pagePath(list).slice(1))]).length, list.path).toBeLessThanOrEqual(6)
  })
})

describe('the window of a price chart', () => {
  it('is a week where nothing else was asked for', () => {
    expect(priceWindow('month').days).toBe(30)
    for (const given of [null, '', 'decade']) expect(priceWindow(given).name).toBe('week')
  })

  it('begins on a minute, so that readers of the same minute ask alike', () => {
    const at = (instant: string) => startOf(priceWindow('day'), Date.parse(instant))
    expect(at('2026-03-04T12:00:59.999Z')).toBe('2026-03-03T12:00:00Z')
    expect(at('2026-03-04T12:00:00Z')).toBe(at('2026-03-04T12:00:59.999Z'))
  })

  it('has no more buckets than an answer has', () => {
    for (const { interval, days, name } of priceWindows) {
      expect((days * minutesOf('1d')) / minutesOf(interval), name).toBeLessThanOrEqual(maxPriceBuckets)
    }
  })
})
