// A service on a real PostgreSQL that is stopped, frozen, or cannot be reached: what needs no database is answered as
// before, everything else says at once when to try again, and nothing that was acknowledged is lost.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isStream, type Endpoint } from '../../../data/api/model/endpoint.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { liveWorld, ndjson, observeWorld, post } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { currentScopeOf, idsOf, urlOf } from '../fixtures/targets.ts'
import { proxyTo, type TcpProxy } from '../../../data/store/test/tcp-proxy.ts'
import { fetchApi, type Reply } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { killLine } from '../live/kill-lines.ts'
import { killAll, observerKey, serveProcess, type ServiceProcess } from '../live/service-process.ts'
import type { DisposableServer } from './disposable-server.ts'
import { hasPostgres, startPostgres } from './postgres-server.ts'

const frozenMilliseconds = inLongForm(30_000, 6000)
/** What the catalog is read for before each fault, to compare with. */
const usualMilliseconds = inLongForm(10_000, 1000)
/** What the slowest of 100 reads may take beyond twice of that. One that waited for the database would take a second. */
const slowerBy = inLongForm(100, 500)
/**
 * How soon a request is refused, and how soon all is well again. The long form has what is promised; the short one has
 * more patience, because many other suites compute beside it.
 */
const refusedWithin = inLongForm(2000, 4500)
const recoveredWithin = inLongForm(5000, 20_000)
const secret = 'a secret of the suite, long enough'

