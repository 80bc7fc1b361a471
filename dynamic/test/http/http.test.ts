// The service as HTTP/1.1 sees it: validators, encodings, CORS, odd requests, its life as a process.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { importAndRender } from '../../../build/import-and-render.ts'
import { defineApi } from '../../../data/api/define-api.ts'
import { catalogEndpoint, isStream, liveEndpoint } from '../../../data/api/model/endpoint.ts'
import { unscoped } from '../../../data/api/model/patch-modes.ts'
import { formatParam } from '../../../data/api/model/row-params.ts'
import { api } from '../../../data/api/table.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fetchApi, rawRequest, sendRaw, type Reply } from '../fixtures/test-client.ts'
import {
  liveAt,
  openFixture,
  openSampleFixture,
  sampleBundles,
  type Fixture,
  type ServedFixture,
} from '../fixtures/test-service.ts'
import { noon } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { currentScopeOf, isMedia, validUrls } from '../fixtures/targets.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'

const repository = join(import.meta.dirname, '../../..')

let fixture: Fixture
let catalog: Catalog
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  catalog = fixture.catalog()
  service = await fixture.serve({ live: await liveAt(fixture, noon) })
})
afterAll(() => fixture.close())

/** A URL of each endpoint that answers everybody with JSON. */
const urls = () =>
  api.endpoints
    .filter((one) => !isMedia(one) && !isStream(one) && !one.keyScope)
    .flatMap((one) => validUrls(one, catalog, currentScopeOf(one, catalog), 1).map((url) => ({ id: one.id, url })))

const large = '/v2/items?limit=250'

