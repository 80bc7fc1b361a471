import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openLive, openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { EventClient, type EventClientOptions } from '../fixtures/event-client.ts'
import { liveWorld, noon, observe, observeWorld } from '../fixtures/live-world.ts'
import { fetchApi, type Row } from '../fixtures/test-client.ts'
import { expectProblem } from '../fixtures/problem.ts'

const lantern = 'id.item.ember_lantern_5001'
const blade = 'id.item.gloam_blade_5001'

let fixture: Fixture
let service: ServedFixture
/** Milliseconds by which the clock of the service is ahead. */
let ahead = 0
const clients: EventClient[] = []
beforeAll(async () => {
  fixture = await openSampleFixture()
  const live = await openLive(fixture)
  live.now = () => Date.now() + ahead
  service = await fixture.serve({ live, eventStreams: { perAddress: 8, total: 2000 } })
  await observeWorld(service)
})
afterEach(async () => {
  ahead = 0
  for (const client of clients.splice(0)) client.close()
  await untilOpen(0)
})
afterAll(() => fixture.close())

async function open(target: string, options?: EventClientOptions): Promise<EventClient> {
  const client = await EventClient.open(service, target, options)
  clients.push(client)
  return client
}

const openStreams = async () => {
  const { text } = await fetchApi({ port: service.observerPort ?? 0 }, '/metrics')
  return Number(/^event_streams_open (\d+)$/m.exec(text)?.[1])
}
const untilOpen = (count: number) => expect.poll(openStreams).toBe(count)

let lastId = 1000
/** Reports new listings of an item; returns their ids. */
async function list(count: number, item_id = lantern): Promise<number[]> {
  const lines = Array.from({ length: count }, () => ({
    ...{ id: (lastId += 1), item_id, price: 10, quantity: 1, created_at: new Date(noon).toISOString() },
    captured_at: new Date(noon).toISOString(),
  }))
  await observe(service, 'market', lines)
  return lines.map(({ id }) => id)
}
const idsOf = (client: EventClient) => client.events.map(({ data }) => data.id)

describe('a stream', () => {
  it('begins with the next change, and sends the same rows as the list', async () => {
    const client = await open('/v2/events')
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    })
    const [id] = await list(1)
    const [event] = await client.until(1)
    expect(event?.event).toBe('market')
    expect(event?.data).toEqual((await fetchApi(service, `/v2/market/${id}`)).row)
    expect(client.lastEventId).toBe(String(event?.id))
  })

  it('has only the requested feeds, in the order of their changes', async () => {
    const client = await open('/v2/events?feeds=trades,population')
    const at = new Date(noon + 1000).toISOString()
    await list(1)
    await observe(service, 'trades', [{ id: 900, timestamp: at, message: 'one' }])
    await observe(service, 'population', [{ timestamp: at, num_online: 3, num_lobby: 1, num_dungeon: 2 }])
    await observe(service, 'trades', [{ id: 901, timestamp: at, message: 'two' }])
    const events = await client.until(3)
    expect(events.map(({ event, data }) => [event, data.message ?? data.num_online])).toEqual([
      ['trades', 'one'],
      ['population', 3],
      ['trades', 'two'],
    ])
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).sort((a, b) => a - b))
  })

  it.each([
    [`item_id=${blade}`, [blade]],
    ['item_id=Id_Item_GloamBlade_5001', [blade]],
    ['archetype=id.item.gloam_blade', [blade]],
    [`rarity=epic&item_id=${lantern}`, [lantern]],
    [`rarity=common&item_id=${lantern}`, []],
    [`rarity=common,epic&item_id=${lantern}`, [lantern]],
  ])('of the market is filtered by %s', async (query, items) => {
    const client = await open(`/v2/events?feeds=market&${query}`)
    await list(1, lantern)
    await list(1, blade)
    const other = await open('/v2/events?feeds=market&after=0')
    await other.until(8)
    await client.until(items.length)
    await sleep(300)
    expect(client.events.map(({ data }) => data.item_id)).toEqual(items)
  })

  it('begins after the change in `after` or `Last-Event-ID`; the header takes precedence', async () => {
    const { next_after } = (await fetchApi(service, '/v2/market/changes')).object as { next_after: number }
    const ids = await list(3)
    const client = await open(`/v2/events?feeds=market&after=${next_after}`)
    const [first] = await client.until(3)
    expect(idsOf(client)).toEqual(ids)
    const resumed = await open(`/v2/events?feeds=market&after=${next_after}`, {
      headers: { 'last-event-id': String(first?.id) },
    })
    await resumed.until(2)
    expect(idsOf(resumed)).toEqual(ids.slice(1))
  })

  it('from the beginning has every row of the lists of changes once, then new changes', async () => {
    const client = await open('/v2/events?after=0')
    const all = Object.entries(liveWorld).filter(([feed]) => feed !== 'leaderboards')
    const ids = await list(600)
    const changed = (await fetchApi(service, '/v2/market/changes?limit=1000')).rows
    const listings = () => client.events.filter(({ event }) => event === 'market')
    await expect.poll(() => listings().length).toBeGreaterThanOrEqual(changed.length)
    expect(listings().map(({ data }) => data)).toEqual(changed)
    expect(idsOf(client)).toEqual(expect.arrayContaining(ids))
    expect(new Set(client.events.map(({ event }) => event)).size).toBe(all.length)
    const numbers = client.events.map(({ id }) => id)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  it('begins with the next change if its number is beyond all changes', async () => {
    const client = await open('/v2/events?feeds=market&after=9007199254740991')
    const ids = await list(2)
    await client.until(2)
    expect(idsOf(client)).toEqual(ids)
  })

  it('is not compressed, whatever the client accepts', async () => {
    const client = await open('/v2/events', { headers: { 'accept-encoding': 'br, gzip, zstd' } })
    expect(client.headers).not.toHaveProperty('content-encoding')
    expect(client.headers).not.toHaveProperty('content-length')
  })

  it('answers HEAD with its headers only', async () => {
    const reply = await fetchApi(service, '/v2/events', { method: 'HEAD' })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expectProblem(await fetchApi(service, '/v2/events', { method: 'POST' }), 'method_not_allowed')
    expect(await openStreams()).toBe(0)
  })

  it('forbids proxies to transform it, also for requests with a key', async () => {
    const client = await open('/v2/events', { headers: { 'x-api-key': service.key } })
    expect(client.headers['cache-control']).toBe('no-store, no-transform')
  })

  it('is refused for an invalid key', async () => {
    const reply = await fetchApi(service, '/v2/events', { headers: { 'x-api-key': 'dl_none' } })
    expectProblem(reply, 'unauthenticated')
  })

  it.each([
    ['feeds=market,trade', 'feeds'],
    ['feeds=', 'feeds'],
    ['feeds=leaderboards', 'feeds'],
    ['after=-1', 'after'],
    ['after=now', 'after'],
    ['rarity=purple', 'rarity'],
    ['rarity=epic,purple', 'rarity'],
    [`feeds=trades&item_id=${lantern}`, 'item_id'],
    ['seller=Vesper', 'seller'],
  ])('with %s is a 400 that names the parameter', async (query, parameter) => {
    const reply = await fetchApi(service, `/v2/events?${query}`)
    expectProblem(reply, 'invalid_parameter')
    expect((reply.object.errors as Row[]).map((error) => error.parameter)).toEqual([parameter])
  })

  it('with an invalid `Last-Event-ID` is a 400 that caches must not store, because it depends on the header', async () => {
    const reply = await fetchApi(service, '/v2/events', { headers: { 'last-event-id': 'x' } })
    expect(reply.status).toBe(400)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(reply.object).toMatchObject({
      code: 'invalid_parameter',
      request_id: reply.headers['x-request-id'],
      errors: [{ parameter: 'Last-Event-ID' }],
    })
  })
})

