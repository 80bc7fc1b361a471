import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalPath, canonicalQuery } from '../request/canonical-url.ts'
import { cursorToken } from '../request/cursors.ts'
import type { CanonicalRequest } from '../model/endpoint.ts'
import { indexFolder, isInTree, outputPath, singleName } from './output-path.ts'
import { PatchIndex } from '../model/patches.ts'
import { readRequest } from '../request/request.ts'
import { staticRequests } from './static-requests.ts'
import { api } from '../table.ts'
import { parseTarget } from '../request/target.ts'
import { anyRequest, urlOf } from '../test/test-arbitraries.ts'
import { readUrl, testStore } from '../test/test-store.ts'
import { samplePatches } from '../test/test-world.ts'

const fileOf = (request: CanonicalRequest) => {
  const path = outputPath(request)
  return path && `${path.folder}/${path.name}`
}
const fileAt = (url: string) => fileOf(readUrl(url))

describe('the index', () => {
  it.each([
    ['/v2/items?page=9&limit=250', '_static/4/items'],
    ['/v2/items/id.item.ember_lantern_5001', '_static/4/items'],
    ['/v2/items/id.item.ember_lantern_5001/icon', '_static/4/items'],
    ['/v1/codex/assets/xyz?size=64', '_static/0/assets.single'],
    ['/v2/facets?locale=de', '_static/4/facets'],
  ])('of %s is in %s', (url, folder) => {
    expect(indexFolder(readUrl(url))).toBe(folder)
  })

  it.each(['/v2/items?rarity=epic', '/v2/items/id.item.ember_lantern_5001?locale=de', '/v2/population'])(
    'of %s is nowhere',
    (url) => {
      expect(indexFolder(readUrl(url))).toBeUndefined()
    },
  )

  it('exists for assets and rendered answers, not for live data', () => {
    const kinds = (wanted: boolean) =>
      new Set(api.endpoints.filter((one) => isInTree(one) === wanted).map(({ kind }) => kind))
    expect(kinds(true)).toEqual(new Set(['catalog', 'asset']))
    expect(kinds(false)).toEqual(new Set(['catalog', 'live']))
  })
})

describe('the file of a row', () => {
  it('is in a folder that depends on the whole id', () => {
    expect(['a', 'b', 'id.item.ember_lantern_5001'].map(singleName)).toEqual([
      ...['row/0c/a', 'row/0c/b', 'row/cf/id.item.ember_lantern_5001'],
    ])
  })

  it.each(['', '..', '.a', 'A', 'a/b', `a${'b'.repeat(200)}`])('there is none for %j', (id) => {
    expect(singleName(id)).toBeUndefined()
  })
})

describe('the file', () => {
  it.each([
    ['/v2/items', '_static/4/items/list/25/1'],
    ['/v2/items?page=3', '_static/4/items/list/25/3'],
    ['/v2/items?limit=250&page=2', '_static/4/items/list/250/2'],
    ['/v2/items?patch=1.1.0.2188', '_static/2/items/list/25/1'],
    ['/v2/perks?branch=ptr', '_static/3/perks/list/25/1'],
    ['/v2/quests', '_static/4/quests/list/50/1'],
    ['/v2/quests?limit=200', '_static/4/quests/list/200/1'],
    ['/v2/spawners', '_static/4/spawners/list/25/1'],
    ['/v2/patches', '_static/0/patches/list/25/1'],
    ['/v2/facets', '_static/4/facets/locale/en'],
    ['/v2/facets?locale=pt-BR', '_static/4/facets/locale/pt-BR'],
    ['/v1/items', '_static/4/items/list/25/1'],
  ])('of %s is %s', (url, file) => {
    expect(fileAt(url)).toBe(file)
  })

  it.each([
    ['/v2/items/id.item.ember_lantern_5001', /^_static\/4\/items\/row\/[0-9a-f]{2}\/id\.item\.ember_lantern_5001$/],
    [
      '/v2/monsters/id.monster.bog_wight_common/loot',
      /^_static\/4\/monsters\/loot\/[0-9a-f]{2}\/id\.monster\.bog_wight_common$/,
    ],
    [
      '/v2/monsters/id.monster.bog_wight_common/abilities',
      /^_static\/4\/monsters\/abilities\/[0-9a-f]{2}\/id\.monster\.bog_wight_common$/,
    ],
    ['/v2/patches/current', /^_static\/0\/patches\/row\/[0-9a-f]{2}\/4$/],
  ])('of %s is in one of 256 folders', (url, file) => {
    expect(fileAt(url)).toMatch(file)
  })

  it('of a cursor is the file of its page', () => {
    const cursor = cursorToken('after=100&at_patch=1.2.0.2247')
    expect(fileAt(`/v2/quests?cursor=${cursor}`)).toBe('_static/4/quests/list/50/3')
    expect(fileAt(`/v2/items?cursor=${encodeURIComponent('/v2/items?page=2&patch=3')}`)).toBe(
      '_static/3/items/list/25/2',
    )
  })

  it.each([
    '/v2/items?rarity=epic',
    '/v2/items?limit=26',
    '/v2/items?condense=false',
    '/v2/items?locale=en',
    '/v2/quests?locale=de',
    '/v2/quests?sort=desc',
    `/v2/quests?cursor=${cursorToken('after=10&at_patch=1.2.0.2247')}`,
    '/v2/spawners?page=1',
    '/v2/patches?branch=ptr',
    '/v2/facets?counts=true',
    '/v2/meta',
    '/v2/items/id.item.ember_lantern_5001/history',
    '/v2/items/id.item.ember_lantern_5001?locale=de',
    '/v2/items/Id_Item_EmberLantern_5001',
    '/v2/items/%2e%2e%2e',
    '/v2/items/.hidden',
    '/v2/items/-rf',
    '/v2/items/caf%C3%A9',
    `/v2/items/${'x'.repeat(201)}`,
  ])('of %s is none', (url) => {
    expect(fileAt(url)).toBeUndefined()
  })

  it('of a lenient request with ignored parameters does not exist', () => {
    expect(outputPath(readUrl('/v2/items?colour=red', testStore(), true))).toBeUndefined()
    expect(outputPath(readUrl('/v2/items', testStore(), true))).toBeDefined()
  })
})

