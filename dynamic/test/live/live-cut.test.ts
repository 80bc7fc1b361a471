// Cuts connections of observers after any byte of a request or of its answer: a batch is stored completely or not at
// all, and when it is sent again, each line is stored once.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InProcessLiveStore } from '../../../data/store/live/in-process-live-store.ts'
import { sampled } from '../../../scripts/test/long-form.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { liveAt, openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { at, ndjson, noon, post, type Intake } from '../fixtures/live-world.ts'

let fixture: Fixture
let live: InProcessLiveStore
let service: ServedFixture
beforeAll(async () => void (fixture = await openSampleFixture()))
afterAll(() => fixture.close())
beforeEach(async () => {
  live = await liveAt(fixture, noon)
  service = await fixture.serve({ live })
})
afterEach(() => service.close())

const path = '/observations/market'
const linesOfBatch = 30
let nextId = 1
/** Returns a batch of 4 KB with new listings. */
function newBatch(): string {
  const [item_id, created_at] = ['id.item.ember_lantern_5001', at('10:00')]
  return ndjson(
    Array.from({ length: linesOfBatch }, () => ({ id: nextId++, item_id, price: 5, quantity: 1, created_at })),
  )
}
const total = async () => (await fetchApi(service, '/v2/market?limit=1')).total

/**
 * Sends the first `bytes` of a body and ends the connection; resolves once the service has closed it too. A complete
 * body is sent and the connection cut when its answer begins.
 */
async function sendCut({ observerPort = 0, key }: Intake, body: string, bytes: number): Promise<void> {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nContent-Type: application/x-ndjson\r\n`
  const isWhole = bytes >= body.length
  const socket = connect(observerPort, '127.0.0.1')
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, bytes)}`)
  if (isWhole) {
    await once(socket, 'data')
    socket.destroy()
  } else await once(socket.resume().end(), 'close')
}

/**
 * Cuts connections at many places and checks that each batch is stored completely or not at all; returns the number of
 * cuts.
 */
async function expectAllOrNothing(intake: Intake): Promise<number> {
  const length = newBatch().length
  const places = [
    ...sampled(
      Array.from({ length }, (_, bytes) => bytes),
      400,
    ),
    length,
  ]
  for (const bytes of places) {
    const batch = newBatch()
    const [before, rejected] = [await total(), (await live.writer.quarantined()).length]
    await sendCut(intake, batch, bytes)
    await expect.poll(() => live.pendingBatches).toBe(0)
    const reply = await post(intake, path, batch)
    const stored = bytes >= batch.length ? linesOfBatch : 0
    const receipt = { accepted: linesOfBatch - stored, duplicates: stored, rejected: [] }
    expect(reply.object, `cut after ${bytes} bytes`).toEqual(receipt)
    expect(await total()).toBe(before + linesOfBatch)
    expect(await live.writer.quarantined(), `cut after ${bytes} bytes`).toHaveLength(rejected)
  }
  return places.length
}

describe('a batch whose connection is cut', () => {
  it('is stored completely or not at all', { timeout: 600_000 }, async () => {
    const cuts = await expectAllOrNothing(service)
    console.log(`${cuts} batches of 4 KB cut: each is stored completely or not at all, and once when it is sent again`)
  })

  it('negative control: an intake that treats the end of a connection as the end of a batch', async () => {
    const server = createServer((req, res) => {
      const chunks: Buffer[] = []
      req.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', () => undefined)
      req.once('close', () => {
        const batch = { bytes: Buffer.concat(chunks), firstLine: 1 }
        void live.ingest('market', batch, live.now()).then((receipt) => res.end(JSON.stringify(receipt)))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const intake = { observerPort: (server.address() as AddressInfo).port, key: service.key }
    await expect(expectAllOrNothing(intake)).rejects.toThrow(/cut after \d+ bytes/)
    server.close()
  })
})
