import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Problem } from '../model/values/errors.ts'
import { FolderIndexReader, formatIndex, type IndexLookup } from './folder-index.ts'
import type { FolderIndex } from './manifest.ts'
import { outputPath } from './output-path.ts'
import { respond } from '../answer/respond.ts'
import { emptyEtag, route, type Route } from './route.ts'
import { readUrl, testStore } from '../test/test-store.ts'

const nameOf = (url: string) => outputPath(readUrl(url))?.name ?? ''
const lantern = nameOf('/v2/items/id.item.ember_lantern_5001')
const blade = nameOf('/v2/items/id.item.gloam_blade_5001')
const lamplighter = nameOf('/v2/quests/id.quest.lamplighter_01')

const picture = 'e5'.padEnd(64, '0')
const model = '9d'.padEnd(64, '1')
const bulkName = `${'7c'.padEnd(64, '2')}.ndjson.gz`
const indexes: Record<string, FolderIndex> = {
  '_static/4/items': {
    total: 60,
    aliases: { Old_Lantern: 'id.item.ember_lantern_5001', 'id.item.gloam_blade': 'id.item.gloam_blade_5001' },
    files: { 'list/25/1': '"list"', 'list/25/3': '"last"', [lantern]: '"lantern"', [blade]: '"blade"' },
  },
  '_static/4/monsters': {
    total: 2,
    aliases: { Old_Wight: 'id.monster.bog_wight_common' },
    files: {
      [nameOf('/v2/monsters/id.monster.bog_wight_common')]: '"wight"',
      [nameOf('/v2/monsters/id.monster.bare')]: '"bare"',
    },
    links: { portrait: { 'id.monster.bog_wight_common': picture }, model: { 'id.monster.bog_wight_common': model } },
  },
  '_static/0/assets.single': {
    total: null,
    aliases: {},
    files: {},
    assets: { [picture]: 'image/png', [model]: 'model/gltf-binary' },
  },
  '_static/0/bulk.file': { total: null, aliases: {}, files: {}, bulk: { [bulkName]: 'application/gzip' } },
  '_static/0/patches': { total: 4, aliases: {}, files: {} },
  '_static/4/quests': { total: 2, aliases: {}, files: { 'list/50/1': '"quests"', [lamplighter]: '"lamplighter"' } },
}
const indexOf = (folder: string) => {
  expect(folder).toMatch(/^_static\/\d+\/[\w.]+$/)
  const index = indexes[folder]
  return index && FolderIndexReader.read(formatIndex(index))
}
const decisionOf = (url: string) => route(readUrl(url), indexOf)
function routeOf(url: string): Route | undefined {
  const found = decisionOf(url)
  return found instanceof Problem ? undefined : found
}

describe('a rendered file answers', () => {
  it.each([
    ['/v2/items', '"list"'],
    ['/v1/items', '"list"'],
    ['/v2/items?patch=4&page=1', '"list"'],
    ['/v2/items/id.item.ember_lantern_5001', '"lantern"'],
    ['/v2/items/Id_Item_EmberLantern_5001', '"lantern"'],
    ['/v2/items/id.item.gloam_blade', '"blade"'],
    ['/v2/items/Old_Lantern', '"lantern"'],
    ['/v2/quests', '"quests"'],
    ['/v2/quests?branch=main', '"quests"'],
    ['/v2/quests/Id_Quest_Lamplighter_01', '"lamplighter"'],
  ])('%s: %s', (url, etag) => {
    expect(routeOf(url)?.etag).toBe(etag)
  })

  it('a request by raw key, from the file of the id', () => {
    expect(routeOf('/v2/items/Id_Item_EmberLantern_5001')?.file).toEqual({ folder: '_static/4/items', name: lantern })
  })
})

describe('nothing is routed', () => {
  it.each([
    ['/v2/items?rarity=epic', 'a filter'],
    ['/v2/items?page=9', 'a page past the end'],
    ['/v2/items?patch=1', 'a patch that is not rendered'],
    ['/v2/perks', 'a resource that is not rendered'],
    ['/v2/meta', 'an endpoint without files'],
    ['/v2/monsters/id.monster.bog_wight_common/abilities', 'a row that is known, but has no such file'],
    ['/v2/patches/1/changelog', 'ids that the endpoint reads by itself'],
    ['/v2/items/id.item.Upper', 'an id that is no file name'],
    ['/v2/items/id.item.Upper/icon', 'an icon of such an id'],
  ])('for %s: %s', (url) => {
    expect(decisionOf(url)).toBeUndefined()
  })

  it('if a resource has no single rows, whose files would show which ids exist', () => {
    const request = readUrl('/v2/monsters/id.monster.lost/portrait')
    const { resource } = request.endpoint
    if (!resource) throw new Error('monsters are a resource')
    const withoutSingle = {
      ...request,
      endpoint: { ...request.endpoint, resource: { ...resource, single: false as const } },
    }
    expect(route(request, indexOf)).toBeInstanceOf(Problem)
    expect(route(withoutSingle, indexOf)).toBeUndefined()
  })
})

