// Many event streams while observations come in at the pace of a busy market: each gets all its events in order, even
// if the service is killed in between. LONG=1 opens 500 streams.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../scripts/test/free-port.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { EventClient, type ReceivedEvent } from '../fixtures/event-client.ts'
import { ndjson, noon, post } from '../fixtures/live-world.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { kill, killAll, observerKey, serveProcess, type ServiceProcess } from './service-process.ts'

const streams = inLongForm(500, 50)
const seconds = inLongForm(60, 6)
const listingsPerMinute = 2000
const batchMilliseconds = 300
const items = 5
const streamsPerAddress = 8

let fixture: Fixture
let key: string
beforeAll(async () => {
  fixture = await openSampleFixture()
  key = await observerKey(fixture.store)
})
afterEach(killAll)
afterAll(() => fixture.close())

const itemOf = (id: number) => `id.item.streamed_${id % items}`
/** Streams with an odd number follow one item, the others all items. */
const targetOf = (nth: number) =>
  nth % 2 === 0 ? '/v2/events?feeds=market,trades' : `/v2/events?feeds=market&item_id=id.item.streamed_${nth % items}`
const isEventOf = (nth: number, id: number) => nth % 2 === 0 || id % items === nth % items
const addressOf = (nth: number) => ({ localAddress: `127.0.0.${2 + Math.floor(nth / streamsPerAddress)}` })

let lastId = 1_000_000
const during = (milliseconds: number) => {
  const end = Date.now() + milliseconds
  return () => Date.now() < end
}

/** Posts listings at the pace of a busy market; returns the time of each acknowledgement by id. */
async function observeWhile(
  isGoing: () => boolean,
  service: () => ServiceProcess | undefined,
): Promise<Map<number, number>> {
  const told = new Map<number, number>()
  const batch = Math.round((listingsPerMinute * batchMilliseconds) / 60_000)
  for (; isGoing(); await sleep(batchMilliseconds)) {
    const ids = Array.from({ length: batch }, () => (lastId += 1))
    const at = new Date(noon + lastId).toISOString()
    const lines = ids.map((id) => ({ id, item_id: itemOf(id), price: 1, quantity: 1, created_at: at, captured_at: at }))
    for (let isTold = false; !isTold;) {
      const running = service()
      const reply = running && (await post(running, '/observations/market', ndjson(lines)).catch(() => undefined))
      isTold = reply?.status === 200
      if (!isTold) await sleep(50)
    }
    for (const id of ids) told.set(id, performance.now())
  }
  return told
}

function expectAllEvents(nth: number, events: readonly ReceivedEvent[], told: ReadonlyMap<number, number>): void {
  const ids = events.map(({ data }) => Number(data.id))
  expect(new Set(ids).size, `stream ${nth} has none twice`).toBe(ids.length)
  expect(ids, `stream ${nth} has all`).toEqual([...told.keys()].filter((id) => isEventOf(nth, id)))
  const numbers = events.map(({ id }) => id)
  expect(numbers, `stream ${nth} is in order`).toEqual([...numbers].sort((a, b) => a - b))
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

async function memoryOf(service: ServiceProcess): Promise<number> {
  const { text } = await fetchApi({ port: service.observerPort }, '/metrics')
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1])
}

/** Measures the times of requests while `work` is pending, in milliseconds. */
async function timesBeside(service: ServiceProcess, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const over = work.finally(() => (isOver = true))
  while (!isOver) {
    const began = performance.now()
    const { status } = await fetchApi(service, '/v2/market?rarity=epic&max_price=500')
    times.push(performance.now() - began)
    expect(status).toBe(200)
    await sleep(20)
  }
  await over
  return times
}