describe('validators', () => {
  it('give 304 to whoever has the answer, at every endpoint', async () => {
    for (const { id, url } of urls()) {
      const { status, headers } = await fetchApi(service, url)
      if (status !== 200) continue
      const etag = String(headers.etag)
      expect(etag, id).toMatch(/^"[\w-]{27}"$/)
      for (const given of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag}`, '*']) {
        const reply = await fetchApi(service, url, { headers: { 'if-none-match': given } })
        expect(reply.status, `${id} ${given}`).toBe(304)
        expect(reply.bytes.length).toBe(0)
        expect(reply.headers).toMatchObject({ etag, 'cache-control': headers['cache-control'], vary: headers.vary })
        expect(reply.headers).not.toHaveProperty('content-type')
        expect(reply.headers['access-control-allow-origin']).toBe('*')
      }
      for (const given of ['"other"', etag.slice(1, -1), '""', 'W/"other"'])
        expect((await fetchApi(service, url, { headers: { 'if-none-match': given } })).status, given).toBe(200)
    }
  })

  it('give 304 to HEAD too, and none to an error', async () => {
    const { headers } = await fetchApi(service, large)
    const reply = await fetchApi(service, large, { method: 'HEAD', headers: { 'if-none-match': String(headers.etag) } })
    expect(reply.status).toBe(304)
    expectProblem(await fetchApi(service, '/v2/items/nonesuch', { headers: { 'if-none-match': '*' } }), 'not_found')
  })

  it('say nothing of a redirect: whoever has an old one is told where the icon is now', async () => {
    const { json } = await fetchApi(service, '/v2/perks?limit=2')
    const [one, other] = (json as { body: { id: string; icon_url: string }[] }).body
    const { status, headers } = await fetchApi(service, `/v2/perks/${one?.id}/icon`)
    expect([status, headers.location]).toEqual([302, one?.icon_url])
    expect(other?.icon_url).not.toBe(one?.icon_url)
    for (const given of [String(headers.etag), '*']) {
      const reply = await fetchApi(service, `/v2/perks/${other?.id}/icon`, { headers: { 'if-none-match': given } })
      expect([reply.status, reply.headers.location], given).toEqual([302, other?.icon_url])
    }
  })

  it('decide alone: what caches are told does not turn a match into a 200', async () => {
    const item = urls().find(({ id }) => id === 'items.single')?.url ?? ''
    for (const url of [large, item, '/v2/openapi.json', '/tooltips.js']) {
      const etag = String((await fetchApi(service, url)).headers.etag)
      for (const words of ['no-cache', 'max-age=0', 'no-store']) {
        const headers = { 'if-none-match': etag, 'cache-control': words, pragma: 'no-cache' }
        expect((await fetchApi(service, url, { headers })).status, `${url} ${words}`).toBe(304)
      }
    }
  })

  it('name the encoding, and each of them is known in every other', async () => {
    for (const target of [large, '/v2/items?name=a&limit=250', '/v2/openapi.json', '/tooltips.js']) {
      const encodings = { identity: '', br: '-br', gzip: '-gz', zstd: '-zstd' }
      const plain = String((await fetchApi(service, target)).headers.etag).slice(1, -1)
      for (const [encoding, suffix] of Object.entries(encodings)) {
        const headers = { 'accept-encoding': encoding }
        expect((await fetchApi(service, target, { headers })).headers.etag, target).toBe(`"${plain}${suffix}"`)
        for (const given of Object.values(encodings)) {
          const condition = { ...headers, 'if-none-match': `"${plain}${given}"` }
          const reply = await fetchApi(service, target, { headers: condition })
          expect([reply.status, reply.headers.etag], target).toEqual([304, `"${plain}${suffix}"`])
        }
      }
    }
  })

  it('differ where bodies differ', async () => {
    const etags = new Set<unknown>()
    const bodies = new Set<string>()
    for (const { url } of urls()) {
      const { status, headers, text } = await fetchApi(service, url)
      if (status !== 200) continue
      etags.add(headers.etag)
      bodies.add(text)
    }
    expect(bodies.size).toBeGreaterThan(10)
    expect(etags.size).toBe(bodies.size)
  })
})

describe('HEAD', () => {
  it('answers as GET does, without the body, at every endpoint', async () => {
    for (const { id, url } of [
      ...urls(),
      { id: 'nothing', url: '/v2/nonesuch' },
      { id: 'health', url: '/health/live' },
    ]) {
      const get = await fetchApi(service, url)
      const head = await fetchApi(service, url, { method: 'HEAD' })
      const own = ({ headers }: Reply) =>
        Object.entries(headers).filter(([name]) => !/^(date|x-request-id|(x-)?ratelimit.*)$/.test(name))
      expect(head.status, id).toBe(get.status)
      if (get.status === 200) expect(own(head), id).toEqual(own(get))
      expect(head.bytes.length).toBe(0)
    }
  })

  it.each([large, '/v2/nonesuch'])('puts no byte after the head: %s', async (target) => {
    const reply = await sendRaw(service, rawRequest(`HEAD ${target} HTTP/1.1`))
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(100)
    expect(reply.bytes.length).toBe(0)
  })
})

describe('Accept-Encoding', () => {
  const cases: [given: string | undefined, encoding: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['zstd', 'zstd'],
    ['gzip, zstd', 'zstd'],
    ['gzip;q=1.0, zstd;q=0.5', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['identity;q=1, br;q=0.1', undefined],
    ['br;q=0', undefined],
    ['identity;q=0', undefined],
    ['nonsense;;;', undefined],
  ]
  it.each(cases)('%s is answered in %s', async (given, encoding) => {
    const plain = (await fetchApi(service, large)).bytes
    expect(plain.length).toBeGreaterThan(8000)
    const pinned = `${large}&patch=1&condense=false`
    for (const target of [large, pinned]) {
      const reply = await fetchApi(service, target, {
        headers: given === undefined ? {} : { 'accept-encoding': given },
      })
      const accepted = given === 'identity;q=0' ? ['br', 'gzip', 'zstd', undefined] : [encoding]
      expect(accepted).toContain(reply.headers['content-encoding'])
      expect(reply.headers['content-length']).toBe(String(reply.bytes.length))
      expect(reply.headers.vary).toBe('Accept-Encoding')
      if (target === large) expect(reply.identity.equals(plain)).toBe(true)
      else expect((reply.json as { pagination: object }).pagination).toMatchObject({ limit: 250 })
    }
  })

  it('is none of a problem: that comes as it is', async () => {
    const reply = await fetchApi(service, '/v2/items/nonesuch', { headers: { 'accept-encoding': 'br, gzip' } })
    expect(reply.headers).not.toHaveProperty('content-encoding')
    expectProblem(reply, 'not_found')
  })
})

describe('CORS', () => {
  const origin = { origin: 'https://example.org' }

  it('lets every origin read every answer, errors too', async () => {
    const targets = [
      ...urls().map(({ url }) => url),
      '/v2/nonesuch',
      '/v2/items?limit=x',
      '/v2/items?patch=99',
      '/v2//items',
    ]
    for (const target of targets) {
      const { headers } = await fetchApi(service, target, { headers: origin })
      expect(headers['access-control-allow-origin'], target).toBe('*')
      const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ')
      const needed = [
        'etag',
        'link',
        'x-patch-id',
        'x-patch-version',
        'x-request-id',
        'x-ignored-parameters',
        'retry-after',
      ]
      expect(exposed).toEqual(expect.arrayContaining([...needed, 'x-ratelimit-limit', 'x-ratelimit-remaining']))
    }
  })

  it.each([
    ...api.endpoints.map(({ path }) => path.replace(/\{\w+\}/g, 'x')),
    '/v1/items',
    '/v2/nonesuch',
    '/v2/items/',
  ])('allows a preflight of %s', async (path) => {
    const headers = {
      ...origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key, prefer',
    }
    const reply = await fetchApi(service, path, { method: 'OPTIONS', headers })
    expect(reply.status).toBe(204)
    expect(reply.bytes.length).toBe(0)
    expect(reply.headers).toMatchObject({
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    })
    expect(reply.headers['access-control-allow-headers']).toMatch(/X-Api-Key/i)
    expect(reply.headers['access-control-allow-headers']).toMatch(/Prefer/i)
  })

  it.each([
    '/v2/items',
    '/v1/nonesuch',
    '/docs',
    '/docs/guides/paging',
    '/health/live',
    '/patches.atom',
    '/patches.json',
  ])('allows whatever header a preflight of %s asks for, never credentials', async (path) => {
    const headers = { ...origin, 'access-control-request-headers': 'traceparent,x-my-own' }
    const reply = await fetchApi(service, path, { method: 'OPTIONS', headers })
    expect([reply.status, reply.headers['access-control-allow-headers']]).toEqual([204, 'traceparent,x-my-own'])
    expect(reply.headers.vary).toBe('Access-Control-Request-Headers')
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('of more headers than browsers send is answered with the usual ones: proxies pass on no larger head', async () => {
    const headers = { ...origin, 'access-control-request-headers': 'x-a,'.repeat(1000) }
    const reply = await fetchApi(service, '/v2/items', { method: 'OPTIONS', headers })
    expect(reply.headers['access-control-allow-headers']).toMatch(/^X-Api-Key, Prefer/)
  })

  it('is for health too, and not for the account', async () => {
    expect((await fetchApi(service, '/health/live', { headers: origin })).headers['access-control-allow-origin']).toBe(
      '*',
    )
    for (const method of ['GET', 'OPTIONS'])
      for (const path of ['/account', '/account/keys'])
        expect((await fetchApi(service, path, { method, headers: origin })).headers).not.toHaveProperty(
          'access-control-allow-origin',
        )
  })
})

describe('Range', () => {
  const assetOf = () => `/v1/codex/assets/${Object.keys(catalog.assets())[0]}`
  const at = (range: string, more = {}) => fetchApi(service, assetOf(), { headers: { range, ...more } })

  it('gives a part of an asset, or says how long it is', async () => {
    const { bytes, headers } = await fetchApi(service, assetOf())
    expect(headers['accept-ranges']).toBe('bytes')
    const part = await at('bytes=5-24')
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 5-24/${bytes.length}`])
    expect([part.headers['content-length'], part.headers.etag]).toEqual(['20', headers.etag])
    expect(part.bytes.equals(bytes.subarray(5, 25))).toBe(true)
    expect((await at('bytes=-9')).bytes.equals(bytes.subarray(-9))).toBe(true)
    const beyond = await at('bytes=99999999-')
    expectProblem(beyond, 'range_not_satisfiable')
    expect(beyond.headers['content-range']).toBe(`bytes */${bytes.length}`)
  })

  it('gives the whole where the condition fails, where there are several, and of what is no file', async () => {
    const { bytes, headers } = await fetchApi(service, assetOf())
    expect((await at('bytes=0-3', { 'if-range': String(headers.etag) })).status).toBe(206)
    for (const reply of [await at('bytes=0-3', { 'if-range': '"other"' }), await at('bytes=0-1,4-5')])
      expect([reply.status, reply.bytes.length]).toEqual([200, bytes.length])
    expect((await fetchApi(service, large, { headers: { range: 'bytes=0-3' } })).status).toBe(200)
  })
})

