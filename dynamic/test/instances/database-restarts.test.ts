// A real PostgreSQL that is restarted repeatedly during intake: nothing acknowledged is lost or stored twice.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { randomMoments } from '../../../scripts/test/random-moments.ts'
import { ndjson, post, type Intake } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { expectWhole } from '../live/expect-whole.ts'
import { killLine } from '../live/kill-lines.ts'
import { kill, killAll, observerKey, serveProcess, type ServiceProcess } from '../live/service-process.ts'
import type { DisposableServer } from './disposable-server.ts'
import { hasPostgres, startPostgres } from './postgres-server.ts'

const restarts = inLongForm(100, 10)
const moment = randomMoments('restarts of PostgreSQL')
const feeds = ['market', 'trades', 'merchant-stock'] as const

describe.skipIf(!hasPostgres)('a service whose PostgreSQL is stopped during intake', () => {
  let fixture: Fixture
  let server: DisposableServer
  let service: ServiceProcess
  beforeAll(async () => void (fixture = await openSampleFixture()))
  afterAll(() => fixture.close())
  afterEach(async () => {
    killAll()
    await server.close()
  })

  const location = () => ({
    dataDir: fixture.dataDir,
    database: { url: server.url, poolSize: 8, timeoutMilliseconds: 5000 },
  })

  async function serve(): Promise<ServiceProcess> {
    server = await startPostgres()
    const key = await observerKey({ location: () => Promise.resolve(location()) })
    const settings = { DATA_DIR: fixture.dataDir, DATABASE_URL: server.url }
    return serveProcess({ settings: () => Promise.resolve(settings) }, key)
  }

  /** Posts lines, repeating each until it is acknowledged, while the server is restarted `times` times. */
  async function expectNothingLost(intake: Intake, times: number): Promise<void> {
    let [acknowledged, refused, isOver] = [0, 0, false]
    const posting = (async () => {
      for (let from = 1; !isOver; from += 40) {
        const ids = Array.from({ length: 40 }, (_, nth) => from + nth)
        for (const feed of feeds) {
          const send = () => post(intake, `/observations/${feed}`, ndjson(ids.map((one) => killLine(feed, one))))
          for (let reply = await send(); reply.status !== 200; reply = await send()) {
            expectProblem(reply, 'unavailable')
            expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
            refused += 1
            await sleep(20)
          }
        }
        acknowledged = from + 39
      }
    })()
    for (let nth = 0; nth < times; nth += 1) {
      const before = acknowledged
      await expect.poll(() => acknowledged, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before)
      await sleep(moment(300))
      await server.kill()
      await server.start()
    }
    isOver = true
    await posting
    await kill(service.child)
    await expectWhole(location(), acknowledged)
    console.log(
      `${times} restarts: ${acknowledged} lines of each feed acknowledged, all there once, ${refused} requests refused`,
    )
    expect(refused).toBeGreaterThan(0)
  }

  it(
    `loses and doubles nothing that it acknowledged in ${restarts} restarts`,
    { timeout: 120_000 + restarts * 30_000 },
    async () => {
      service = await serve()
      await expectNothingLost(service, restarts)
    },
  )

  it('negative control: a service that acknowledges rows that its database did not store', async () => {
    service = await serve()
    const twin = createServer((req, res) => {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of req) chunks.push(chunk as Buffer)
        const { status, bytes } = await post(service, req.url ?? '', Buffer.concat(chunks))
        res.writeHead(status === 503 ? 200 : status).end(bytes)
      })()
    }).listen(0, '127.0.0.1')
    await once(twin, 'listening')
    const intake = { observerPort: (twin.address() as AddressInfo).port, key: service.key }
    await expect(expectNothingLost(intake, 3)).rejects.toThrow(/is lost/)
    twin.close()
  })
})