const patches = new PatchIndex(samplePatches)
const read = (url: string) => readRequest(api, parseTarget(url), { patches })
const canonical = (request: CanonicalRequest) => `${canonicalPath(request)}?${canonicalQuery(request)}`
const isSafe = (file: string) =>
  !file.startsWith('/') && file.split('/').every((part) => /^[\w-][\w.-]*$/.test(part)) && file.length < 400

describe('the files of any requests', () => {
  const page = fc.oneof(
    fc.integer({ min: 1, max: 5 }),
    fc.maxSafeNat().map((n) => n + (n === 0 ? 1 : 0)),
  )
  const limit = fc.constantFrom(25, 50, 200, 250)
  const id = fc
    .array(fc.constantFrom('a', 'b', '.', '..', '_', '-', '1', 'id.item.', 'list', '%2f'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join(''))
    .filter((text) => text !== '.' && text !== '..')
  const likely = fc.oneof(
    fc
      .tuple(fc.constantFrom('items', 'monsters', 'perks', 'loot-tables'), page, limit)
      .map(([name, at, rows]) => `/v2/${name}?page=${at}&limit=${rows}`),
    fc
      .tuple(
        fc.constantFrom('quests', 'workshops', 'achievements'),
        fc.nat({ max: 400 }),
        fc.constantFrom(25, 50, 200),
        fc.constantFrom('asc', 'desc'),
      )
      .map(
        ([name, after, rows, sort]) =>
          `/v2/${name}?cursor=${cursorToken(`after=${after + 1}&limit=${rows}&sort=${sort}`)}`,
      ),
    fc
      .tuple(fc.constantFrom('items/{}', 'monsters/{}', 'monsters/{}/loot', 'monsters/{}/abilities', 'quests/{}'), id)
      .map(([path, given]) => `/v2/${path.replace('{}', () => encodeURIComponent(given))}`),
    anyRequest.map(({ path, query }) => urlOf({ path, query })),
  )
  const urls = fc.array(likely, { minLength: 2, maxLength: 30 })

  it('are shared by no two canonical requests', () => {
    let files = 0
    fc.assert(
      fc.property(urls, (given) => {
        const owner = new Map<string, string>()
        for (const request of given.map(read)) {
          const file = fileOf(request)
          if (file === undefined) continue
          files += 1
          expect(owner.get(file) ?? canonical(request)).toBe(canonical(request))
          owner.set(file, canonical(request))
        }
      }),
      { numRuns: 300 },
    )
    expect(files).toBeGreaterThan(300)
  })

  it('are safe relative paths, the same each time', () => {
    fc.assert(
      fc.property(likely, (url) => {
        const file = fileOf(read(url))
        expect(fileOf(read(url))).toBe(file)
        if (file !== undefined) expect(file).toSatisfy(isSafe)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the files that the renderer writes', () => {
  const ids = ['id.item.a', 'id.item.a.b', 'id.item.a-b', 'id.item.a_b', 'list', '25', '1', 'row']
  const requests = [undefined, ...samplePatches].flatMap((patch) =>
    api.endpoints
      .filter(({ mode }) => (mode.column !== undefined) === (patch !== undefined))
      .flatMap((endpoint) => [...staticRequests(endpoint, patch, { total: 501, ids })]),
  )
  const files = requests.map((request) => fileOf(request) ?? `none for ${canonical(request)}`)

  it('are one for each request, even on file systems that ignore case', () => {
    expect(requests.length).toBeGreaterThan(1000)
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(requests.length)
    expect(files.filter((file) => !isSafe(file))).toEqual([])
  })

  it('never have the path of a folder', () => {
    const all = new Set(files)
    const parents = files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/')))
    expect(parents.filter((parent) => all.has(parent))).toEqual([])
  })
})