describe('every answer', () => {
  it('has a request id of its own', async () => {
    const targets = [large, large, '/v2/nonesuch', '/v2/items?limit=x', '/v2/meta']
    const ids = (await Promise.all(targets.map((target) => fetchApi(service, target)))).map(
      ({ headers }) => headers['x-request-id'],
    )
    expect(new Set(ids).size).toBe(targets.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/)
  })

  it('cannot be sniffed or framed, and tells nothing about the server', async () => {
    for (const target of [large, '/v2/nonesuch']) {
      const { headers } = await fetchApi(service, target)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
    }
  })

  it('is cached by how lasting its URL is', async () => {
    const maxAge = async (target: string) =>
      /^public, max-age=(\d+), stale-while-revalidate=\d+$/.exec(
        (await fetchApi(service, target)).headers['cache-control'] ?? '',
      )?.[1]
    expect(await maxAge('/v2/items?patch=1')).toBe('86400')
    const [first] = catalog.patches.all
    for (const alias of ['/v2/items', '/v2/items?patch=current', `/v2/items?patch=${first?.version}`, '/v2/patches/1'])
      expect(await maxAge(alias), alias).toBe('60')
  })
})

describe('a strange request target', () => {
  const malformed = [
    '//evil/v2/items',
    '/v2//items',
    '/v2/x/../items',
    '/v2/./items',
    '/v2/%2e%2e/items',
    '/v2/items/%2E%2e',
    '/v2/items/..%2fmeta',
    '/v2/items/a%2Fb',
    '/v2/items/a%5Cb',
    '/v2\\items',
    '/v2/items\\x',
    '/v2/items/%00',
    '/v2/items/%0a',
    '/v2/items/%zz',
    '/v2/items/%',
    '/v2/items/%ff',
    '/v2/items?name=%ff',
    '/v2/items?name=%00',
    '/v2/items?name=%',
    '/v2/items#fragment',
    '/v2/items?name=<b>',
    'http://evil/v2/items',
    'http://localhost/v2/items',
    '*',
    `/v2/items?name=${'x'.repeat(9000)}`,
    `/${'v2/'.repeat(3000)}`,
  ]
  it.each(malformed.map((target) => [target.slice(0, 60), target]))('is refused: %s', async (_shown, target) => {
    const reply = await sendRaw(service, rawRequest(`GET ${target} HTTP/1.1`))
    expectProblem(reply, 'bad_request')
    expect(reply.headers['x-request-id']).toBeDefined()
  })

  it.each([
    ['bytes beyond ASCII', 'GET /v2/items/\xe9 HTTP/1.1'],
    ['UTF-8', Buffer.from('GET /v2/items/é HTTP/1.1').toString('latin1')],
    ['NUL', 'GET /v2/items/\0 HTTP/1.1'],
    ['a space', 'GET /v2/items/a b HTTP/1.1'],
    ['a tab', 'GET /v2/items/a\tb HTTP/1.1'],
  ])('with %s is refused', async (_what, line) => {
    const reply = await sendRaw(service, Buffer.from(rawRequest(line), 'latin1'))
    expectProblem(reply, 'bad_request', { withoutRequest: reply.headers['x-request-id'] === undefined })
  })

  it('with an umlaut as it is typed is refused, and it is said what to do', async () => {
    const line = Buffer.from('GET /v2/items?name=Brünne HTTP/1.1').toString('latin1')
    const reply = await sendRaw(service, Buffer.from(rawRequest(line), 'latin1'))
    expectProblem(reply, 'bad_request', { withoutRequest: reply.headers['x-request-id'] === undefined })
    expect(reply.object.detail).toMatch(/percent-encoded, such as those beyond ASCII/)
  })

  it('in strict form is read as it is', async () => {
    for (const target of ['/v2/items?', '/v2/items?&', '/v2/items?limit=1&', '/v2/items?limit=%31', '/v2/%69tems'])
      expect((await sendRaw(service, rawRequest(`GET ${target} HTTP/1.1`))).status, target).toBe(200)
    const space = await fetchApi(service, '/v2/items?name=ember+lantern')
    expect(space.total).toBeGreaterThan(0)
    expect((await fetchApi(service, '/v2/items?name=EMBER%20lantern')).rows).toEqual(space.rows)
  })
})

