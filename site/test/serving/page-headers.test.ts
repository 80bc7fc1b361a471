// Pages over HTTP: validators, encodings, CORS, and the responses to unknown paths.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi, rawRequest, sendRaw } from '../../../dynamic/test/fixtures/test-client.ts'
import { expectProblem } from '../../../dynamic/test/fixtures/problem.ts'
import type { ServedFixture } from '../../../dynamic/test/fixtures/test-service.ts'
import { openSampleSite, type SampleSite } from '../sample-site.ts'

let site: SampleSite
let service: ServedFixture
beforeAll(async () => {
  site = await openSampleSite()
  service = site.service
})
afterAll(() => site.close())

const at = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetchApi(service, path, { headers, method })

describe.each(['/items', '/docs', '/docs.md', '/patches.atom', '/patches.json', '/sitemap.xml', '/llms.txt'])(
  '%s',
  (path) => {
    it('has an ETag per encoding, any of which matches, whatever its Cache-Control', async () => {
      const { headers, text } = await at(path)
      const plain = String(headers.etag).slice(1, -1)
      expect(plain).toMatch(/^[\w-]{27}$/)
      for (const [encoding, suffix] of Object.entries({ br: '-br', zstd: '-zstd', gzip: '-gz' })) {
        const reply = await at(path, { 'accept-encoding': encoding })
        expect(reply.text).toBe(text)
        if (reply.headers['content-encoding'] === undefined) expect(reply.headers.etag).toBe(headers.etag)
        else expect([reply.headers['content-encoding'], reply.headers.etag]).toEqual([encoding, `"${plain}${suffix}"`])
        expect(reply.headers.vary).toBe('Accept-Encoding')
        const known = await at(path, { 'if-none-match': `W/"${plain}${suffix}"`, 'cache-control': 'no-cache' })
        expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, headers.etag])
        expect(known.headers['cache-control']).toBe(headers['cache-control'])
      }
      expect((await at(path, { 'if-none-match': '"other"' })).status).toBe(200)
    })

    it('answers HEAD as GET, without the body', async () => {
      const [get, head] = [await at(path), await at(path, {}, 'HEAD')]
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
        expect(head.headers[name], name).toBe(get.headers[name])
    })

    it('may be read by other sites if it is a document or a feed', async () => {
      const { headers } = await at(path, { origin: 'https://example.org' })
      expect(headers['access-control-allow-origin']).toBe(path === '/items' ? undefined : '*')
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    })
  },
)

it('a card and the files of pages are revalidated by ETag, whatever their Cache-Control', async () => {
  const [, file = ''] = /"(\/_site\/[^"]+\.css)"/.exec((await at('/items')).text) ?? []
  for (const path of ['/cards/items.png', file, '/_icon.svg']) {
    const { headers, status } = await at(path)
    expect(status, path).toBe(200)
    const known = await at(path, { 'if-none-match': String(headers.etag), 'cache-control': 'no-cache' })
    expect(known.status, path).toBe(304)
  }
})

it.each<Record<string, string>>([
  { range: 'bytes=999999-' },
  { range: 'bytes=5-2' },
  { 'if-match': '"other"' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
])('the files of pages are sent completely, whatever part or state is requested: %j', async (headers) => {
  expect((await at('/_icon.svg', headers)).status).toBe(200)
})

it('the JSON feed has the media type of JSON feeds', async () => {
  expect((await at('/patches.json')).headers['content-type']).toBe('application/feed+json; charset=utf-8')
})

it('the icon that browsers look for is the one of the pages', async () => {
  const { status, headers } = await at('/favicon.ico')
  expect([status, headers.location]).toEqual([301, '/_icon.svg'])
  expect((await at('/_icon.svg')).headers['content-type']).toBe('image/svg+xml')
})

it('an unknown path is a page for browsers and a problem for programs', async () => {
  for (const path of ['/nonesuch', '/items/id.item.nonesuch', '/docs/endpoints/nonesuch', '/a/b/c/d']) {
    const page = await at(path, { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' })
    expect([page.status, page.headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8'])
    const reply = await at(path, { accept: 'application/json' })
    expectProblem(reply, 'not_found')
    for (const { headers } of [page, reply]) expect(headers.vary).toContain('Accept')
  }
})

it.each(['*', '*@4', '*@4/items', '*:99999/items', 'http://elsewhere.example/items', 'http://localhost/'])(
  'a target that is no path is refused, not looked up as a page: %s',
  async (target) => {
    for (const version of ['HTTP/1.1', 'HTTP/1.0'])
      expectProblem(await sendRaw(service, rawRequest(`GET ${target} ${version}`)), 'bad_request')
  },
)

it("Astro's own routes are as unknown as any other path, however they are spelled", async () => {
  const prefixes = ['/', '//', '/./', '/a/../', '/%2e/']
  const names = ['_image', '%5fimage', '%255Fimage', '_server-islands/a', '%5Fserver-islands/a']
  for (const path of prefixes.flatMap((prefix) => names.map((name) => prefix + name))) {
    const line = rawRequest(`GET ${path}?href=/_icon.svg&f=svg&w=1&h=1 HTTP/1.1`, 'Accept: application/json')
    const { status, headers } = await sendRaw(service, line)
    const found = [status, headers['content-type']?.split(';')[0]]
    expect(found, path).toEqual([404, 'application/problem+json'])
    const ofNoPatch = await sendRaw(service, rawRequest(`GET ${path}?patch=nope HTTP/1.1`))
    expect(ofNoPatch.status, path).toBe(404)
  }
})

it('a page depends only on its target, whatever host a request names', async () => {
  const hosts = [
    'h/quests?',
    'h/docs?x=',
    'user@h',
    'h#',
    'h:99999999',
    'h:1/quests',
    '[',
    'a b',
    '',
    'elsewhere.example',
  ]
  for (const path of ['/items?rarity=epic', '/nonesuch']) {
    const { status, bytes } = await at(path)
    for (const host of hosts) {
      const reply = await sendRaw(service, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect([reply.status, reply.bytes.equals(bytes)], `${host} ${path}`).toEqual([status, true])
    }
  }
})

it('leading slashes do not turn a path into a host', async () => {
  for (const path of [
    '//[',
    '//a:b/',
    '//%25',
    '//elsewhere.example/x',
    '/\\elsewhere.example/x',
    '/.//elsewhere.example/x',
  ]) {
    const { status, text } = await sendRaw(service, rawRequest(`GET ${path} HTTP/1.1`, 'Accept: text/html'))
    expect(status, path).toBe(404)
    expect(text, path).not.toMatch(/(href|action)="\/\//)
  }
})