describe.skipIf(!hasPostgres)('a service on PostgreSQL', () => {
  let fixture: Fixture
  let catalog: Catalog
  let server: DisposableServer
  let proxy: TcpProxy
  let service: ServiceProcess
  let observer: string
  beforeAll(async () => {
    fixture = await openSampleFixture()
    catalog = fixture.catalog()
    server = await startPostgres()
    proxy = await proxyTo(server.url)
    const settings = {
      ...{ DATA_DIR: fixture.dataDir, DATABASE_URL: proxy.url },
      ...{ SESSION_SECRET: secret, RATE_LIMIT_KEY: '1000000' },
    }
    observer = await observerKey({ location: () => Promise.resolve(location(server.url)) })
    service = await serveProcess({ settings: () => Promise.resolve(settings) }, observer)
    await answersAgain()
    await observeWorld(service)
  })
  afterAll(async () => {
    killAll()
    await proxy.close()
    await server.close()
    await fixture.close()
  })

  const location = (url: string) => ({
    dataDir: fixture.dataDir,
    database: { url, poolSize: 8, timeoutMilliseconds: 5000 },
  })
  const targetOf = (endpoint: Endpoint) => {
    const scope = currentScopeOf(endpoint, catalog)
    return urlOf(endpoint, scope, {}, endpoint.kind === 'live' ? undefined : idsOf(endpoint, catalog, scope)[0])
  }

  const endpoints = (kind: Endpoint['kind'], others: (endpoint: Endpoint) => boolean = () => true) =>
    fixture.api.endpoints.filter((endpoint) => endpoint.kind === kind && others(endpoint))
  const keyed = (key: string) => ({ headers: { 'x-api-key': key } })
  const live = '/v2/market?limit=5'
  const file = '/v2/items?limit=5'

  function expectUnavailable(reply: Reply): void {
    expectProblem(reply, 'unavailable')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  }

  async function answersAgain(): Promise<number> {
    const began = performance.now()
    const isWell = async () => {
      const replies = await Promise.all([fetchApi(service, live), fetchApi(service, live, keyed(observer)), stored(1)])
      return replies.every(({ status }) => status === 200)
    }
    while (!(await isWell())) {
      if (performance.now() - began > 60_000) throw new Error('The service does not answer again')
      await sleep(50)
    }
    return performance.now() - began
  }

  const stored = (id: number) => post(service, '/observations/market', ndjson([killLine('market', id)]))

  async function timed<T>(work: Promise<T>): Promise<[T, number]> {
    const began = performance.now()
    return [await work, performance.now() - began]
  }

  /** Requests of what needs no database, one after the other; what 99 of 100 took at most. */
  async function slowestFile(milliseconds: number): Promise<number> {
    const times: number[] = []
    const until = performance.now() + milliseconds
    while (performance.now() < until) {
      const [{ status }, took] = await timed(fetchApi(service, file))
      expect(status).toBe(200)
      times.push(took)
      await sleep(10)
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  }

  const faults: { name: string; begin: () => unknown; end: () => unknown }[] = [
    { name: 'stopped', begin: () => server.kill(), end: () => server.start() },
    { name: 'frozen', begin: () => server.freeze(), end: () => server.thaw() },
    { name: 'cut off', begin: () => proxy.cut(), end: () => proxy.mend() },
    { name: 'unreachable', begin: () => proxy.silence(), end: () => proxy.unsilence() },
  ]

  describe.each(faults)('that is $name', ({ name, begin, end }) => {
    it('refuses at once what it cannot answer, and answers it soon after', { timeout: 300_000 }, async () => {
      await answersAgain()
      const usual = await slowestFile(usualMilliseconds)
      await begin()
      const until = performance.now() + frozenMilliseconds
      const isOver = () => performance.now() > until
      const files = slowestFile(frozenMilliseconds)
      let slowest = 0
      while (!isOver()) {
        const [replies, milliseconds] = await timed(
          Promise.all([fetchApi(service, live), stored(2), fetchApi(service, live, keyed(observer))]),
        )
        for (const reply of replies) expectUnavailable(reply)
        slowest = Math.max(slowest, milliseconds)
        await sleep(50)
      }
      const p99 = await files
      await end()
      const recovery = await answersAgain()
      const figures = [slowest, usual, p99, recovery].map((milliseconds) => Math.round(milliseconds)).join(' ms, ')
      console.log(`${name}: refused within, p99 of the catalog before and meanwhile, well again after: ${figures} ms`)
      expect(slowest).toBeLessThan(refusedWithin)
      expect(p99).toBeLessThan(2 * usual + slowerBy)
      expect(recovery).toBeLessThan(recoveredWithin)
    })
  })

  describe('whose database is away', () => {
    let before: Map<string, Reply>
    beforeAll(async () => {
      await answersAgain()
      before = new Map()
      for (const endpoint of fixture.api.endpoints)
        if (!isStream(endpoint)) before.set(endpoint.id, await fetchApi(service, targetOf(endpoint)))
      await proxy.cut()
      while ((await fetchApi(service, live)).status !== 503) await sleep(50)
    })
    afterAll(async () => {
      await proxy.mend()
      await answersAgain()
    })

    it('answers every endpoint of the catalog as before', async () => {
      const answered: number[] = []
      for (const endpoint of [...endpoints('catalog'), ...endpoints('asset')]) {
        if (endpoint.keyScope !== undefined) continue
        const { status } = await fetchApi(service, targetOf(endpoint))
        answered.push(status)
        expect([endpoint.id, status]).toEqual([endpoint.id, before.get(endpoint.id)?.status])
      }
      expect(answered.filter((status) => status === 200).length).toBeGreaterThan(answered.length / 2)
    })

    it('says on every endpoint of live data when to try again', async () => {
      // Lines for chats are a text and a 200, whatever they say.
      const asked = endpoints('live', (endpoint) => !('isText' in endpoint))
      const answered: string[] = []
      for (const endpoint of asked) {
        const reply = await fetchApi(service, targetOf(endpoint))
        if (reply.status === 200) answered.push(endpoint.id)
        else expectUnavailable(reply)
      }
      // It has live data in nothing but examples.
      expect(answered).toEqual(['openapi'])
      expect(asked.length).toBeGreaterThan(10)
    })

    it('says so to observers of every feed, and to who is signed in', async () => {
      for (const feed of Object.keys(liveWorld))
        expectUnavailable(
          await post(service, `/observations/${feed}`, ndjson(liveWorld[feed as keyof typeof liveWorld])),
        )
      const id = 'nobody'
      const signature = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '')
      const cookie = `session=${encodeURIComponent(`s:${id}.${signature}`)}`
      const reply = await fetchApi(service, '/account', { headers: { cookie } })
      expect([reply.status, Number(reply.headers['retry-after']) > 0]).toEqual([503, true])
    })

    it('believes a key that it has verified a moment ago, and no other', async () => {
      expect((await fetchApi(service, file, keyed(observer))).status).toBe(200)
      const unseen = await observerKey({ location: () => Promise.resolve(location(server.url)) })
      expectUnavailable(await fetchApi(service, file, keyed(unseen)))
    })
  })
})
