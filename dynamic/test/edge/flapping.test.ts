// The origin goes away and comes back, again and again: caches keep nothing of the time when it was away.
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
/** How soon after its return everything is answered again. The short form has more patience: other suites compute beside it. */
const wellWithin = inLongForm(1000, 10_000)

interface Flapping {
  readonly fixture: Fixture
  /** Never goes away. */
  readonly alone: ServedFixture
  readonly origin: ServedFixture
  /** What is asked. */
  readonly front: { readonly port: number }
}

/** None of them was asked before, so that no cache has an answer. */
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
/** What a cache in front may say while the origin is away. */
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

  it('negative control: a cache that keeps what it said while the origin was away', async () => {
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
