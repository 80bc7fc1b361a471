import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Api } from '../../data/api/model/api.ts'
import { formatIndex } from '../../data/api/static/folder-index.ts'
import type { Manifest } from '../../data/api/static/manifest.ts'
import { api } from '../../data/api/table.ts'
import { samplePatches } from '../../data/api/test/test-world.ts'
import { pageHeaders } from '../../data/api/static/page-files.ts'
import { createEdge, type Edge, type EdgeOptions } from './edge.ts'
import type { AnswerCache } from './shared-answers.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const index = formatIndex({ total: 60, aliases: {}, files: { 'list/25/1': '"list"' } })
const manifestOf = (patches = samplePatches, hash = sha256(index)): Manifest => ({
  format: 1,
  catalog: '',
  state: 'a'.repeat(64),
  patches,
  scopes: { 4: { fingerprint: '', folders: { items: hash } } },
})

/** The surroundings of an edge: files, an origin, a cache and a clock. Records what the edge requests. */
class World {
  files = new Map<string, string>([
    ['manifest.json', JSON.stringify(manifestOf())],
    ['_static/4/items/index.json', index],
    ['_static/4/items/list/25/1.json', '{"from":"file"}'],
  ])
  now = 1_800_000_000_000
  readonly fetched: string[] = []
  readonly requested: Request[] = []
  readonly errors: unknown[] = []
  readonly cached = new Map<string, Response>()
  origin: (request: Request) => Response | Promise<Response> = () =>
    Response.json(
      { from: 'origin' },
      { headers: { 'cache-control': 'public, max-age=60, stale-while-revalidate=600' } },
    )

  readonly cache: AnswerCache = {
    match: (url) => Promise.resolve(this.cached.get(url)?.clone()),
    put: (url, response) => Promise.resolve(void this.cached.set(url, response)),
  }

  edge(more: Partial<EdgeOptions> = {}): Edge {
    return createEdge({
      api,
      fetchFile: (name) => {
        this.fetched.push(name)
        const text = this.files.get(name)
        return Promise.resolve(new Response(text ?? null, { status: text === undefined ? 404 : 200 }))
      },
      origin: { url: 'https://origin.test', timeoutMilliseconds: 50, fetch: this.#fetch },
      cache: this.cache,
      anonymousLimit: 60,
      manifestMilliseconds: 1000,
      now: () => this.now,
      onError: (error) => this.errors.push(error),
      ...more,
    })
  }

  readonly #fetch: typeof fetch = async (given, init) => {
    const request = new Request(given, { ...init, signal: null })
    this.requested.push(request)
    return Promise.race([
      this.origin(request),
      new Promise<never>((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('too slow')))),
    ])
  }
}

let world: World
let edge: Edge
beforeEach(() => {
  world = new World()
  edge = world.edge()
})

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  edge(new Request(`https://site.test${target}`, { headers, method }), { address: '203.0.113.7' })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const filtered = '/v2/items?name=ember'