const hintOf = (resource: string) => `/v2/${resource} lists the ids; /v2/search finds what has a name.`

describe('the index alone shows that there is nothing', () => {
  it.each([
    [
      '/v2/items/id.item.lost',
      `No row of items has the id "id.item.lost" in patch 1.2.0.2247 (main). ${hintOf('items')}`,
    ],
    [
      '/v2/items/Id_Item_Lost',
      `No row of items has the id "Id_Item_Lost" in patch 1.2.0.2247 (main). ${hintOf('items')}`,
    ],
    ['/v2/items/Id_Item_..', `No row of items has the id "Id_Item_.." in patch 1.2.0.2247 (main). ${hintOf('items')}`],
    ['/v2/items/__proto__', `No row of items has the id "__proto__" in patch 1.2.0.2247 (main). ${hintOf('items')}`],
    [
      '/v2/items/constructor/icon',
      `No row of items has the id "constructor" in patch 1.2.0.2247 (main). ${hintOf('items')}`,
    ],
    [
      '/v2/monsters/id.monster.lost/portrait',
      `No row of monsters has the id "id.monster.lost" in patch 1.2.0.2247 (main). ${hintOf('monsters')}`,
    ],
    ['/v2/monsters/id.monster.bare/portrait', 'id.monster.bare has no portrait.'],
    ['/v1/codex/assets/xyz', 'No asset has the hash "xyz".'],
    ['/v2/bulk/lost.ndjson.gz', 'No bulk file is called "lost.ndjson.gz".'],
    ['/v2/bulk/constructor', 'No bulk file is called "constructor".'],
    [
      `/v1/codex/assets/${model}?size=64`,
      'Not valid: size. size goes with pictures only; this is model/gltf-binary. See errors for what is allowed.',
    ],
  ])('%s: %s', (url, detail) => {
    const found = decisionOf(url)
    expect(found instanceof Problem ? found.message : found).toBe(detail)
  })
})

describe('assets', () => {
  it.each([
    ['/v2/monsters/id.monster.bog_wight_common/portrait', `e5/${picture}`, 'image/png'],
    ['/v2/monsters/Old_Wight/model', `9d/${model}`, 'model/gltf-binary'],
    [`/v1/codex/assets/${picture}?size=64&format=webp`, `e5/${picture}.64.webp`, 'image/webp'],
    [`/v1/codex/assets/${model}`, `9d/${model}`, 'model/gltf-binary'],
  ])('%s is %s, %s', (url, asset, mediaType) => {
    expect(routeOf(url)).toMatchObject({
      status: 200,
      asset: `assets/${asset}`,
      etag: `"${asset.slice(3)}"`,
      headers: { 'content-type': mediaType },
    })
  })

  it('a bulk file is routed only if the index names it', () => {
    expect(routeOf(`/v2/bulk/${bulkName}`)).toMatchObject({
      status: 200,
      asset: `bulk/${bulkName}`,
      headers: { 'content-type': 'application/gzip' },
    })
  })

  it('nothing is routed by an index that cannot be read', () => {
    const broken: IndexLookup = {
      total: null,
      find() {
        throw new RangeError('broken')
      },
    }
    expect(() => route(readUrl(`/v1/codex/assets/${picture}`), () => broken)).toThrow(RangeError)
  })

  it('an icon is the address of one', () => {
    const links = { icon: { 'id.item.gloam_blade_5001': picture } }
    const index = formatIndex({ total: 0, aliases: {}, files: {}, links })
    const found = route(readUrl('/v2/items/Id_Item_GloamBlade_5001/icon'), () => FolderIndexReader.read(index))
    expect(found).toMatchObject({ status: 302, etag: emptyEtag, headers: { location: `/v1/codex/assets/${picture}` } })
    expect(emptyEtag).toBe(`"${createHash('sha256').update('').digest('base64url').slice(0, 27)}"`)
  })
})

describe('the headers of a file', () => {
  it('link to the next page', () => {
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
