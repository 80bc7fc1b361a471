// Assistants reach the tools through the edge and through nginx, which cache nothing of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEdgeFixture, type EdgeFixture } from '../edge/edge-service.ts'
import { hasNginx, openNginxFixture, type NginxFixture } from '../edge/nginx-service.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { Assistant, eras } from './mcp-client.ts'

interface Front {
  readonly port: number
  readonly key: string
  /** Targets of the cached answers. */
  kept(): Promise<readonly string[]>
}

function itPassesMessages(front: () => Front) {
  it.each(eras)('a client of the %s era is answered like by the service, with a key and without', async (era) => {
    const { port, key } = front()
    for (const given of [undefined, key]) {
      const assistant = await Assistant.connect({ url: `http://127.0.0.1:${port}` }, { era, key: given })
      for (const rarity of ['epic', 'rare']) {
        const { json } = await assistant.call('list', { resource: 'items', rarity })
        expect(json).toEqual((await fetchApi({ port }, `/v2/items?rarity=${rarity}`)).json)
      }
      expect(await assistant.call('list', { resource: 'items', rarity: 'none' })).toMatchObject({
        isError: true,
        json: { code: 'invalid_parameter' },
      })
      await assistant.close()
    }
  })

  it('other methods, other sites and large messages are answered like by the service', async () => {
    const { port } = front()
    expectProblem(await fetchApi({ port }, '/mcp'), 'method_not_allowed')
    const url = `http://127.0.0.1:${port}/mcp`
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(url, { method: 'POST', headers, body: 'a'.repeat(70_000) })).status).toBe(413)
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://a.example' } })
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
  })

  it('nothing is cached', async () => {
    expect((await front().kept()).filter((target) => target.includes('mcp'))).toEqual([])
  })
}

describe('through the edge', () => {
  let fixtures: EdgeFixture
  beforeAll(async () => {
    fixtures = await openEdgeFixture()
  })
  afterAll(() => fixtures.close())
  itPassesMessages(() => ({
    ...fixtures.edge,
    kept: async () => (await fixtures.platform()).map(({ url }) => url),
  }))
})

describe.skipIf(!hasNginx)('through nginx', () => {
  let fixtures: NginxFixture
  beforeAll(async () => {
    fixtures = await openNginxFixture()
  })
  afterAll(() => fixtures.close())
  itPassesMessages(() => ({
    ...fixtures.edge,
    kept: () => Promise.resolve(fixtures.kept().map(({ target }) => target)),
  }))
})
