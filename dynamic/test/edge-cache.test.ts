// Attempts to have the edge keep a foreign answer for somebody else. What it keeps is compared with Express, one by one.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { openEdgeHouse, type EdgeHouse } from './edge-house.ts'

let houses: EdgeHouse
beforeAll(async () => {
  houses = await openEdgeHouse()
})
afterAll(() => houses.close())

const victim = '/v2/items?rarity=rare'
const long = 'x'.repeat(7900)

const withoutId = (text: string) => text.replace(/"request_id":"[^"]*",?/, '')

/** All that is kept is what Express alone says to the name it is kept under. */
async function expectNothingForeign(): Promise<number> {
  const kept = await houses.platform()
  for (const { url, status, body } of kept) {
    const { pathname, search } = new URL(url)
    const alone = await ask(houses.alone, pathname + search)
    expect([status, withoutId(body)], url).toEqual([alone.status, withoutId(alone.text)])
  }
  return kept.length
}

async function expectVictimWhole(): Promise<void> {
  const [alone, edge] = [await ask(houses.alone, victim), await ask(houses.edge, victim)]
  expect([edge.status, edge.text]).toEqual([alone.status, alone.text])
  for (const name of [
    'content-type',
    'cache-control',
    'etag',
    'vary',
    'x-patch-id',
    'access-control-allow-origin',
    'link',
  ])
    expect(edge.headers[name], name).toBe(alone.headers[name])
}

/** A request with a body, which `ask` has none of. */
function askWithBody(target: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: houses.edge.port, path: target, method: 'GET', headers },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

