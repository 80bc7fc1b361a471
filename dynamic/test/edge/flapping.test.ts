// The origin repeatedly goes down and comes back: caches store no answers from an outage.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { noon } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi, Reply } from '../fixtures/test-client.ts'
import { liveAt, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { startAlteringProxy } from '../fixtures/altering-proxy.ts'
import { openEdgeFixture } from './edge-service.ts'
import { hasNginx, openNginxFixture } from './nginx-service.ts'

const rounds = inLongForm(60, 3)
/**
 * Maximum time after its return until everything is answered again. The short form allows more, because other suites
 * run at the same time.
 */
const wellWithin = inLongForm(1000, 10_000)

interface Flapping {
  readonly fixture: Fixture
  /** A service that never goes down. */
  readonly alone: ServedFixture
  readonly origin: ServedFixture
  /** The cache under test. */
  readonly front: { readonly port: number }
}

/** Targets that were not requested before, so that no cache has their answers. */
const targetsOf = (round: number): readonly string[] => [
  `/v2/monsters?name=bog&limit=${round + 1}`,
  `/v2/items?min_gear_score=${round}&limit=3`,
  `/v2/market?limit=${round + 1}`,
]

async function expectNothingKept({ fixture, alone, origin, front }: Flapping): Promise<void> {
  let slowest = 0
  for (let round = 0, serving: ServedFixture = origin; round < rounds; round += 1) {
    await serving.close()
    for (const target of targetsOf(round)) {
      const reply = await fetchApi(front, target)
      expectProblem(reply, 'unavailable')
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }
    serving = await fixture.serve({ live: await liveAt(fixture, noon), trustProxy: 1, port: origin.port })
    const began = performance.now()
    for (const target of targetsOf(round)) {
      const [own, reply] = [await fetchApi(alone, target), await fetchApi(front, target)]
      expect([reply.status, reply.text], `${target} after the return`).toEqual([200, own.text])
    }
    slowest = Math.max(slowest, performance.now() - began)
  }
  console.log(`${rounds} times away and back: all is answered again within ${Math.round(slowest)} ms`)
  expect(slowest).toBeLessThan(wellWithin)
}

const problem = { type: '/errors#unavailable', title: 'Unavailable', status: 503, detail: 'It is away.' }
/** The answer of a cache while the origin is down. */
const away = new Reply(
  503,
  {
    ...{ 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
    ...{ 'retry-after': '10', 'x-request-id': 'twin' },
  },
  Buffer.from(JSON.stringify({ ...problem, code: 'unavailable', request_id: 'twin' })),
)

describe('the edge', () => {
  let fixtures: Awaited<ReturnType<typeof openEdgeFixture>>
  beforeAll(async () => void (fixtures = await openEdgeFixture()))
  afterAll(() => fixtures.close())

  it('keeps nothing of an outage', { timeout: 120_000 + rounds * 10_000 }, () =>
    expectNothingKept({ ...fixtures, front: fixtures.edge }),
  )

  it('negative control: a cache that keeps its answers from an outage', async () => {
    const kept = new Map<string, Reply>()
    const origin = await fixtures.fixture.serve({ live: await liveAt(fixtures.fixture, noon) })
    const twin = await startAlteringProxy(origin, async (target, ask) => {
      const reply = kept.get(target) ?? (await ask(target).catch(() => away))
      kept.set(target, reply)
      return reply
    })
    await expect(expectNothingKept({ ...fixtures, origin, front: twin })).rejects.toThrow(/after the return/)
    await twin.close()
  })
})

describe.skipIf(!hasNginx)('nginx', () => {
  let fixtures: Awaited<ReturnType<typeof openNginxFixture>>
  beforeAll(async () => void (fixtures = await openNginxFixture()))
  afterAll(() => fixtures.close())

  it('keeps nothing of an outage', { timeout: 120_000 + rounds * 10_000 }, () =>
    expectNothingKept({ ...fixtures, front: fixtures.edge }),
  )
})
