// What nginx keeps: nothing foreign, nothing personal, and enough to answer while the service is away.
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

  /** All that is kept is what Express alone says to the very target that it is kept under. */
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

  describe('attempts to have a foreign answer kept', () => {
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

    it('a good key is answered for itself alone, and a bad one not from what is kept', async () => {
      await fixtures.forget()
      const reply = await at(victim, { 'x-api-key': fixtures.origin.key })
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(fixtures.kept()).toEqual([])
      await expectVictimWhole()
      expectProblem(await at(victim, { 'x-api-key': 'nonsense' }), 'unauthenticated')
    })
  })

  describe('what is kept', () => {
    it('has no header of the one who asked first', async () => {
      await fixtures.forget()
      const [first, second] = [await at(victim), await at(victim)]
      expect(second.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
      expect(second.headers['x-ratelimit-remaining']).toBe(second.headers['x-ratelimit-limit'])
      expect(second.headers.ratelimit).toMatch(/^"anonymous";r=\d+;t=0$/)
      expect(Number(second.headers['x-ratelimit-reset'])).toBeCloseTo(Date.now() / 1000, -1)
    })

    it('is neither a problem nor live data nor an answer of the service about itself', async () => {
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

    it('has the client alone in X-Forwarded-For, so that quotas are drawn on by the right one', async () => {
      await fixtures.forget()
      const remaining = async (name: string, address: string) => {
        const { headers } = await at(`/v2/items?name=${name}`, { 'x-forwarded-for': address })
        return Number(headers['x-ratelimit-remaining'])
      }
      const [first, second] = [await remaining('a', '6.6.6.6'), await remaining('b', '7.7.7.7')]
      expect(second).toBe(first - 1)
    })
  })

  describe('while the service is away', () => {
    beforeAll(async () => {
      await fixtures.forget()
      for (const target of [victim, item, '/v2/items']) await at(target)
      await fixtures.origin.close()
    })

    it.each([victim, item, '/v2/items'])('%s is answered as before', async (target) => {
      const [alone, front] = [await fetchApi(fixtures.alone, target), await at(target)]
      expect([front.status, front.text]).toEqual([200, alone.text])
    })

    it('so are pictures and models in each size, which lie in the tree', async () => {
      for (const [hash, media] of Object.entries(fixtures.fixture.catalog().assets()))
        for (const query of media === 'image/png' ? ['', '?size=64', '?size=32&format=webp', '?format=webp'] : [''])
          expect((await at(`/v1/codex/assets/${hash}${query}`)).status, `${media} ${query}`).toBe(200)
    })

    it('the rest is unavailable for a while, in our shape', async () => {
      for (const target of ['/v2/monsters?name=bog', '/v2/meta', '/health/ready', '/v1/codex/assets/nothing']) {
        const reply = await at(target)
        expectProblem(reply, 'unavailable')
        expect(reply.headers['retry-after']).toBe('10')
      }
    })

    it('live data that was not observed before is not answered: it may be there by now', async () => {
      await fixtures.forget()
      const unobserved = await fixtures.restartOrigin()
      const targets = ['/v2/market', '/v1/trades', '/v2/merchant/stock']
      for (const target of targets) expect((await at(target)).status, target).toBe(200)
      await unobserved.close()
      for (const target of targets) expectProblem(await at(target), 'unavailable')
    })

    it('and when it is back, all is as it was', async () => {
      await fixtures.restartOrigin()
      expect((await at('/v2/monsters?name=bog')).status).toBe(200)
    })
  })

  it('serves the tree under its own names, packed where it was packed', async () => {
    const reply = await at('/_static/4/items/list/25/1.json', { 'accept-encoding': 'gzip' })
    expect([reply.status, reply.headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(reply.text).toBe((await fetchApi(fixtures.alone, '/v2/items')).text)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
  })

  it.each(['/picture', '/model', '/bulk', '/_problems/bad_request', '/_problems/range_not_satisfiable'])(
    'its own location %s is for nobody: Express says that there is nothing, not for a year',
    async (target) => {
      const [alone, front] = [await fetchApi(fixtures.alone, target), await at(target)]
      expect([front.status, front.text]).toEqual([404, alone.text])
      for (const name of ['content-type', 'cache-control', 'etag'])
        expect(front.headers[name], name).toBe(alone.headers[name])
    },
  )
})
