// Event streams through the edge and through nginx: both forward events at once and cache nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventClient } from '../fixtures/event-client.ts'
import { noon, observe } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import type { ServedFixture } from '../fixtures/test-service.ts'
import { openEdgeFixture, type EdgeFixture } from './edge-service.ts'
import { hasNginx, openNginxFixture, type NginxFixture } from './nginx-service.ts'

interface Front {
  readonly port: number
  readonly origin: ServedFixture
  /** Targets of the cached answers. */
  kept(): Promise<readonly string[]>
}

let lastId = 0
async function send(origin: ServedFixture): Promise<number> {
  const at = new Date(noon).toISOString()
  await observe(origin, 'trades', [{ id: (lastId += 1), timestamp: at, message: `no ${lastId}` }])
  return lastId
}

function itPassesEvents(front: () => Front) {
  it.each(['/v2/events', '/v1/events?feeds=trades', '/v2/%65vents'])(
    '%s is forwarded event by event',
    async (target) => {
      const { origin } = front()
      const client = await EventClient.open(front(), target, { headers: { 'accept-encoding': 'gzip, br' } })
      expect(client.headers['content-type']).toBe('text/event-stream; charset=utf-8')
      expect(client.headers['cache-control']).toMatch(/^no-store/)
      expect(client.headers).not.toHaveProperty('content-encoding')
      await client.begun
      for (let count = 1; count <= 3; count += 1) {
        const id = await send(origin)
        expect((await client.until(count)).at(-1)?.data.id).toBe(id)
      }
      client.close()
    },
  )

  it('a client that reconnects gets the events that it missed', async () => {
    const { origin } = front()
    const first = await EventClient.open(front(), '/v2/events')
    await first.begun
    await send(origin)
    await first.until(1)
    first.close()
    const missed = [await send(origin), await send(origin)]
    const again = await EventClient.open(front(), '/v2/events', { headers: { 'last-event-id': first.lastEventId } })
    await again.until(2)
    expect(again.events.map(({ data }) => data.id)).toEqual(missed)
    again.close()
  })

  it('errors are those of the service', async () => {
    expectProblem(await fetchApi(front(), '/v2/events?feeds=none'), 'invalid_parameter')
    expectProblem(await fetchApi(front(), '/v2/events?after=x'), 'invalid_parameter')
  })

  it('nothing is cached', async () => {
    expect((await front().kept()).filter((target) => target.includes('events'))).toEqual([])
  })
}

describe('through the edge', () => {
  let fixtures: EdgeFixture
  beforeAll(async () => {
    fixtures = await openEdgeFixture()
  })
  afterAll(() => fixtures.close())
  itPassesEvents(() => ({
    port: fixtures.edge.port,
    origin: fixtures.origin,
    kept: async () => (await fixtures.platform()).map(({ url }) => url),
  }))
})

describe.skipIf(!hasNginx)('through nginx', () => {
  let fixtures: NginxFixture
  beforeAll(async () => {
    fixtures = await openNginxFixture()
  })
  afterAll(() => fixtures.close())
  itPassesEvents(() => ({
    port: fixtures.edge.port,
    origin: fixtures.origin,
    kept: () => Promise.resolve(fixtures.kept().map(({ target }) => target)),
  }))
})
