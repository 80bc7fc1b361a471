// What the explorer makes of the table's declarations: lists, addresses, columns.
import { describe, expect, it } from 'vitest'
import { minutesOf } from '../../../data/api/live/items/price-history.ts'
import { maxPriceBuckets } from '../../../data/api/model/live-store.ts'
import { api } from '../../../data/api/table.ts'
import { samplePatches } from '../../../data/api/test/test-world.ts'
import { hasRowEndpoint, listAt, listsOf, pagePath, titleOf } from './explorer.ts'
import { hrefOfId } from './href-of-id.ts'
import { apiQuery, targetOf } from './live-query.ts'
import { priceWindow, priceWindows, windowStart } from '../format/charts/price-windows.ts'
import { rowQuery } from './row-query.ts'
import { visibleColumns } from '../features/explorer/visible-columns.ts'
import { listNamed } from '../test/test-site.ts'
import { inEnglish } from '../messages/catalogs.ts'

describe('the lists of the explorer', () => {
  it('have distinct paths, at which they are found', () => {
    const paths = listsOf(api).map(pagePath)
    expect(new Set(paths).size).toBe(paths.length)
    for (const list of listsOf(api)) expect(listAt(api, pagePath(list).slice(1))).toBe(list)
    for (const path of ['patches', 'market', '', 'v2/items']) expect(listAt(api, path), path).toBeUndefined()
  })

  it('have an endpoint for single rows, unless the table says otherwise', () => {
    const without = listsOf(api).filter((list) => !hasRowEndpoint(api, list))
    expect(without).toEqual(listsOf(api).filter(({ resource }) => resource?.single === false))
    expect(without.map(pagePath)).toContain('/workshop_levels')
  })

  it('have short titles', () => {
    for (const list of listsOf(api)) expect(titleOf(list, inEnglish), list.path).toMatch(/^[A-Z][\w ]{2,30}$/)
  })
})

describe('the page of a row, by its id', () => {
  it('is in the list of its kind', () => {
    expect(hrefOfId(api, 'id.item.ember_lantern_5001')).toBe('/items/id.item.ember_lantern_5001')
    expect(hrefOfId(api, 'id.loot_table.a b')).toBe('/loot-tables/id.loot_table.a%20b')
  })

  it('is undefined for anything but the id of a listed row', () => {
    for (const id of ['id.quest_content.lost', 'id.item', 'ember', 'id..x', ''])
      expect(hrefOfId(api, id), id).toBeUndefined()
  })
})

describe('the query for rows', () => {
  it('requests English texts, and embeds rows that have no list', () => {
    expect(rowQuery(api, listNamed('items'), undefined)).toEqual({ locale: 'en' })
    expect(rowQuery(api, listNamed('quests'), samplePatches[0])).toMatchObject({ at_patch: '1.0.0.2101', locale: 'en' })
  })

  it('omits empty fields and parameters of the page', () => {
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

  it('are those that the list declares, in this order, without columns that no row has', () => {
    expect(columnsOf('items', rows)).toEqual(['rarity', 'type', 'gear_score', 'vendor_price'])
    expect(columnsOf('items', [full('items')])).toEqual(listNamed('items').resource?.mainColumns)
    expect(columnsOf('items', [])).toEqual([])
  })

  it('are the filterable columns if the list declares none', () => {
    expect(columnsOf('spawners', [full('spawners')])).toEqual(['map_id', 'spawner_type', 'monster_id', 'loot_table_id'])
  })

  it('do not include ids without a page', () => {
    expect(columnsOf('quests', [full('quests')])).toEqual([
      ...['chapter_id', 'order', 'min_adventure_rank', 'is_repeatable', 'is_daily'],
    ])
  })

  it('are at most six for every list', () => {
    for (const list of listsOf(api))
      expect(visibleColumns(api, list, [full(pagePath(list).slice(1))]).length, list.path).toBeLessThanOrEqual(6)
  })
})

describe('the window of a price chart', () => {
  it('is a week by default', () => {
    expect(priceWindow('month').days).toBe(30)
    for (const given of [null, '', 'decade']) expect(priceWindow(given).name).toBe('week')
  })

  it('begins on a full minute, so that requests within a minute are equal', () => {
    const at = (instant: string) => windowStart(priceWindow('day'), Date.parse(instant))
    expect(at('2026-03-04T12:00:59.999Z')).toBe('2026-03-03T12:00:00Z')
    expect(at('2026-03-04T12:00:00Z')).toBe(at('2026-03-04T12:00:59.999Z'))
  })

  it('has no more intervals than a response', () => {
    for (const { interval, days, name } of priceWindows) {
      expect((days * minutesOf('1d')) / minutesOf(interval), name).toBeLessThanOrEqual(maxPriceBuckets)
    }
  })
})
