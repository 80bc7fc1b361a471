// Attempts to poison the cache of the edge. Every cached answer is compared with that of the service.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi } from '../fixtures/test-client.ts'
import { openEdgeFixture, type EdgeFixture } from './edge-service.ts'
import { trickyHeaders, trickyTargets, victim, withoutId } from './poison.ts'

let fixtures: EdgeFixture
beforeAll(async () => {
  fixtures = await openEdgeFixture()
})
afterAll(() => fixtures.close())

/** Checks that each cached answer equals the answer of the service to the target of its cache key. */
async function expectNothingForeign(): Promise<number> {
  const kept = await fixtures.platform()
  for (const { url, status, body } of kept) {
    const { pathname, search } = new URL(url)
    const alone = await fetchApi(fixtures.alone, pathname + search)
    expect([status, withoutId(body)], url).toEqual([alone.status, withoutId(alone.text)])
  }
  return kept.length
}

async function expectVictimWhole(): Promise<void> {
  const [alone, edge] = [await fetchApi(fixtures.alone, victim), await fetchApi(fixtures.edge, victim)]
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

/** Sends a request with a body, which `fetchApi` cannot. */
function requestWithBody(target: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: fixtures.edge.port, path: target, method: 'GET', headers },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

describe('headers', () => {
  it.each(trickyHeaders)('%s', async (_, headers) => {
    await fixtures.platform('forget')
    await fetchApi(fixtures.edge, victim, { headers })
    await fetchApi(fixtures.edge, victim, { headers, method: 'HEAD' })
    await fetchApi(fixtures.edge, `${victim}&bogus=1`, { headers })
    await expectVictimWhole()
    expect(await expectNothingForeign()).toBeGreaterThan(0)
  })

  it('an answer to a good key is not cached', async () => {
    await fixtures.platform('forget')
    const reply = await fetchApi(fixtures.edge, victim, { headers: { 'x-api-key': fixtures.origin.key } })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(await expectNothingForeign()).toBe(0)
    await expectVictimWhole()
    expect((await fetchApi(fixtures.edge, victim, { headers: { 'x-api-key': 'nonsense' } })).status).toBe(401)
  })

  it('a HEAD request does not leave an empty body for GET', async () => {
    await fixtures.platform('forget')
    expect((await fetchApi(fixtures.edge, victim, { method: 'HEAD' })).bytes.length).toBe(0)
    await expectVictimWhole()
  })

  it('a GET with a body that looks like a request', async () => {
    await fixtures.platform('forget')
    const smuggled = 'GET /v2/monsters HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(await requestWithBody(victim, { 'content-length': String(smuggled.length) }, smuggled)).toBe(200)
    await expectVictimWhole()
    await expectNothingForeign()
  })

  it('a cached answer has no headers of the first client', async () => {
    await fixtures.platform('forget')
    const first = await fetchApi(fixtures.edge, victim)
    const second = await fetchApi(fixtures.edge, victim)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(second.headers['x-ratelimit-remaining']).toBe(second.headers['x-ratelimit-limit'])
  })
})

describe('queries and paths', () => {
  it.each(trickyTargets)('%s', async (target) => {
    await fixtures.platform('forget')
    for (const method of ['GET', 'HEAD', 'GET']) await fetchApi(fixtures.edge, target, { method })
    await expectNothingForeign()
    await expectVictimWhole()
    expect(await expectNothingForeign()).toBeGreaterThan(0)
  })

  it('all spellings of a request share one answer, other requests have their own', async () => {
    await fixtures.platform('forget')
    for (const same of ['rarity=rare', '%72arity=rare', 'limit=25&rarity=%72are', 'rarity=rare&page=1&condense=true'])
      await fetchApi(fixtures.edge, `/v2/items?${same}`)
    expect((await fixtures.platform()).length).toBe(1)
    for (const other of ['rarity=epic', 'rarity=rare&limit=24', 'rarity=rare&patch=1', 'name=rare'])
      await fetchApi(fixtures.edge, `/v2/items?${other}`)
    expect((await fixtures.platform()).length).toBe(5)
    for (const several of ['rarity=rare,epic', 'rarity=epic%2Crare', 'page=1&rarity=epic,rare,epic'])
      await fetchApi(fixtures.edge, `/v2/items?${several}`)
    expect((await fixtures.platform()).length).toBe(6)
    expect(await expectNothingForeign()).toBe(6)
  })
})
