// Plain HTTP requests to /mcp: invalid messages, keys, quotas, other sites, the log.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest, sendRaw } from '../fixtures/test-client.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { Assistant } from './mcp-client.ts'

const quota = 5
const lines: string[] = []
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(...chunk.toString().trim().split('\n'))
    done()
  },
})

let fixture: Fixture
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve()
})
afterAll(() => fixture.close())

/** Starts a separate service, whose quotas are unused. */
const limited = (overrides = {}) =>
  fixture.serve({ rateLimits: { anonymous: quota, key: 2 * quota, tiers: {} }, ...overrides })

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

function post(body: string | Buffer, headers: Record<string, string> = {}, { port } = service) {
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
  const length = all['transfer-encoding' as keyof typeof all] ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = rawRequest(
    'POST /mcp HTTP/1.1',
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    ...length,
  )
  return sendRaw({ port }, Buffer.concat([Buffer.from(head), Buffer.from(body)]))
}

const call = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } })

describe('a message', () => {
  it('is answered with uncached JSON that any site can read', async () => {
    const reply = await post(ping, { origin: 'https://assistant.example' })
    expect(reply.json).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect(reply.headers['x-request-id']).toBeTruthy()
    expect(reply.headers).not.toHaveProperty('mcp-session-id')
  })

  it('that is a notification is accepted', async () => {
    const { status, text } = await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    expect([status, text]).toEqual([202, ''])
  })

  it.each([
    ['invalid JSON', '{', 400, -32700],
    ['empty', '', 400, -32700],
    ['not a message', '{"a":1}', 400, -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"tools/delete"}', 200, -32601],
    ['a call without a name', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', 200, -32602],
    ['a call of an unknown tool', call('drop', {}), 200, -32602],
    [
      'a call with arguments that are a list',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","arguments":[]}}',
      200,
      -32602,
    ],
  ])('that is %s gets an error of the protocol', async (_about, body, status, code) => {
    const reply = await post(body)
    expect(reply.object).toMatchObject({ jsonrpc: '2.0', error: { code } })
    expect(reply.status).toBe(status)
  })

  it.each([
    [
      'an unknown revision of the protocol',
      { 'mcp-protocol-version': '1999-01-01' },
      400,
      /Unsupported protocol version/,
    ],
    ['a content type other than JSON', { 'content-type': 'text/plain' }, 415, /Content-Type/],
    ['a client that does not accept JSON', { accept: 'text/html' }, 406, /Not Acceptable/],
  ])('with %s is refused', async (_about, headers, status, why) => {
    const reply = await post(ping, headers)
    expect(reply.status).toBe(status)
    expect((reply.object.error as { message: string }).message).toMatch(why)
  })

  it('of an unsupported revision is refused with the supported ones', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2099-01-01',
      'io.modelcontextprotocol/clientInfo': { name: 'suite', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } })
    const reply = await post(body, { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' })
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.json)).toContain('2026-07-28')
  })

  it('cannot open a stream of changes', async () => {
    const assistant = await Assistant.connect(service)
    await expect(assistant.client.listen({ toolsListChanged: true })).rejects.toThrow(/limit reached/)
    await assistant.close()
  })

  it.each([
    ['whose length says so', {}, Buffer.alloc(70_000, 'a')],
    [
      'that comes in chunks',
      { 'transfer-encoding': 'chunked' },
      Buffer.from(`11170\r\n${'a'.repeat(70_000)}\r\n0\r\n\r\n`),
    ],
  ])('that is too large, %s, is 413', async (_about, headers, body) => {
    expectProblem(await post(body, headers), 'payload_too_large')
  })

  it('that is compressed is 415', async () => {
    expectProblem(await post(gzipSync(ping), { 'content-encoding': 'gzip' }), 'unsupported_media_type')
  })

  it('without a body and without a length is answered too', async () => {
    const headers = ['Content-Type: application/json', 'Accept: application/json, text/event-stream']
    const reply = await sendRaw(service, rawRequest('POST /mcp HTTP/1.1', ...headers))
    expect([reply.status, reply.json]).toMatchObject([400, { error: { message: 'Parse error: Invalid JSON' } }])
  })

  it('that breaks off is not logged as a failure of the service', async () => {
    const served = await fixture.serve({ log: pino({ level: 'info' }, stream) })
    const head = rawRequest('POST /mcp HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 1000')
    const socket = connect(served.port, '127.0.0.1', () => socket.end(`${head}{`)).resume()
    await once(socket, 'close')
    expect((await post(ping, {}, served)).status).toBe(200)
    await served.close()
    expect(lines.filter((line) => line.includes('a request failed'))).toEqual([])
  })

  it('that is invalid is not logged as a failure of the service', async () => {
    const served = await fixture.serve({ log: pino({ level: 'info' }, stream) })
    const wrong = ['{', '{"jsonrpc":"2.0","result":{},"id":1}', '{"jsonrpc":"2.0","id":1,"method":"nonesuch"}']
    for (const body of wrong) expect((await post(Buffer.from(body), {}, served)).status).toBeLessThan(500)
    expect((await post(ping, { 'mcp-protocol-version': '1999-01-01' }, served)).status).toBe(400)
    await served.close()
    expect(lines.filter((line) => line.includes('a request failed'))).toEqual([])
  })

  it('that is a batch is refused', async () => {
    expectProblem(await post(` [${ping},${ping}]`), 'bad_request')
  })

  it.each(['GET', 'DELETE', 'PUT'])('by %s is 405', async (method) => {
    const reply = await sendRaw(service, rawRequest(`${method} /mcp HTTP/1.1`, 'Accept: text/event-stream'))
    expectProblem(reply, 'method_not_allowed')
    expect(reply.headers.allow).toBe('POST, OPTIONS')
  })

  it('from another site passes a preflight with any header', async () => {
    const asked = 'content-type,mcp-protocol-version,x-api-key'
    const { status, headers } = await sendRaw(
      service,
      rawRequest('OPTIONS /mcp HTTP/1.1', 'Origin: https://a.example', `Access-Control-Request-Headers: ${asked}`),
    )
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': asked,
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })
})