describe('what Node itself refuses', () => {
  const withoutRequest = { withoutRequest: true }

  it('a header of 20 KB', async () => {
    const reply = await sendRaw(service, rawRequest(`GET ${large} HTTP/1.1`, `X-Long: ${'x'.repeat(20_000)}`))
    expectProblem(reply, 'header_too_large', withoutRequest)
  })

  it.each([
    'GET',
    'GET v2/items HTTP/1.1',
    'GET /v2/items HTTP/9.9',
    'FETCH /v2/items HTTP/1.1',
    'get /v2/items HTTP/1.1',
    '\u0016\u0003\u0001',
    'hello',
  ])('a request line that is none: %j', async (line) => {
    expectProblem(await sendRaw(service, rawRequest(line)), 'bad_request', withoutRequest)
  })

  it('a request for a tunnel', async () => {
    const reply = await sendRaw(service, rawRequest('CONNECT elsewhere.test:443 HTTP/1.1'))
    expectProblem(reply, 'bad_request', withoutRequest)
  })

  it.each(['Content-Length: x', 'Content-Length: 1\r\nTransfer-Encoding: chunked', 'Bad Header: 1', ': 1'])(
    'headers that are none: %j',
    async (header) => {
      const reply = await sendRaw(service, rawRequest(`GET ${large} HTTP/1.1`, header))
      expectProblem(reply, 'bad_request', withoutRequest)
    },
  )

  it('a request without a host', async () => {
    const reply = await sendRaw(service, `GET ${large} HTTP/1.1\r\nConnection: close\r\n\r\n`)
    expectProblem(reply, 'bad_request', { withoutRequest: reply.headers['x-request-id'] === undefined })
  })

  it('headers that do not end, after a few seconds', async () => {
    const began = performance.now()
    const reply = await sendRaw(service, `GET ${large} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `)
    expectProblem(reply, 'request_timeout', withoutRequest)
    expect(performance.now() - began).toBeGreaterThan(4000)
    expect(performance.now() - began).toBeLessThan(9000)
  })

  it('and nobody else notices', async () => {
    expect((await fetchApi(service, large)).status).toBe(200)
  })
})

