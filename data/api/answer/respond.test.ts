import { describe, expect, it } from 'vitest'
import { Problem } from '../model/values/errors.ts'
import { api } from '../table.ts'
import { answerTo, bodyOf, endpointOf, schemaOf, testStore } from '../test/test-store.ts'
import { corsHeaders } from './api-headers.ts'
import { modelHash, pictureHash, sampleRows } from '../test/test-world.ts'

const headerOf = (url: string, name: string, lenient = false) => answerTo(url, testStore(), lenient).headers[name]
const idsOf = (url: string) => {
  const { body, rows = [] } = bodyOf(url) as { body?: { id: string }[]; rows?: { id: string }[] }
  return (body ?? rows).map(({ id }) => id.replace(/^id\.\w+\./, ''))
}
const codeOf = (url: string) => {
  try {
    return answerTo(url).status
  } catch (problem) {
    if (problem instanceof Problem) return problem.code
    throw problem
  }
}

describe('a list', () => {
  it('has its rows in the order of ids', () => {
    expect(bodyOf('/v2/items?limit=2')).toMatchObject({
      pagination: { count: 2, limit: 2, page: 1, num_pages: 2, total: 3, next: '/v2/items?limit=2&page=2&patch=4' },
      body: [{ id: 'id.item.ember_lantern_5001' }, { id: 'id.item.gloam_blade_5001' }],
    })
  })

  it.each([
    ['/v2/items?rarity=epic', ['ember_lantern_5001', 'gloam_blade_5001']],
    ['/v2/items?rarity=epic&type=weapon', ['gloam_blade_5001']],
    ['/v2/items?id=Id_Item_GloamBlade_5001', ['gloam_blade_5001']],
    ['/v2/items?name=moss', ['mossbread_1001']],
    ['/v2/items?name=moss&locale=de', []],
    ['/v2/items?name=moos&locale=de', ['mossbread_1001']],
    ['/v2/items?name=ember&locale=de', ['ember_lantern_5001']],
    ['/v2/items?required_class=Id_PlayerCharacter_Warden', ['gloam_blade_5001']],
    ['/v2/items?min_gear_score=38&max_gear_score=49', ['ember_lantern_5001']],
    ['/v2/items?min_primary_attributes=1', ['ember_lantern_5001', 'gloam_blade_5001']],
    ['/v2/items?has_effect=false', ['gloam_blade_5001']],
    ['/v2/items?rarity=artifact', []],
    ['/v2/monsters?min_hp=100', ['bog_wight_common']],
    ['/v2/perks?class=warden', ['lamp_oath']],
    ['/v2/perks?can_use=0', ['footwork']],
    ['/v2/quests?sort=desc', ['lamplighter_02', 'lamplighter_01']],
    ['/v2/quests?rank_min=3&rank_max=3', ['lamplighter_01']],
    ['/v2/quests?id_like=lighter_02', ['lamplighter_02']],
    ['/v2/items?page=9', []],
  ])('%s has %j', (url, ids) => {
    expect(idsOf(url)).toEqual(ids)
  })

  it('is empty past its end, without a next page', () => {
    expect(bodyOf('/v2/items?page=9')).toMatchObject({
      pagination: { count: 0, page: 9, total: 3, next: null },
      body: [],
    })
  })

  it('of spawners has both envelopes', () => {
    expect(bodyOf('/v2/spawners')).toMatchObject({ count: 25, sort: 'asc' })
    expect(bodyOf('/v2/spawners?page=2')).toMatchObject({ pagination: { count: 5, page: 2, next: null } })
  })
})

