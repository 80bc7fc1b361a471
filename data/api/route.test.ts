import { describe, expect, it } from 'vitest'
import type { FolderIndex } from './manifest.ts'
import { outputPath } from './output-path.ts'
import { respond } from './respond.ts'
import { route } from './route.ts'
import { readUrl, testStore } from './test-store.ts'

const nameOf = (url: string) => outputPath(readUrl(url))?.name ?? ''
const lantern = nameOf('/v2/items/id.item.ember_lantern_5001')
const blade = nameOf('/v2/items/id.item.gloam_blade_5001')
const lamplighter = nameOf('/v2/quests/id.quest.lamplighter_01')

const indexes: Record<string, FolderIndex> = {
  '_static/4/items': {
    total: 60,
    aliases: { Old_Lantern: 'id.item.ember_lantern_5001', 'id.item.gloam_blade': 'id.item.gloam_blade_5001' },
    files: { 'list/25/1': '"list"', 'list/25/3': '"last"', [lantern]: '"lantern"', [blade]: '"blade"' },
  },
  '_static/4/quests': { total: 2, aliases: {}, files: { 'list/50/1': '"quests"', [lamplighter]: '"lamplighter"' } },
}
const routeOf = (url: string) => route(readUrl(url), (folder) => indexes[folder])

describe('a rendered file answers', () => {
  it.each([
    ['/v2/items', '"list"'],
    ['/v1/items', '"list"'],
    ['/v2/items?patch=4&page=1', '"list"'],
    ['/v2/items/id.item.ember_lantern_5001', '"lantern"'],
    ['/v2/items/Id_Item_EmberLantern_5001', '"lantern"'],
    ['/v2/items/id.item.gloam_blade', '"blade"'],
    ['/v2/quests', '"quests"'],
    ['/v2/quests?branch=main', '"quests"'],
    ['/v2/quests/Id_Quest_Lamplighter_01', '"lamplighter"'],
  ])('%s: %s', (url, etag) => {
    expect(routeOf(url)?.etag).toBe(etag)
  })

  it('a raw key from the file of the id', () => {
    expect(routeOf('/v2/items/Id_Item_EmberLantern_5001')?.file).toEqual({ folder: '_static/4/items', name: lantern })
  })
})

describe('nothing is routed', () => {
  it.each([
    ['/v2/items?rarity=epic', 'a filter'],
    ['/v2/items?page=9', 'a page past the end'],
    ['/v2/items/id.item.lost', 'an unknown id'],
    ['/v2/items?patch=1', 'a patch that is not rendered'],
    ['/v2/monsters', 'a resource that is not rendered'],
    ['/v2/meta', 'an endpoint without files'],
    ['/v2/items/Old_Lantern', 'an alias that is no file name: slower, never wrong'],
    ['/v2/items/__proto__', 'a name that every object has'],
    ['/v2/items/constructor', 'a name that every object has'],
    ['/v2/items/Id_Item_..', 'a key that gives no file name'],
  ])('for %s: %s', (url) => {
    expect(routeOf(url)).toBeUndefined()
  })
})

describe('the headers of a file', () => {
  it('lead to the next page', () => {
    expect(routeOf('/v2/items')?.headers.link).toBe('</v2/items?page=2&patch=4>; rel="next"')
    expect(routeOf('/v2/items?page=3')?.headers.link).toBeUndefined()
  })

  it.each([
    '/v2/quests',
    '/v1/quests',
    '/v2/quests?branch=main',
    '/v2/items/id.item.ember_lantern_5001',
    '/v2/items/id.item.ember_lantern_5001?patch=4',
    '/v1/items/Id_Item_EmberLantern_5001?patch=current',
  ])('are those of the answer: %s', (url) => {
    const store = testStore()
    expect(routeOf(url)?.headers).toEqual(respond(readUrl(url, store), store).headers)
  })
})