describe('streams of an address', () => {
  it('are limited to eight: the ninth is a 429 until another one is closed', async () => {
    for (let nth = 0; nth < 8; nth += 1) await open('/v2/events')
    const refused = await fetchApi(service, '/v2/events')
    expectProblem(refused, 'rate_limited')
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    await open('/v2/events', { localAddress: '127.0.0.2' })
    clients[0]?.close()
    await untilOpen(8)
    await open('/v2/events')
  })
})

it('a listing that expired after it was sent to other streams is sent as expired', async () => {
  const client = await open('/v2/events?feeds=market')
  const hour = 3_600_000
  const expires_at = new Date(Date.now() + hour).toISOString()
  const instants = { created_at: new Date(noon).toISOString(), captured_at: new Date(noon).toISOString(), expires_at }
  await observe(service, 'market', [{ id: (lastId += 1), item_id: lantern, price: 10, quantity: 1, ...instants }])
  const [sent] = await client.until(1)
  expect(sent?.data.has_expired).toBe(false)
  ahead = 2 * hour
  const later = await open(`/v2/events?feeds=market&after=${(sent?.id ?? 0) - 1}`)
  const [resent] = await later.until(1)
  expect(resent?.data).toEqual((await fetchApi(service, `/v2/market/${lastId}`)).row)
  expect(resent?.data.has_expired).toBe(true)
})

describe('streams of a service', () => {
  it('are limited in total, and end when it shuts down', async () => {
    const own = await openSampleFixture()
    const small = await own.serve({ eventStreams: { perAddress: 8, total: 2 } })
    const [first, second] = [await EventClient.open(small, '/v2/events'), await EventClient.open(small, '/v2/events')]
    expectProblem(await fetchApi(small, '/v2/events', {}), 'unavailable')
    await own.close()
    expect(await first.closed).toBe('end')
    expect(await second.closed).toBe('end')
  })
})

it('a client that reads nothing is cut off, and others are not delayed', async () => {
  const slow = await EventClient.open(service, '/v2/events?feeds=trades&after=0', {}, false)
  clients.push(slow)
  const quick = await open('/v2/events?feeds=trades')
  // More than fits into the buffers of a connection.
  const [message, messages, batch] = ['灯'.repeat(4000), 1500, 250]
  for (let id = 10_000; id < 10_000 + messages; id += batch) {
    const ids = Array.from({ length: batch }, (_, nth) => id + nth)
    await observe(
      service,
      'trades',
      ids.map((one) => ({ id: one, timestamp: new Date(noon).toISOString(), message })),
    )
  }
  await quick.until(messages)
  await untilOpen(1)
  expect((await fetchApi({ port: service.observerPort ?? 0 }, '/metrics')).text).toMatch(/^event_streams_cut_total 1$/m)
  const [last] = await list(1, blade)
  const after = await open('/v2/events?feeds=market&after=0')
  await after.until(1)
  expect((await fetchApi(service, `/v2/market/${last}`)).status).toBe(200)
})