it(
  `each of ${streams} streams gets all its events in order for ${seconds} seconds`,
  { timeout: 120_000 + seconds * 3000 },
  async () => {
    const service = await serveProcess(fixture.store, key)
    const without = await timesBeside(
      service,
      observeWhile(during((seconds * 1000) / 2), () => service),
    )
    const before = await memoryOf(service)
    const clients = await Promise.all(
      Array.from({ length: streams }, (_, nth) => EventClient.open(service, targetOf(nth), addressOf(nth))),
    )
    const opened = await memoryOf(service)
    const observing = observeWhile(during(seconds * 1000), () => service)
    const beside = await timesBeside(service, observing)
    const told = await observing
    await Promise.all(
      clients.map((client, nth) => client.until([...told.keys()].filter((id) => isEventOf(nth, id)).length)),
    )
    const after = await memoryOf(service)
    clients.forEach(({ events }, nth) => expectAllEvents(nth, events, told))
    const delays = clients.flatMap(({ events }) => events.map(({ at, data }) => at - (told.get(Number(data.id)) ?? 0)))
    const [p50, p99, worst] = [0.5, 0.99, 0.999_999].map((share) => Math.round(percentile(delays, share)))
    const kilobytes = (bytes: number) => Math.round(bytes / streams / 1024)
    const [slower, p50Without] = [percentile(beside, 0.5), percentile(without, 0.5)]
    console.log(
      `${streams} streams, ${told.size} listings, ${delays.length} events; after the receipt p50 ${p50} ms, p99 ${p99} ms, ` +
        `worst ${worst} ms; memory a stream ${kilobytes(opened - before)} KB opened, ${kilobytes(after - before)} KB at the end; ` +
        `requests beside them p50 ${slower.toFixed(2)} ms, without streams ${p50Without.toFixed(2)} ms`,
    )
    for (const client of clients) client.close()
    await kill(service.child)
  },
)

it(
  'a client that reconnects with `Last-Event-ID` after the service was killed misses nothing',
  { timeout: 180_000 },
  async () => {
    const followers = Math.min(streams, 40)
    const port = await freePort()
    let service: ServiceProcess | undefined = await serveProcess(fixture.store, key, port)
    const received = Array.from({ length: followers }, (): ReceivedEvent[] => [])
    const connections = Array.from({ length: followers }, () => 0)
    const clients: (EventClient | undefined)[] = []
    let isEnded = false
    const isOver = () => isEnded
    const follow = async (nth: number) => {
      for (let lastEventId = ''; !isOver();) {
        const headers: Record<string, string> = lastEventId === '' ? {} : { 'last-event-id': lastEventId }
        const client = await EventClient.open({ port }, targetOf(nth), { headers, ...addressOf(nth) }).catch(
          () => undefined,
        )
        if (!client) {
          await sleep(50)
          continue
        }
        clients[nth] = client
        const hasBegun = await Promise.race([client.begun.then(() => true), client.closed.then(() => false)])
        connections[nth] = (connections[nth] ?? 0) + Number(hasBegun)
        while (client.isOpen && !isOver()) await sleep(20)
        client.close()
        clients[nth] = undefined
        lastEventId = client.lastEventId || lastEventId
        received[nth]?.push(...client.events)
      }
    }
    const following = received.map((_, nth) => follow(nth))
    const allAreConnected = (times: number) => expect.poll(() => Math.min(...connections)).toBeGreaterThanOrEqual(times)
    await allAreConnected(1)
    let isKilling = true
    const observing = observeWhile(
      () => isKilling,
      () => service,
    )
    for (let nth = 0; nth < 2; nth += 1) {
      await sleep(1500)
      const killed: ServiceProcess = service
      service = undefined
      await kill(killed.child)
      service = await serveProcess(fixture.store, key, port)
      await allAreConnected(nth + 2)
    }
    await sleep(1500)
    isKilling = false
    const told = await observing
    const hasAll = (nth: number) => {
      const count = (received[nth]?.length ?? 0) + (clients[nth]?.events.length ?? 0)
      return count >= [...told.keys()].filter((id) => isEventOf(nth, id)).length
    }
    await expect.poll(() => received.every((_, nth) => hasAll(nth))).toBe(true)
    // Leaves time for events that are sent twice.
    await sleep(500)
    isEnded = true
    await Promise.all(following)
    received.forEach((events, nth) => expectAllEvents(nth, events, told))
    const reconnects = connections.reduce((sum, count) => sum + count - 1, 0)
    console.log(`${followers} streams came back ${reconnects} times: ${told.size} listings, none missed, none twice`)
    await kill(service.child)
  },
)