describe('the published tree', () => {
  it('answers without a request to the origin', async () => {
    const response = await get('/v2/items')
    expect(await response.text()).toBe('{"from":"file"}')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: '"list"',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600',
      'x-patch-id': '4',
      'x-ratelimit-remaining': '60',
      'access-control-allow-origin': '*',
      link: '</v2/items?page=2&patch=4>; rel="next"',
    })
    expect(world.requested).toEqual([])
  })

  it('answers 304 without reading the file', async () => {
    const response = await get('/v2/items', { 'if-none-match': '"list"' })
    expect([response.status, response.headers.get('content-type')]).toEqual([304, null])
    expect(world.fetched).not.toContain('_static/4/items/list/25/1.json')
  })

  it('answers with a redirect even if the client has its ETag', async () => {
    const [name, hash] = ['id.item.ember_1', 'c'.repeat(64)]
    const linked = formatIndex({ total: 1, aliases: {}, files: {}, links: { icon: { [name]: hash } } })
    world.files.set('manifest.json', JSON.stringify(manifestOf(samplePatches, sha256(linked))))
    world.files.set('_static/4/items/index.json', linked)
    const target = `/v2/items/${name}/icon`
    const etag = String((await get(target)).headers.get('etag'))
    for (const given of [etag, '*']) {
      const response = await get(target, { 'if-none-match': given })
      expect([response.status, response.headers.get('location')]).toEqual([302, `/v1/codex/assets/${hash}`])
    }
    expect(world.requested).toEqual([])
  })

  it('has each index read once, and its manifest at intervals', async () => {
    for (let nth = 0; nth < 3; nth += 1) await get('/v2/items')
    world.now += 2000
    await get('/v2/items')
    expect(world.fetched.filter((name) => name.endsWith('index.json'))).toHaveLength(1)
    expect(world.fetched.filter((name) => name === 'manifest.json')).toHaveLength(2)
  })

  it('has the patches of a new manifest', async () => {
    expect(await codeOf(await get('/v2/items?bogus=1'))).toBe('invalid_parameter')
    const patches = samplePatches.map((patch) => ({ ...patch, version: `${patch.version}-x` }))
    world.files.set('manifest.json', JSON.stringify(manifestOf(patches)))
    world.now += 2000
    expect((await get('/v2/items')).headers.get('x-patch-version')).toBe('1.2.0.2247-x')
  })

  it.each(['{', undefined, '{"format":0}'])('keeps the last manifest if the new one is %s', async (text) => {
    await get('/v2/items')
    if (text === undefined) world.files.delete('manifest.json')
    else world.files.set('manifest.json', text)
    world.now += 2000
    await get('/v2/items')
    expect(await (await get('/v2/items')).text()).toBe('{"from":"file"}')
  })
})

describe('a saved page', () => {
  const pagesOf = (items: string) =>
    JSON.stringify({
      format: 1,
      state: manifestOf().state,
      site: '',
      pages: { '/': '"home"', '/items': items, '/patches.atom': '"feed"' },
    })
  const publish = (items: string) => {
    world.files.set('pages.json', pagesOf(items))
    world.files.set('manifest.json', JSON.stringify({ ...manifestOf(), pages: sha256(pagesOf(items)) }))
  }
  beforeEach(() => {
    publish('"items"')
    world.files.set('_pages/index.html', '<h1>Home</h1>')
    world.files.set('_pages/items.html', '<h1>Items</h1>')
    world.files.set('_pages/patches.atom', '<feed/>')
  })

  it.each([
    ['/', '<h1>Home</h1>', 'text/html; charset=utf-8'],
    ['/items', '<h1>Items</h1>', 'text/html; charset=utf-8'],
    ['/patches.atom', '<feed/>', 'application/atom+xml; charset=utf-8'],
  ])('%s is answered from the tree', async (path, text, type) => {
    const response = await get(path)
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([200, text, type])
    expect(Object.fromEntries(response.headers)).toMatchObject(pageHeaders)
    expect(response.headers.has('access-control-allow-origin')).toBe(path.endsWith('.atom'))
    expect(response.headers.has('x-ratelimit-limit')).toBe(false)
    expect(world.requested).toEqual([])
  })

  it('has its new ETag soon after a deploy of only the site', async () => {
    expect((await get('/items')).headers.get('etag')).toBe('"items"')
    publish('"brighter"')
    world.now += 2000
    expect((await get('/items')).headers.get('etag')).toBe('"brighter"')
    expect(world.fetched.filter((name) => name === 'pages.json')).toHaveLength(2)
  })

  it('is not fetched for a client that has cached it', async () => {
    expect((await get('/items', { 'if-none-match': '"items"' })).status).toBe(304)
    expect(world.fetched).not.toContain('_pages/items.html')
  })

  it.each(['/items?patch=1', '/market', '/%69tems', '/items/', '/__proto__', '/constructor'])(
    'is not the answer to %s, which comes from the origin',
    async (target) => {
      expect(await (await get(target)).json()).toEqual({ from: 'origin' })
    },
  )

  it.each<[string, () => void]>([
    ['of another release', () => world.files.set('pages.json', pagesOf('"other"'))],
    ['that the manifest does not name', () => world.files.set('manifest.json', JSON.stringify(manifestOf()))],
    ['without an index', () => world.files.delete('pages.json')],
    ['with a malformed index', () => world.files.set('pages.json', '{')],
    ['without their files', () => world.files.delete('_pages/items.html')],
  ])('pages %s come from the origin', async (_, spoil) => {
    spoil()
    expect(await (await get('/items')).json()).toEqual({ from: 'origin' })
  })

  it('is not the answer to other methods', async () => {
    await get('/items', {}, 'POST')
    expect(world.requested.map(({ method }) => method)).toEqual(['POST'])
  })

  it('is served once its index can be read', async () => {
    world.files.delete('pages.json')
    await get('/items')
    publish('"items"')
    expect(await (await get('/items')).text()).toBe('<h1>Items</h1>')
  })
})

