// The cache of nginx: it stores no wrong and no private answers, and enough to answer while the service is down.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi } from '../fixtures/test-client.ts'
import { hasNginx, openNginxFixture, type CachedAnswer, type NginxFixture } from './nginx-service.ts'
import { trickyHeaders, trickyTargets, victim } from './poison.ts'
import { expectProblem } from '../fixtures/problem.ts'

const item = '/v2/items/id.item.ember_lantern_5001'

describe.skipIf(!hasNginx)('in front of the service', () => {
  let fixtures: NginxFixture
  beforeAll(async () => {
    fixtures = await openNginxFixture()
  })
  afterAll(() => fixtures.close())

  const at = (target: string, headers: Record<string, string> = {}) => fetchApi(fixtures.edge, target, { headers })

  const unpacked = ({ head, bytes }: CachedAnswer): string => {
    const coding = /^content-encoding: (\w+)/im.exec(head)?.[1]
    if (coding === 'br') return brotliDecompressSync(bytes).toString()
    return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  }

  /** Checks that each cached answer equals the answer of the service to the target of its cache key. */
  async function expectNothingForeign(): Promise<void> {
    for (const kept of fixtures.kept()) {
      const alone = await fetchApi(fixtures.alone, kept.target)
      expect([kept.status, unpacked(kept)], kept.target).toEqual([alone.status, alone.text])
      expect(kept.head).not.toMatch(/^(set-cookie|x-data-age):|no-store/im)
      expect([200, 302]).toContain(kept.status)
    }
  }

  async function expectVictimWhole(): Promise<void> {
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': coding }
      const [alone, front] = [await fetchApi(fixtures.alone, victim, { headers }), await at(victim, headers)]
      expect([front.status, front.text]).toEqual([alone.status, alone.text])
      for (const name of ['content-type', 'content-encoding', 'cache-control', 'etag', 'vary', 'x-patch-id', 'link'])
        expect(front.headers[name], name).toBe(alone.headers[name])
    }
  }

  describe('attempts to poison the cache', () => {
    it.each(trickyHeaders)('%s', async (_, headers) => {
      await fixtures.forget()
      for (const method of ['GET', 'HEAD']) await fetchApi(fixtures.edge, victim, { headers, method })
      await at(`${victim}&bogus=1`, headers)
      await expectVictimWhole()
      await expectNothingForeign()
    })

    it('queries and paths', async () => {
      await fixtures.forget()
      for (const target of trickyTargets)
        for (const method of ['GET', 'HEAD', 'GET']) await fetchApi(fixtures.edge, target, { method })
      await expectNothingForeign()
      await expectVictimWhole()
      expect(fixtures.kept().length).toBeGreaterThan(10)
    })

    it('an answer to a good key is not cached, and a bad key is not answered from the cache', async () => {
      await fixtures.forget()
      const reply = await at(victim, { 'x-api-key': fixtures.origin.key })
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(fixtures.kept()).toEqual([])
      await expectVictimWhole()
      expectProblem(await at(victim, { 'x-api-key': 'nonsense' }), 'unauthenticated')
    })
  })

  describe('caching', () => {
    it('stores no headers of the first client', async () => {
      await fixtures.forget()
      const [first, second] = [await at(victim), await at(victim)]
      expect(second.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
      expect(second.headers['x-ratelimit-remaining']).toBe(second.headers['x-ratelimit-limit'])
      expect(second.headers.ratelimit).toMatch(/^"anonymous";r=\d+;t=0$/)
      expect(Number(second.headers['x-ratelimit-reset'])).toBeCloseTo(Date.now() / 1000, -1)
    })

    it('stores neither problems nor live data nor answers about the service itself', async () => {
      await fixtures.forget()
      for (const target of [
        '/v2/items?page=x',
        '/v2/items/id.none',
        '/v2/market?page=x',
        '/health/ready',
        '/account/keys',
      ])
        await at(target)
      expect(fixtures.kept()).toEqual([])
    })

    it('forwards only the address of the client in X-Forwarded-For, so that its quota is used', async () => {
      await fixtures.forget()
      const remaining = async (name: string, address: string) => {
        const { headers } = await at(`/v2/items?name=${name}`, { 'x-forwarded-for': address })
        return Number(headers['x-ratelimit-remaining'])
      }
      const [first, second] = [await remaining('a', '6.6.6.6'), await remaining('b', '7.7.7.7')]
      expect(second).toBe(first - 1)
    })
  })

  describe('while the service is down', () => {
    beforeAll(async () => {
      await fixtures.forget()
      for (const target of [victim, item, '/v2/items']) await at(target)
      await fixtures.origin.close()
    })

    it.each([victim, item, '/v2/items'])('%s is answered as before', async (target) => {
      const [alone, front] = [await fetchApi(fixtures.alone, target), await at(target)]
      expect([front.status, front.text]).toEqual([200, alone.text])
    })

    it('pictures and models are answered from the tree in each size', async () => {
      for (const [hash, media] of Object.entries(fixtures.fixture.catalog().assets()))
        for (const query of media === 'image/png' ? ['', '?size=64', '?size=32&format=webp', '?format=webp'] : [''])
          expect((await at(`/v1/codex/assets/${hash}${query}`)).status, `${media} ${query}`).toBe(200)
    })

    it('the rest is answered with a problem that says it is unavailable', async () => {
      for (const target of ['/v2/monsters?name=bog', '/v2/meta', '/health/ready', '/v1/codex/assets/nothing']) {
        const reply = await at(target)
        expectProblem(reply, 'unavailable')
        expect(reply.headers['retry-after']).toBe('10')
      }
    })

    it('live data that did not exist before is not answered from the cache', async () => {
      await fixtures.forget()
      const unobserved = await fixtures.restartOrigin()
      const targets = ['/v2/market', '/v1/trades', '/v2/merchant/stock']
      for (const target of targets) expect((await at(target)).status, target).toBe(200)
      await unobserved.close()
      for (const target of targets) expectProblem(await at(target), 'unavailable')
    })

    it('and once it is back, everything is answered', async () => {
      await fixtures.restartOrigin()
      expect((await at('/v2/monsters?name=bog')).status).toBe(200)
    })
  })

  it('serves the files of the tree under their own names, compressed if they are', async () => {
    const reply = await at('/_static/4/items/list/25/1.json', { 'accept-encoding': 'gzip' })
    expect([reply.status, reply.headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(reply.text).toBe((await fetchApi(fixtures.alone, '/v2/items')).text)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
  })

  it.each(['/picture', '/model', '/bulk', '/_problems/bad_request', '/_problems/range_not_satisfiable'])(
    'its internal location %s is not reachable: the service answers 404, which is not cached for a year',
    async (target) => {
      const [alone, front] = [await fetchApi(fixtures.alone, target), await at(target)]
      expect([front.status, front.text]).toEqual([404, alone.text])
      for (const name of ['content-type', 'cache-control', 'etag'])
        expect(front.headers[name], name).toBe(alone.headers[name])
    },
  )
})