describe('a connection', () => {
  it('takes several requests at once and answers them in order', async () => {
    const targets = ['/v2/patches/1', '/v2/nonesuch', '/v2/patches/2', large, '/v2/patches/3']
    const lines = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const { bytes } = await sendRaw(service, `${lines.join('')}${rawRequest('GET /v2/patches/4 HTTP/1.1')}`)
    const text = bytes.toString()
    const at = ['"id":1', 'errors#not_found', '"id":2', '"pagination"', '"id":3', '"id":4'].map((one) =>
      text.indexOf(one),
    )
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(at[0]).toBeGreaterThanOrEqual(0)
  })

  it('is kept for 65 seconds, and beyond the time in which headers must arrive', async () => {
    const socket = connect(service.port, '127.0.0.1')
    const answers: string[] = []
    socket.on('data', (chunk) => answers.push(chunk.toString()))
    const line = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'
    socket.write(line)
    await expect.poll(() => answers.join('')).toContain('Keep-Alive: timeout=65')
    await sleep(6500)
    socket.write(line)
    await expect.poll(() => answers.join('').split('HTTP/1.1 200 OK').length).toBe(3)
    socket.destroy()
  })

  it('with many requests at once leaves no warning', async () => {
    const warnings: Error[] = []
    const hear = (warning: Error) => warnings.push(warning)
    process.on('warning', hear)
    const lines = Array.from({ length: 30 }, () => 'GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await sendRaw(service, `${lines.join('')}${rawRequest('GET /v2/patches/4 HTTP/1.1')}`)
    await sleep(10)
    process.off('warning', hear)
    expect(warnings).toEqual([])
  })

  it('that breaks off in an answer does no harm', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const socket = connect(service.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(rawRequest(`GET ${large} HTTP/1.1`))
      await sleep(1)
      socket.resetAndDestroy()
    }
    expect((await fetchApi(service, large)).status).toBe(200)
  })

  it('may carry a body with a GET, which counts for nothing', async () => {
    const reply = await sendRaw(service, `${rawRequest('GET /v2/patches/1 HTTP/1.1', 'Content-Length: 5')}hello`)
    expect(reply.status).toBe(200)
  })
})