describe('the origin answers', () => {
  it.each<[string, (world: World) => void]>([
    ['if there is no manifest', ({ files }) => files.delete('manifest.json')],
    ['if the index is missing', ({ files }) => files.delete('_static/4/items/index.json')],
    ['if the index is another one', ({ files }) => files.set('_static/4/items/index.json', '{"files":{}}')],
    ['if the file is missing', ({ files }) => files.delete('_static/4/items/list/25/1.json')],
  ])('%s', async (_, spoil) => {
    spoil(world)
    expect(await (await get('/v2/items')).json()).toEqual({ from: 'origin' })
  })

  it('the callback of a sign-in with a longer time-out than everything else', async () => {
    world.origin = () => new Promise((resolve) => setTimeout(() => resolve(Response.json({ from: 'origin' })), 200))
    expect((await get('/account/callback?code=a&state=b')).status).toBe(200)
    expect((await get('/account/keys')).status).toBe(503)
  })

  it('if the router fails, which is reported', async () => {
    const broken: Api = {
      ...api,
      match() {
        throw new Error('an error of the router')
      },
    }
    edge = world.edge({ api: broken })
    expect(await (await get('/v2/items')).json()).toEqual({ from: 'origin' })
    expect(world.errors).toHaveLength(1)
  })

  it('requests that only the catalog can check, with all validation errors', async () => {
    await get('/v2/items?rarity=nope&page=x')
    expect(world.requested.map(({ url }) => url)).toEqual(['https://origin.test/v2/items?rarity=nope&page=x'])
  })

  it('with the client address of the platform, whatever the client claims', async () => {
    const claims = { 'x-forwarded-for': '6.6.6.6', forwarded: 'for=6.6.6.6', 'x-real-ip': '6.6.6.6' }
    await get(filtered, claims)
    await get('/account/keys', { ...claims, cookie: 'a=b' })
    for (const { headers } of world.requested) {
      expect(headers.get('x-forwarded-for')).toBe('203.0.113.7')
      expect([headers.get('forwarded'), headers.get('x-real-ip')]).toEqual([null, null])
    }
    expect(world.requested.map(({ headers }) => headers.get('cookie'))).toEqual([null, 'a=b'])
  })

  it('all methods outside the API, with their bodies and cookies', async () => {
    world.origin = async (request) => {
      const headers = new Headers([
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ])
      return new Response(`${request.method} ${await request.text()}`, { status: 201, headers })
    }
    const response = await edge(new Request('https://site.test/account/keys', { method: 'POST', body: 'name=x' }))
    expect([response.status, await response.text()]).toEqual([201, 'POST name=x'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.headers.get('netlify-cdn-cache-control')).toBe('no-store')
  })
})

describe('a public answer', () => {
  it('is requested once for all spellings of a target', async () => {
    for (const target of [filtered, '/v2/items?limit=25&name=%65mber', `${filtered}&page=1`]) await get(target)
    expect(world.requested.map(({ url }) => url)).toEqual([`https://origin.test${filtered}`])
    const response = await get(filtered)
    expect(response.headers.get('netlify-vary')).toMatch(/^query=id\|.*\|cursor,header=X-Api-Key\|Prefer$/)
    expect(response.headers.get('age')).toBe('0')
  })

  it.each<[string, Record<string, string>]>([
    ['a key', { 'x-api-key': 'x' }],
    ['a preference', { prefer: 'handling=lenient' }],
    ['credentials', { authorization: 'Bearer x' }],
  ])('is not the answer to requests with %s', async (_, headers) => {
    await get(filtered)
    await get(filtered, headers)
    await get(filtered, headers)
    expect(world.requested).toHaveLength(3)
    expect(world.cached.size).toBe(1)
  })

  it.each<[string, ResponseInit]>([
    ['no-store', { headers: { 'cache-control': 'no-store' } }],
    ['private', { headers: { 'cache-control': 'private, max-age=60' } }],
    ['nothing about caches', {}],
    ['a cookie', { headers: { 'cache-control': 'public, max-age=60', 'set-cookie': 'a=b' } }],
    ['an error', { status: 500, headers: { 'cache-control': 'public, max-age=60' } }],
    ['too many requests', { status: 429, headers: { 'cache-control': 'public, max-age=60' } }],
  ])('is not cached if the origin answers with %s', async (_, init) => {
    world.origin = () => new Response('{}', init)
    await get(filtered)
    expect(world.cached.size).toBe(0)
  })

  it('is requested again when it is no longer fresh, and after an import', async () => {
    await get(filtered)
    world.now += 61_000
    await get(filtered)
    expect(world.requested).toHaveLength(2)
    world.files.set('manifest.json', JSON.stringify({ ...manifestOf(), state: 'b'.repeat(64) }))
    world.now += 2000
    await get(filtered)
    expect(world.requested).toHaveLength(3)
  })

  it('has a current X-Data-Age even if it comes from the cache', async () => {
    const headers = { 'x-data-age': '7', 'cache-control': 'public, max-age=5, stale-while-revalidate=50' }
    world.origin = () => new Response('{}', { headers })
    expect((await get(filtered)).headers.get('x-data-age')).toBe('7')
    world.now += 4000
    expect((await get(filtered)).headers.get('x-data-age')).toBe('11')
  })

  it('is the answer to conditional requests and HEAD too', async () => {
    world.origin = () => new Response('{}', { headers: { etag: '"x"', 'cache-control': 'public, max-age=60' } })
    expect((await get(filtered, {}, 'HEAD')).headers.get('content-length')).toBe('2')
    const response = await get(filtered, { 'if-none-match': 'W/"x"' })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(world.requested.map(({ method }) => method)).toEqual(['GET'])
  })
})

describe('a redirect of the origin', () => {
  it('is passed on even if the client has its ETag', async () => {
    const headers = { location: '/b', etag: '"x"', 'cache-control': 'public, max-age=60' }
    world.origin = () => new Response(null, { status: 302, headers })
    for (let nth = 0; nth < 2; nth += 1) {
      const response = await get(filtered, { 'if-none-match': '"x"' })
      expect([response.status, response.headers.get('location')]).toEqual([302, '/b'])
    }
    expect(world.requested).toHaveLength(1)
  })
})

describe('an origin', () => {
  const ways: [string, World['origin']][] = [
    ['is down', () => Promise.reject(new Error('refused'))],
    ['is too slow', () => new Promise(() => undefined)],
    [
      'is behind a proxy that answers 502',
      () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    ],
  ]

  it.each(ways)('that %s does not affect files; everything else is unavailable', async (_, origin) => {
    world.origin = origin
    expect((await get('/v2/items')).status).toBe(200)
    for (const target of [filtered, '/v2/meta', '/account', '/health/ready']) {
      const response = await get(target)
      expect([response.status, await codeOf(response)], target).toEqual([503, 'unavailable'])
      expect(response.headers.get('retry-after')).toBe('10')
    }
    expect(await codeOf(await get('/v2/items?patch=99'))).toBe('unknown_patch')
  })

  it.each(ways)('that %s does not affect answers that may be stale', async (_, origin) => {
    await get(filtered)
    world.origin = origin
    world.now += 300_000
    const response = await get(filtered)
    expect([response.status, response.headers.get('age')]).toEqual([200, '300'])
    world.now += 400_000
    expect((await get(filtered)).status).toBe(503)
  })

  it('that itself answers 503 has its problem passed on', async () => {
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '5' }
    world.origin = () => new Response('{"code":"unavailable"}', { status: 503, headers })
    expect((await get(filtered)).headers.get('retry-after')).toBe('5')
  })

  it('is not required for the files of the tree', async () => {
    edge = world.edge({ origin: { url: undefined, timeoutMilliseconds: 50, fetch } })
    expect((await get('/v2/items')).status).toBe(200)
    expect((await get(filtered)).status).toBe(503)
  })
})

describe('methods', () => {
  it.each(['POST', 'PUT', 'DELETE'])('%s is refused by the edge', async (method) => {
    const response = await get('/v2/items', {}, method)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(world.requested).toEqual([])
  })

  it('a preflight request is answered by the edge', async () => {
    const response = await get('/v2/items', {}, 'OPTIONS')
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })
})