describe('headers', () => {
  it.each<[string, Record<string, string>]>([
    ['another host', { host: 'evil.test' }],
    [
      'X-Forwarded-Host',
      { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'javascript', forwarded: 'host=evil.test' },
    ],
    [
      'another client',
      { 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6', 'x-nf-client-connection-ip': '6.6.6.6' },
    ],
    ['another target', { 'x-original-url': '/v2/monsters', 'x-rewrite-url': '/v2/monsters' }],
    ['another method', { 'x-http-method-override': 'DELETE', 'x-method-override': 'HEAD' }],
    ['a lenient preference', { prefer: 'handling=lenient' }],
    ['an API key that is none', { 'x-api-key': 'nonsense' }],
    ['credentials', { authorization: 'Bearer x', cookie: 'session=x' }],
    ['an origin', { origin: 'https://evil.test', referer: 'https://evil.test/' }],
    ['a range', { range: 'bytes=0-10', 'if-range': '"x"' }],
    ['media types', { accept: 'text/html', 'accept-language': 'xx', 'accept-encoding': 'br;q=0, gzip;q=0' }],
    ['validators', { 'if-none-match': '*', 'if-modified-since': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
    [
      'the words of caches',
      { 'cache-control': 'max-age=9999', 'netlify-vary': 'query=x', 'cdn-cache-control': 'max-age=9' },
    ],
    ['the names of kept headers', { 'x-stored-at': '9999999999999', 'x-own-cache-control': 'public, max-age=99999' }],
    ['an upgrade', { connection: 'close, x-api-key', te: 'trailers' }],
  ])('%s', async (_, headers) => {
    await houses.platform('forget')
    await ask(houses.edge, victim, { headers })
    await ask(houses.edge, victim, { headers, method: 'HEAD' })
    await ask(houses.edge, `${victim}&bogus=1`, { headers })
    await expectVictimWhole()
    expect(await expectNothingForeign()).toBeGreaterThan(0)
  })

  it('a good key is answered for itself alone', async () => {
    await houses.platform('forget')
    const reply = await ask(houses.edge, victim, { headers: { 'x-api-key': houses.origin.key } })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(await expectNothingForeign()).toBe(0)
    await expectVictimWhole()
    expect((await ask(houses.edge, victim, { headers: { 'x-api-key': 'nonsense' } })).status).toBe(401)
  })

  it('HEAD first leaves a body for GET', async () => {
    await houses.platform('forget')
    expect((await ask(houses.edge, victim, { method: 'HEAD' })).bytes.length).toBe(0)
    await expectVictimWhole()
  })

  it('a GET with a body, which another reads as a request', async () => {
    await houses.platform('forget')
    const smuggled = 'GET /v2/monsters HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(await askWithBody(victim, { 'content-length': String(smuggled.length) }, smuggled)).toBe(200)
    await expectVictimWhole()
    await expectNothingForeign()
  })

  it('an answer that was kept has no header of the one who asked first', async () => {
    await houses.platform('forget')
    const first = await ask(houses.edge, victim)
    const second = await ask(houses.edge, victim)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(second.headers['x-ratelimit-remaining']).toBe(second.headers['x-ratelimit-limit'])
  })
})

describe('queries and paths', () => {
  it.each([
    `${victim}&name=a%26rarity%3Depic`,
    `${victim}&name=%00`,
    `${victim};name=a`,
    `${victim}&rarity=epic`,
    `${victim}&rarity[]=epic`,
    `${victim}&RARITY=epic`,
    `${victim}&%72arity=epic`,
    '/v2/items?%72arity=rare',
    '/v2/items?rarity=%72are',
    '/v2/items?rarity=rare&limit=25',
    '/v2/items?limit=25&rarity=rare&page=1',
    '/v2/items?rarity=rare&limit=24',
    '/v2/items?name=a+b',
    '/v2/items?name=a%2Bb',
    '/v2/items?name=a%20b',
    '/v2/items?name=%3Frarity%3Drare',
    '/v2/items?name=%23',
    '/v2/items?name=%C3%A4',
    '/v2/items?name=a%CC%88',
    '/v1/items?rarity=rare',
    '/v2/items%3Frarity=rare',
    '/v2/items/x%3Frarity=rare/history',
    '/v2/items/x%23/history',
    '/v2/items/%2e%2e%2fitems/history',
    '/v2/items/id.item.ember_lantern_5001/history?branch=main',
    '/v2/items/id%2Eitem.ember_lantern_5001/history',
    '/v2/items/id.item.ember_lantern_5001/history?branch=ptr',
    '/v2/./items?rarity=rare',
    '/v2/monsters/../items?rarity=rare',
    '/v2/%2e%2e/v2/items?rarity=rare',
    `/v2/items?name=${long}`,
    `/v2/items?${long}=1`,
    `/v2/items/${long}/history`,
    `${victim}&cursor=/v2/items%3Frarity%3Depic%26page%3D2`,
    '/v2/items?cursor=/v2/items%3Frarity%3Depic%26page%3D2',
    '//evil.test/v2/items?rarity=rare',
    '/v2/items\\..\\monsters?rarity=rare',
    '/v2/items?rarity=rare&patch=current',
    '/v2/items?rarity=rare&patch=1',
  ])('%s', async (target) => {
    await houses.platform('forget')
    for (const method of ['GET', 'HEAD', 'GET']) await ask(houses.edge, target, { method })
    await expectNothingForeign()
    await expectVictimWhole()
    expect(await expectNothingForeign()).toBeGreaterThan(0)
  })

  it('all spellings of one request share one answer, other requests have their own', async () => {
    await houses.platform('forget')
    for (const same of ['rarity=rare', '%72arity=rare', 'limit=25&rarity=%72are', 'rarity=rare&page=1&condense=true'])
      await ask(houses.edge, `/v2/items?${same}`)
    expect((await houses.platform()).length).toBe(1)
    for (const other of ['rarity=epic', 'rarity=rare&limit=24', 'rarity=rare&patch=1', 'name=rare'])
      await ask(houses.edge, `/v2/items?${other}`)
    expect((await houses.platform()).length).toBe(5)
    expect(await expectNothingForeign()).toBe(5)
  })
})