describe('/v1', () => {
  it('answers as /v2 does and names its successor, at every endpoint', async () => {
    for (const { id, url } of urls().filter((one) => one.url.startsWith('/v2/'))) {
      const [current, legacy] = [await fetchApi(service, url), await fetchApi(service, url.replace('/v2/', '/v1/'))]
      expect(legacy.status, id).toBe(current.status)
      if (current.status !== 200) continue
      expect(legacy.bytes.equals(current.bytes), id).toBe(true)
      expect(legacy.headers.etag).toBe(current.headers.etag)
      expect(legacy.headers.deprecation, id).toBeTruthy()
      expect(legacy.headers.link, id).toContain(`<${url.split('?')[0]}>; rel="successor-version"`)
      expect(current.headers).not.toHaveProperty('deprecation')
      expect(String(current.headers.link)).not.toContain('successor-version')
    }
  })

  it('pages go on in /v2', async () => {
    const reply = await fetchApi(service, '/v1/items?limit=1')
    expect(reply.next).toMatch(/^\/v2\/items\?/)
  })
})

describe('health', () => {
  it('lives and is ready', async () => {
    const [live, ready] = [await fetchApi(service, '/health/live'), await fetchApi(service, '/health/ready')]
    expect(live.json).toEqual({ status: 'ok' })
    expect(ready.json).toMatchObject({ status: 'ok', patches: catalog.patches.all.length, files: true })
    for (const { status, headers } of [live, ready]) {
      expect(status).toBe(200)
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('of an empty catalog is ready: no patches, and the rest is unknown', async () => {
    const empty = openFixture()
    try {
      const quiet = await empty.serve()
      expect((await fetchApi(quiet, '/health/ready')).json).toMatchObject({ status: 'ok', patches: 0, files: false })
      expect((await fetchApi(quiet, '/v2/patches')).json).toEqual({
        pagination: { count: 0, limit: 25, page: 1, num_pages: 0, total: 0, next: null },
        body: [],
      })
      expect((await fetchApi(quiet, '/v2/meta')).json).toMatchObject({ current: {} })
      for (const { mode, path, keyScope, params } of api.endpoints)
        if (mode.column && !keyScope && !Object.values(params).some(({ required }) => required))
          expectProblem(await fetchApi(quiet, path.replace(/\{\w+\}/g, 'x')), 'unknown_patch')
      await empty.import((await sampleBundles(empty)).slice(0, 1))
      expect((await fetchApi(quiet, '/v2/items')).status).toBe(200)
      expect((await fetchApi(quiet, '/health/ready')).json).toMatchObject({ patches: 1, files: true })
    } finally {
      await empty.close()
    }
  })
})

describe('an error that nobody expected', () => {
  it('is logged in full and shown as nothing', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const broken = catalogEndpoint({
      id: 'broken',
      path: '/v2/broken',
      summary: 'Throws.',
      mode: unscoped,
      rows: false,
      schema: z.unknown(),
      answer() {
        throw new TypeError('the secret of /etc/passwd')
      },
    })
    const empty = openFixture(defineApi([...api.resources.values(), broken]))
    const frail = await empty.serve({ log })
    try {
      const reply = await fetchApi(frail, '/v2/broken', { headers: { 'x-api-key': frail.key, cookie: 'a=secret2' } })
      expectProblem(reply, 'internal_error')
      expect(reply.text).not.toMatch(/secret|passwd|TypeError|\.ts/)
      expect(reply.headers['access-control-allow-origin']).toBe('*')
      const id = String(reply.headers['x-request-id'])
      expect(reply.object.detail).toContain(id)
      const logged = lines.map(
        (line) => JSON.parse(line) as { level: number; requestId?: string; err?: { stack: string } },
      )
      const [failure] = logged.filter(({ level }) => level >= 50)
      expect(failure?.requestId).toBe(id)
      expect(failure?.err?.stack).toMatch(/TypeError: the secret of \/etc\/passwd\n.*http\.test\.ts/)
      const access = () => lines.filter((line) => line.includes('"status":500'))
      await expect.poll(access).toHaveLength(1)
      expect(access()[0]).toContain(id)
      expect(lines.join('')).not.toMatch(/dl_|secret2/)
      expectProblem(await fetchApi(frail, '/v2/nonesuch'), 'not_found')
      expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toHaveLength(1)
    } finally {
      await empty.close()
    }
  })

  it('is logged in full where it breaks an answer off, unlike a client that leaves', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    async function* parts(mayEnd: boolean) {
      for (let nth = 0; mayEnd ? nth < 1000 : nth < 2; nth += 1) yield await Promise.resolve('x'.repeat(100_000))
      if (!mayEnd) throw new TypeError('no more')
    }
    const long = (name: string, mayEnd: boolean) =>
      liveEndpoint({
        ...{ id: name, path: `/v2/${name}`, summary: 'Long.', mode: unscoped, rows: false },
        ...{ params: formatParam, maxAgeSeconds: 5, schema: z.unknown() },
        answer: () => Promise.resolve({ body: '', observedAt: null }),
        export: () => Promise.resolve({ headers: {}, body: '', parts: () => parts(mayEnd), observedAt: null }),
      })
    const empty = openFixture(defineApi([...api.resources.values(), long('broken', false), long('whole', true)]))
    const frail = await empty.serve({ log })
    try {
      const left = await fetch(`${frail.url}/v2/whole?format=csv`)
      await left.body?.cancel()
      const broken = await fetch(`${frail.url}/v2/broken?format=csv`)
      await expect(broken.text()).rejects.toThrow('terminated')
      await expect.poll(() => lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        ...{ requestId: broken.headers.get('x-request-id'), path: '/v2/broken', err: { message: 'no more' } },
      })
    } finally {
      await empty.close()
    }
  })
})