describe('a single row', () => {
  it.each(['id.item.ember_lantern_5001', 'Id_Item_EmberLantern_5001'])('by %s is in `body`', (id) => {
    expect(bodyOf(`/v2/items/${id}`)).toMatchObject({ body: { id: 'id.item.ember_lantern_5001', patch_id: 4 } })
  })

  it.each(['id.item.lost', 'Id_Item_Lost', '__proto__', 'constructor', '1'])('by %s is not found', (id) => {
    expect(codeOf(`/v2/items/${id}`)).toBe('not_found')
  })

  it('that is not found is reported together with the patch', () => {
    expect(() => answerTo('/v2/items/id.item.lost?patch=2')).toThrow(
      'No row of items has the id "id.item.lost" in patch 1.1.0.2188 (main). /v2/items lists the ids; /v2/search finds what has a name.',
    )
  })
})

describe('headers', () => {
  it.each([
    ['/v2/items?patch=4', 'public, max-age=86400, stale-while-revalidate=604800'],
    ['/v2/items', 'public, max-age=60, stale-while-revalidate=600'],
    ['/v2/items?patch=current', 'public, max-age=60, stale-while-revalidate=600'],
    ['/v2/items?patch=1.2.0.2247', 'public, max-age=60, stale-while-revalidate=600'],
    ['/v2/quests?at_patch=1.2.0.2247', 'public, max-age=60, stale-while-revalidate=600'],
    ['/v2/patches', 'public, max-age=60, stale-while-revalidate=600'],
    ['/v2/patches/4', 'public, max-age=60, stale-while-revalidate=600'],
    [`/v1/codex/assets/${pictureHash}`, 'public, max-age=31536000, immutable'],
  ])('of %s say how long it may be cached: %s', (url, cache) => {
    expect(headerOf(url, 'cache-control')).toBe(cache)
  })

  it('name the patch that was resolved', () => {
    expect(headerOf('/v2/items?patch=current', 'x-patch-id')).toBe('4')
    expect(headerOf('/v2/quests?branch=ptr', 'x-patch-version')).toBe('1.2.0.2230-ptr')
    expect(headerOf('/v2/patches', 'x-patch-id')).toBeUndefined()
  })

  it('link to the next page', () => {
    expect(headerOf('/v2/items?limit=1', 'link')).toBe('</v2/items?limit=1&page=2&patch=4>; rel="next"')
    expect(headerOf('/v2/items', 'link')).toBeUndefined()
    expect(headerOf('/v2/items/id.item.ember_lantern_5001', 'link')).toBeUndefined()
  })

  it('of /v1 name the successor', () => {
    expect(headerOf('/v1/items?limit=2', 'link')).toBe(
      '</v2/items?limit=2&page=2&patch=4>; rel="next", </v2/items>; rel="successor-version"',
    )
    expect(headerOf('/v1/items', 'deprecation')).toBe('@1795219200')
    expect(headerOf('/v2/items', 'deprecation')).toBeUndefined()
  })

  it('of a lenient answer name the ignored parameters and forbid caching', () => {
    const { headers } = answerTo('/v2/items?colour=red&g%C3%BCte=1', testStore(), true)
    expect(headers).toMatchObject({
      'x-ignored-parameters': 'colour, g%C3%BCte',
      'cache-control': 'no-store',
      vary: 'Prefer',
    })
  })

  it('of a lenient answer are short, whatever is ignored', () => {
    const ignoredOf = (query: string) => headerOf(`/v2/items?${query}`, 'x-ignored-parameters', true) ?? ''
    const names = Array.from({ length: 600 }, (_, nth) => `unknown${nth}`)
    const [last, ...listed] = ignoredOf(names.join('&')).split(', ').reverse()
    expect(last).toBe('...')
    expect(listed.length).toBeGreaterThan(80)
    expect(listed.reverse()).toEqual(names.slice(0, listed.length))
    expect(ignoredOf(names.join('&')).length).toBeLessThanOrEqual(1005)
    expect(ignoredOf(`a&${'%C3%BC'.repeat(300)}&b`)).toBe('a, ...')
  })

  it('name those of files to scripts of other sites', () => {
    const exposed = corsHeaders['access-control-expose-headers']?.split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['Content-Disposition', 'Content-Range', 'ETag']))
  })

  it('contain only visible ASCII characters', () => {
    for (const url of ['/v1/items/Id_Item_EmberLantern_5001', '/v1/items?name=%E7%81%AF&limit=1', '/v2/quests?limit=1'])
      for (const value of Object.values(answerTo(url).headers)) expect(value).toMatch(/^[ -~]+$/)
  })
})