describe('the quota', () => {
  const remaining = (reply: { headers: Record<string, unknown> }) => Number(reply.headers['x-ratelimit-remaining'])

  it('counts each call as a request of its caller, but no other message', async () => {
    const served = await limited()
    const list = call('list', { resource: 'items', rarity: 'epic' })
    expect(remaining(await post(ping, {}, served))).toBe(quota)
    expect(remaining(await post(list, {}, served))).toBe(quota - 1)
    expect(remaining(await post(call('get', { resource: 'itms' }), {}, served))).toBe(quota - 1)
    expect(remaining(await post(ping, {}, served))).toBe(quota - 1)
    expect((await fetch(`${served.url}/v2/items?rarity=rare`)).headers.get('x-ratelimit-remaining')).toBe(
      String(quota - 2),
    )
  })

  it('that is exhausted is reported as a problem', async () => {
    const served = await limited()
    const assistant = await Assistant.connect(served)
    for (let calls = 0; calls < quota; calls++)
      expect((await assistant.call('list', { resource: 'items', page: calls + 1, limit: 1 })).isError).toBe(false)
    const { isError, texts, json } = await assistant.call('list', { resource: 'items' })
    expect(isError).toBe(true)
    expect(json).toMatchObject({ code: 'rate_limited', status: 429 })
    expect(texts[0]).toMatch(/^The quota of 5 requests a minute is used up: wait \d+ seconds\.$/)
    expect((await assistant.client.listTools()).tools.length).toBeGreaterThan(3)
    await assistant.close()
  })

  it('with a key is that of its account', async () => {
    const served = await limited()
    const { headers } = await post(call('list', { resource: 'maps' }), { 'x-api-key': served.key }, served)
    expect(headers).toMatchObject({
      'x-ratelimit-limit': String(2 * quota),
      'x-ratelimit-remaining': String(2 * quota - 1),
    })
  })
})

it('an invalid key is 401 whatever the message', async () => {
  expectProblem(await post(ping, { 'x-api-key': 'nonsense' }), 'unauthenticated')
})

it('the log and the metrics have the message and its API request, under one request id', async () => {
  const served = await fixture.serve({ log: pino({ level: 'info' }, stream) })
  const reply = await post(call('get', { resource: 'items', id: 'id.item.none' }), {}, served)
  const id = String(reply.headers['x-request-id'])
  const ofRequest = () =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ requestId }) => requestId === id)
  await expect.poll(() => ofRequest().length).toBe(2)
  expect(ofRequest()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ method: 'GET', target: '/v2/items/id.item.none', status: 404 }),
      expect.objectContaining({ method: 'POST', target: '/mcp', status: 200 }),
    ]),
  )
  expect(reply.text).toContain(`"request_id":"${id}"`)
  const metrics = await (await fetch(`http://127.0.0.1:${served.observerPort}/metrics`)).text()
  expect(metrics).toMatch(/_count\{endpoint="mcp",status="200"\} 1/)
  expect(metrics).toMatch(/_count\{endpoint="items.single",status="404"\} 1/)
})