describe('the process', () => {
  const children: ChildProcess[] = []
  const folders: string[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  function run(settings: Record<string, string>, stdout: 'pipe' | number = 'pipe') {
    const folder = mkdtempSync(join(tmpdir(), 'served-'))
    folders.push(folder)
    const child = spawn(process.execPath, ['scripts/serve.ts'], {
      cwd: repository,
      env: commandEnvironment({ DATA_DIR: folder, PORT: '0', OBSERVER_PORT: '0', ...settings }),
      stdio: ['ignore', stdout, 'pipe'],
    })
    children.push(child)
    const output = { stdout: '', stderr: '' }
    child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
    const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
    const port = async () => {
      for (let nth = 0; nth < 1200; nth += 1) {
        const found = /Serving on http:\/\/127\.0\.0\.1:(\d+)/.exec(output.stderr)?.[1]
        if (found) return { port: Number(found) }
        if (child.exitCode !== null) break
        await sleep(50)
      }
      throw new Error(`not serving: ${output.stderr}`)
    }
    return { child, output, ended, port, folder }
  }

  it('finishes what is in flight on SIGTERM, and ends with 0', async () => {
    const { child, ended, port, output } = run({})
    const served = await port()
    const socket = connect(served.port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString()))
    const closed = once(socket, 'close')
    socket.write('GET /v2/patches HTTP/1.1\r\nHost: localhost\r\n')
    const idle = connect(served.port, '127.0.0.1')
    const idleClosed = once(idle, 'close')
    idle.write('GET /v2/meta HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(idle, 'data')
    child.kill('SIGTERM')
    const refusal = () => fetchApi(served, '/v2/patches').then(String, String)
    await expect.poll(refusal, { interval: 100 }).toMatch(/ECONNREFUSED|hang up|ECONNRESET/)
    const began = performance.now()
    socket.write('\r\n')
    await Promise.all([closed, idleClosed])
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(received).toContain('"pagination"')
    expect(await ended).toEqual([0, null])
    expect(performance.now() - began).toBeLessThan(3000)
    expect(output.stdout).toContain('"stopped"')
  })

  it('ends with 0 while it waits for its catalog', async () => {
    const { child, ended, output } = run({ CATALOG_URL: 'http://127.0.0.1:1/' })
    await expect.poll(() => output.stdout).toContain('manifest.json could not be read')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('goes on while the disk of its log is full, and ends with 0', async () => {
    const full = openSync('/dev/full', 'w')
    const { child, ended, port } = run({}, full)
    closeSync(full)
    const served = await port()
    for (let nth = 0; nth < 3; nth += 1) {
      expect((await fetchApi(served, '/v2/patches')).status).toBe(200)
      await sleep(50)
    }
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('ends on SIGINT too', async () => {
    const { child, ended, port } = run({})
    await port()
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })

  it('does not start with malformed settings, and names them all', async () => {
    const { ended, output } = run({ PORT: 'eighty', RENDER_PATCHES: 'some', LOG_LEVEL: 'loud' })
    expect(await ended).toEqual([2, null])
    for (const setting of ['PORT=eighty', 'RENDER_PATCHES=some', 'LOG_LEVEL=loud'])
      expect(output.stderr).toContain(`${setting} is not valid`)
    expect(output.stderr).not.toMatch(/\n\s+at /)
    expect(output.stdout).toBe('')
  })

  it('warns of a setting that is one typo away, and takes it for none', async () => {
    const { child, ended, port, output } = run({ DATA_DIRR: '/nonesuch', LOG_LEVL: 'silent' })
    await port()
    child.kill('SIGTERM')
    await ended
    expect(output.stdout).toContain('DATA_DIRR is not a setting: did you mean DATA_DIR?')
    expect(output.stdout).toContain('LOG_LEVL is not a setting: did you mean LOG_LEVEL?')
  })

  it('says so when its port is taken', async () => {
    const { ended, output } = run({ PORT: String(service.port) })
    const [code] = await ended
    expect(code).toBe(6)
    expect(output.stderr).toContain(`PORT=${service.port} is taken: `)
  })

  it('prints every setting with --help', async () => {
    const child = spawn(process.execPath, ['scripts/serve.ts', '--help'], {
      cwd: repository,
      env: commandEnvironment(),
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    expect(await once(child, 'exit')).toEqual([0, null])
    for (const name of ['PORT', 'HOST', 'DATA_DIR', 'RENDER_PATCHES', 'LOG_LEVEL', 'TRUST_PROXY'])
      expect(text).toMatch(new RegExp(`^ +${name} +\\S.*\\(.+\\)$`, 'm'))
  })

  it('has nothing in common with another of other PORT and DATA_DIR', async () => {
    const [one, other] = [run({}), run({})]
    const [first, second] = [await one.port(), await other.port()]
    expect(first.port).not.toBe(second.port)
    const untouched = () => readdirSync(other.folder).map((name) => [name, statSync(join(other.folder, name)).mtimeMs])
    const before = untouched()
    await importAndRender((await sampleBundles(fixture)).slice(0, 1), { api, dataDir: one.folder, patches: 'all' })
    expect((await fetchApi(first, '/v2/items')).status).toBe(200)
    expectProblem(await fetchApi(second, '/v2/items'), 'unknown_patch')
    expect(untouched()).toEqual(before)
    one.child.kill('SIGTERM')
    await one.ended
    expect((await fetchApi(second, '/health/ready')).status).toBe(200)
  })
})