describe('an answer that is no JSON', () => {
  const rows = {
    perks: [{ id: 'id.perk.lamp_oath', icon_url: `/v1/codex/assets/${pictureHash}` }, { id: 'id.perk.bare' }],
  }
  const store = testStore({ rows: { ...sampleRows, ...rows } })

  it('redirects from an icon to its asset', () => {
    const { status, headers, body } = answerTo('/v2/perks/id.perk.lamp_oath/icon', store)
    expect([status, headers.location, body]).toEqual([302, `/v1/codex/assets/${pictureHash}`, ''])
    expect(() => answerTo('/v2/perks/id.perk.bare/icon', store)).toThrow('id.perk.bare has no icon.')
  })

  it.each([
    [pictureHash, 'image/png', pictureHash],
    [`${pictureHash}?size=64`, 'image/png', `${pictureHash}.64.png`],
    [`${pictureHash}?size=256&format=webp`, 'image/webp', `${pictureHash}.256.webp`],
    [`${pictureHash}?format=webp`, 'image/webp', `${pictureHash}.webp`],
    [modelHash, 'model/gltf-binary', modelHash],
  ])('is the asset %s', (path, media, file) => {
    const { headers, asset } = answerTo(`/v1/codex/assets/${path}`)
    expect([headers['content-type'], asset]).toEqual([media, `assets/${file.slice(0, 2)}/${file}`])
  })

  it.each([
    ['0'.repeat(64), 'not_found'],
    ['..%2e', 'not_found'],
    [`${modelHash}?size=64`, 'invalid_parameter'],
    [`${modelHash}?format=webp`, 'invalid_parameter'],
    [`${pictureHash}?size=65`, 'invalid_parameter'],
  ])('is no asset: %s', (path, code) => {
    expect(codeOf(`/v1/codex/assets/${path}`)).toBe(code)
  })
})

describe('every endpoint', () => {
  const pathOf = (path: string, resource = '') =>
    path.replace('{hash}', pictureHash).replace('{id}', String(sampleRows[resource]?.[0]?.id ?? 'id.none.x'))
  const lists = api.endpoints.filter(({ envelope, resource }) => envelope && sampleRows[resource?.name ?? ''])
  const sampled = api.endpoints.filter(
    ({ resource, path, id, kind }) =>
      (!path.includes('{') && kind !== 'live') ||
      (sampleRows[resource?.name ?? ''] && !/icon|portrait|model|changelog/.test(id)),
  )

  it.each(sampled.map(({ id }) => id))('answers as its schema says: %s', (id) => {
    const endpoint = endpointOf(id)
    const required = endpoint.params.q?.required ? '?q=ember' : ''
    const body = bodyOf(pathOf(endpoint.path, endpoint.resource?.name) + required)
    expect(schemaOf(endpoint).safeParse(body).error?.issues ?? []).toEqual([])
  })

  it.each(lists.map(({ id }) => id))('that is a list shows every column on demand: %s', (id) => {
    const { path, resource } = endpointOf(id)
    const { body, rows } = bodyOf(`${path}?condense=false`) as { body?: object[]; rows?: object[] }
    const columns = Object.entries(resource?.columns ?? {}).filter(
      ([name, column]) => !name.endsWith('*') && !column.asset && !column.detail,
    )
    expect(body ?? rows).not.toEqual([])
    for (const row of body ?? rows ?? [])
      expect(Object.keys(row)).toEqual(expect.arrayContaining(columns.map(([name]) => name)))
  })
})
