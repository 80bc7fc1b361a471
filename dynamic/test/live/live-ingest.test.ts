// Observations over HTTP: permissions, refused requests, receipts.
import { connect } from 'node:net'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { feeds } from '../../../data/api/model/feeds/feeds.ts'
import { waitForKeyCaches } from '../../../data/store/test/test-store.ts'
import { Accounts } from '../../../data/store/accounts/accounts.ts'
import type { InProcessLiveStore } from '../../../data/store/live/in-process-live-store.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { liveAt, openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { at, liveWorld, ndjson, noon, observeWorld, post } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'

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

let nextId = 1000
/** Returns a line with a new listing. */
const listing = (others: object = {}) => ({
  ...{ id: nextId++, item_id: 'id.item.ember_lantern_5001', price: 5, created_at: at('10:00'), ...others },
})
const market = '/observations/market'
const receiptOf = async (body: string | Buffer, options = {}) => {
  const reply = await post(service, market, body, options)
  expect(reply.status, reply.text).toBe(200)
  return reply.object
}
const sold = (accepted: number, duplicates = 0) => ({ accepted, duplicates, rejected: [] })
const exists = async (id: number) => (await fetchApi(service, `/v2/market/${id}`)).status === 200

describe('who may post', () => {
  it('nobody without a key or with an invalid key', async () => {
    for (const headers of [{ 'x-api-key': '' }, { 'x-api-key': 'nonsense' }, { 'x-api-key': 'dl_aaaaaaaa_bbbbbbbb' }]) {
      const reply = await post(service, market, ndjson([listing()]), { headers })
      expectProblem(reply, 'unauthenticated')
      expect(reply.headers['www-authenticate']).toContain('ApiKey')
    }
  })

  it('nobody whose key lacks the scope or was revoked, or whose owner lost the permission', async () => {
    const accounts = await Accounts.open(await fixture.store.location())
    try {
      const { id } = await accounts.owners.grant('watcher', ['tooltips', 'observe'])
      const other = await accounts.keys.create(id, { name: 'tips', scopes: ['tooltips'] })
      const headers = { 'x-api-key': other.key }
      expectProblem(await post(service, market, ndjson([listing()]), { headers }), 'insufficient_scope')
      const good = await accounts.keys.create(id, { name: 'eyes', scopes: ['observe'] })
      const send = () => post(service, market, ndjson([listing()]), { headers: { 'x-api-key': good.key } })
      expect((await send()).status).toBe(200)
      await accounts.keys.revoke(good.prefix)
      await waitForKeyCaches()
      expectProblem(await send(), 'unauthenticated')
    } finally {
      await accounts.close()
    }
  })

  const expectNothingAt = async (port: number) => {
    for (const path of [market, '/v2/market', '/v2/trades']) {
      const reply = await post({ observerPort: port, key: service.key }, path, ndjson([listing()]))
      expectProblem(reply, 'method_not_allowed')
    }
    expectProblem(await fetchApi({ port }, market), 'not_found')
    expectProblem(await fetchApi({ port }, '/metrics'), 'not_found')
  }

  it('nobody on the public listener', () => expectNothingAt(service.port))

  it('negative control: a listener that accepts observations', async () => {
    await expect(expectNothingAt(service.observerPort ?? 0)).rejects.toThrow()
  })
})

describe('requests that are refused completely', () => {
  it.each(['/', '/observations', '/observations/', '/observations/nonesuch', '/observations/market/1', '/v2/market'])(
    'a path that is not a feed, with an error that names the feeds: %s',
    async (path) => {
      const reply = await post(service, path, ndjson([listing()]))
      expectProblem(reply, 'not_found')
      for (const feed of feeds) expect(reply.text).toContain(`/observations/${feed}`)
    },
  )

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('the method %s', async (method) => {
    const reply = await post(service, market, '', { method })
    expectProblem(reply, 'method_not_allowed')
    expect(reply.headers.allow).toBe('POST')
  })

  it.each(['application/json', 'text/plain', '', 'application/x-ndjsonx', 'multipart/form-data; boundary=x'])(
    'the content type %j',
    async (type) => {
      const reply = await post(service, market, ndjson([listing()]), { headers: { 'content-type': type } })
      expectProblem(reply, 'unsupported_media_type')
      expect(reply.text).toContain('application/x-ndjson')
    },
  )

  it('an unknown encoding', async () => {
    for (const encoding of ['br', 'deflate', 'gzip, gzip']) {
      const reply = await post(service, market, 'x', { headers: { 'content-encoding': encoding } })
      expectProblem(reply, 'unsupported_media_type')
    }
  })

  it.each(['GZIP', 'x-gzip', ' gzip'])('but not another spelling of gzip: %j', async (encoding) => {
    const body = gzipSync(ndjson([listing()]))
    const reply = await post(service, market, body, { headers: { 'content-encoding': encoding } })
    expect([reply.status, reply.json]).toMatchObject([200, { accepted: 1 }])
  })

  it('a truncated gzip body: complete lines before its end are stored, and may be sent again', async () => {
    const lines = Array.from({ length: 200 }, () => listing())
    const whole = gzipSync(ndjson(lines))
    const headers = { 'content-encoding': 'gzip' }
    for (const torn of [whole.subarray(0, whole.length - 9), whole.subarray(0, 5), Buffer.from('no gzip at all')]) {
      const reply = await post(service, market, torn, { headers })
      expectProblem(reply, 'bad_request')
      expect(reply.text).toMatch(/gzip/)
    }
    const { accepted, duplicates } = await receiptOf(whole, { headers })
    expect(Number(accepted) + Number(duplicates)).toBe(200)
  })

  it('a line of 1 GB, in bounded memory, while other requests are answered', async () => {
    const before = process.memoryUsage().rss
    let max = before
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const ended = endless(chunk, 1024)
    const good: unknown[] = []
    for (let nth = 0; nth < 5; nth += 1) {
      good.push(await receiptOf(ndjson([listing()])))
      max = Math.max(max, process.memoryUsage().rss)
      await sleep(50)
    }
    const reply = await ended
    max = Math.max(max, process.memoryUsage().rss)
    expect(reply).toMatch(/^HTTP\/1\.1 413 /)
    expect(reply).toContain('payload_too_large')
    expect(good).toEqual(Array(5).fill(sold(1)))
    console.log(`1 GB in one line: memory grew by ${Math.round((max - before) / 1024 / 1024)} MB`)
    expect(max - before).toBeLessThan(300 * 1024 * 1024)
  })

  /** Sends a chunk repeatedly, at the pace of the service; resolves to the answer. */
  function endless(chunk: Buffer, times: number): Promise<string> {
    return new Promise((resolve) => {
      let received = ''
      let sent = 0
      const socket = connect(service.observerPort ?? 0, '127.0.0.1', () => {
        const head = `POST ${market} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${service.key}\r\nContent-Type: application/x-ndjson\r\n`
        socket.write(`${head}Content-Length: ${chunk.length * times}\r\n\r\n`)
        more()
      })
      const more = () => {
        while (sent < times && received === '') {
          sent += 1
          if (!socket.write(chunk)) return void socket.once('drain', more)
        }
      }
      socket.on('data', (data) => {
        received += data.toString()
        socket.end()
      })
      socket.on('error', () => undefined)
      socket.once('close', () => resolve(received))
    })
  }
})

describe('a receipt', () => {
  it('of an empty body is empty', async () => {
    for (const body of ['', '\n', '\r\n \n\t\n']) expect(await receiptOf(body)).toEqual(sold(0))
    expect(await receiptOf(gzipSync(''), { headers: { 'content-encoding': 'gzip' } })).toEqual(sold(0))
  })

  const expectEachOnce = async () => {
    const [one, other] = [listing({ captured_at: at('11:00') }), listing({ captured_at: at('11:00') })]
    expect(await receiptOf(ndjson([one, other, one]))).toEqual(sold(2, 1))
    expect(await receiptOf(ndjson([one, other]), { gzip: true })).toEqual(sold(0, 2))
    expect(await receiptOf(ndjson([{ ...one, price: 6, captured_at: at('11:01') }]))).toEqual(sold(1))
  }

  it('counts new and duplicate lines, within a post and across posts', expectEachOnce)

  it('counts all lines of every feed as duplicates when they are sent again', async () => {
    await observeWorld(service)
    for (const feed of feeds) {
      const lines = liveWorld[feed]
      const reply = await post(service, `/observations/${feed}`, ndjson(lines), { gzip: true })
      expect(reply.object, feed).toEqual({ accepted: 0, duplicates: lines.length, rejected: [] })
    }
  })

  it('allows CRLF, blank lines, and a last line without a line end', async () => {
    const lines = [listing(), listing(), listing()].map((line) => JSON.stringify(line))
    expect(await receiptOf(`${lines[0]}\r\n\r\n  \n${lines[1]}\r\n${lines[2]}`)).toEqual(sold(3))
  })

  const expectNeighboursStored = async () => {
    const [first, last] = [listing(), listing()]
    const invalid = Buffer.concat([
      Buffer.from(`${JSON.stringify(first)}\n`),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d, 0x0a]),
      Buffer.from('\nno json\n[1]\n"text"\nnull\n'),
      Buffer.from(ndjson([{ id: -1, price: 'x' }, listing({ quantity: 0 }), listing({ created_at: 'now' })])),
      Buffer.from(JSON.stringify(last)),
    ])
    const { accepted, duplicates, rejected } = (await receiptOf(invalid)) as {
      accepted: number
      duplicates: number
      rejected: { line: number; errors: string[] }[]
    }
    expect({ accepted, duplicates }).toEqual({ accepted: 2, duplicates: 0 })
    expect(rejected.map(({ line }) => line)).toEqual([2, 4, 5, 6, 7, 8, 9, 10])
    expect(rejected[0]?.errors).toEqual(['expected UTF-8 text'])
    expect(rejected[1]?.errors[0]).toContain('expected one JSON object a line')
    expect(rejected[5]?.errors.map((error) => error.split(':')[0])).toEqual(['id', 'item_id', 'price', 'created_at'])
    expect(rejected[6]?.errors[0]).toContain('quantity')
    expect(await exists(first.id)).toBe(true)
    expect(await exists(last.id)).toBe(true)
  }

  it('has the numbers and the errors of rejected lines; the valid ones are stored', expectNeighboursStored)

  describe('negative control:', () => {
    /** Starts a service whose intake alters batches or receipts. */
    const serveWith = async (ingest: typeof live.ingest) => {
      const wrong = { ingest: { value: ingest }, close: { value: () => Promise.resolve() } }
      service = await fixture.serve({ live: Object.create(live, wrong) as InProcessLiveStore })
    }

    it('an intake that counts every line as new', async () => {
      await serveWith(async (...batch) => {
        const { accepted, duplicates, rejected } = await live.ingest(...batch)
        return { accepted: accepted + duplicates, duplicates: 0, rejected }
      })
      await expect(expectEachOnce()).rejects.toThrow()
    })

    it('an intake that loses the neighbours of a bad line', async () => {
      await serveWith(async (feed, batch, receivedAt) => {
        // Decoded as latin1, because the bad line is not valid UTF-8.
        const whole = Buffer.from(batch.bytes).toString('latin1').split('\n')
        const last = whole.findLastIndex((line) => line !== '')
        const kept = whole.map((line, nth) => (nth === 0 || nth === last ? '' : line))
        const bytes = Buffer.from(kept.join('\n'), 'latin1')
        const { accepted, rejected } = await live.ingest(feed, { ...batch, bytes }, receivedAt)
        return { accepted: accepted + 2, duplicates: 0, rejected }
      })
      await expect(expectNeighboursStored()).rejects.toThrow(/expected false to be true/)
    })
  })

  it('names a line that is too long, which does not shift the numbers of other lines', async () => {
    const long = `{"x":"${'y'.repeat(1024 * 1024)}"}`
    const [one, other] = [listing(), listing()]
    const receipt = await receiptOf(`${JSON.stringify(one)}\n${long}\nill\n${JSON.stringify(other)}\n`)
    expect(receipt).toMatchObject({ accepted: 2, duplicates: 0 })
    expect((receipt.rejected as { line: number }[]).map(({ line }) => line).sort()).toEqual([2, 3])
    const held = await live.writer.quarantined()
    expect(held.at(-1)?.line.length).toBeLessThanOrEqual(64 * 1024)
  })

  it('allows lines of up to 64 KB', async () => {
    const padded = (bytes: number) => {
      const line = listing({ x: '' })
      return `${JSON.stringify({ ...line, x: 'y'.repeat(bytes - JSON.stringify(line).length) })}\n`
    }
    const { accepted, rejected } = await receiptOf(padded(65_536) + padded(65_537))
    expect([accepted, rejected]).toEqual([1, [{ line: 2, errors: ['expected a line of at most 64 KB'] }]])
  })

  it('lists the first thousand rejected lines and counts the rest', async () => {
    const invalid = Array.from({ length: 2500 }, (_, nth) => JSON.stringify({ nth })).join('\n')
    const receipt = await receiptOf(`${invalid}\n${JSON.stringify(listing())}`)
    expect(receipt).toMatchObject({ accepted: 1, duplicates: 0, rejected_not_shown: 1500 })
    expect(receipt.rejected).toHaveLength(1000)
  })

  it('is exact for bodies of many batches', async () => {
    const filler = 'z'.repeat(3000)
    const lines = Array.from({ length: 900 }, (_, nth) => (nth % 100 === 7 ? { nth } : listing({ filler })))
    const receipt = await receiptOf(ndjson(lines))
    expect(receipt).toMatchObject({ accepted: 891, duplicates: 0 })
    expect((receipt.rejected as { line: number }[]).map(({ line }) => line)).toEqual(
      Array.from({ length: 9 }, (_, nth) => nth * 100 + 8),
    )
  })
})

describe('an observer that disconnects', () => {
  it('leaves its complete lines and nothing else, and does not affect others', async () => {
    const [begun, never] = [listing(), listing()]
    await new Promise<void>((resolve) => {
      const sent = request({
        ...{ host: '127.0.0.1', port: service.observerPort, path: market, method: 'POST' },
        headers: { 'x-api-key': service.key, 'content-type': 'application/x-ndjson', 'content-length': 1_000_000 },
      })
      sent.on('error', () => undefined)
      sent.on('close', resolve)
      sent.write(`${JSON.stringify(begun)}\n${JSON.stringify(never).slice(0, 20)}`, () =>
        setTimeout(() => sent.destroy(), 100),
      )
    })
    expect(await receiptOf(ndjson([listing()]))).toEqual(sold(1))
    await sleep(100)
    expect(await exists(never.id)).toBe(false)
    expect(await receiptOf(ndjson([begun, never]))).toMatchObject({ rejected: [] })
  })
})

describe('a writer that cannot keep up', () => {
  it('makes observers get a 429 with Retry-After, while accepted bodies are answered in full', async () => {
    const waiting: (() => void)[] = []
    const slow = Object.create(live, {
      pendingBatches: { get: () => waiting.length },
      ingest: {
        value: async (...args: Parameters<typeof live.ingest>) => {
          await new Promise<void>((resolve) => waiting.push(resolve))
          return live.ingest(...args)
        },
      },
      close: { value: () => Promise.resolve() },
    }) as InProcessLiveStore
    const other = await fixture.serve({ live: slow })
    const lines = Array.from({ length: 20 }, () => listing())
    let answered = 0
    const replies = lines.map(async (line, nth) => {
      await sleep(nth * 20)
      const reply = await post(other, market, ndjson([line]))
      answered += 1
      return reply
    })
    await expect.poll(() => waiting.length + answered).toBe(lines.length)
    const max = waiting.length
    while (waiting.length > 0) {
      waiting.shift()?.()
      await sleep(5)
    }
    const done = await Promise.all(replies)
    await other.close()
    expect(max).toBeLessThanOrEqual(9)
    const refused = done.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(11)
    for (const reply of refused) {
      expectProblem(reply, 'rate_limited')
      expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    }
    for (const [nth, { status, text }] of done.entries()) {
      if (status === 200) expect(JSON.parse(text)).toEqual(sold(1))
      expect(await exists(lines[nth]?.id ?? 0)).toBe(status === 200)
    }
  })
})

describe('/metrics', () => {
  const metrics = async () => (await fetchApi({ port: service.observerPort ?? 0 }, '/metrics')).text

  it('export the age of each feed and the outcomes of lines', async () => {
    for (const feed of feeds) await post(service, `/observations/${feed}`, ndjson(liveWorld[feed]))
    await post(service, market, `ill\n${JSON.stringify(liveWorld.market[0])}\n`)
    const reply = await fetchApi({ port: service.observerPort ?? 0 }, '/metrics')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toMatch(/^text\/plain\b.*version=/)
    const lines = reply.text.split('\n')
    expect(lines).toContain('observation_age_seconds{feed="market"} 0')
    expect(lines).toContain('observation_age_seconds{feed="trades"} 60')
    expect(lines).toContain('observed_lines_total{feed="market",outcome="duplicate"} 7')
    expect(lines).toContain('observed_lines_total{feed="population",outcome="duplicate"} 3')
    expect(lines).toContain('observed_lines_total{feed="market",outcome="rejected"} 1')
    expect(lines).toContain('observation_batches_pending 0')
    for (const line of lines) expect(line).toMatch(/^(#.*|[a-z0-9_]+(\{[^}]*\})? \S+|)$/)
  })

  it('count the complete lines of a truncated request', async () => {
    const lines = Array.from({ length: 500 }, () => listing({ filler: Math.random().toString(36).repeat(200) }))
    const whole = gzipSync(ndjson(lines))
    const reply = await post(service, market, whole.subarray(0, whole.length - 20), {
      headers: { 'content-encoding': 'gzip' },
    })
    const stored = Number(/(\d+) lines before it are stored/.exec(reply.text)?.[1])
    expect(stored).toBeGreaterThan(0)
    expect(await metrics()).toContain(`observed_lines_total{feed="market",outcome="accepted"} ${stored}`)
  })

  it('count requests by endpoint and status, including files and unknown paths', async () => {
    for (const target of [
      '/v2/items',
      '/v2/items',
      '/v2/items?rarity=epic',
      '/v2/market',
      '/v2/market/1',
      '/v1/trades',
    ])
      // Other tests of this suite post undeclared fields.
      await fetchApi(service, target, { undeclared: 'allowed' })
    for (const target of ['/nonesuch', '/v2/nonesuch/x', '/health/live', '/v2/market?x=1'])
      await fetchApi(service, target)
    const count = (endpoint: string, status: number) =>
      new RegExp(`http_request_duration_seconds_count\\{endpoint="${endpoint}",status="${status}"\\} (\\d+)`)
    // Requests are counted in groups, so all are counted once the last one is.
    await expect.poll(async () => count('market.list', 400).exec(await metrics())?.[1]).toBe('1')
    const text = await metrics()
    expect(count('none', 404).exec(text)?.[1]).toBe('2')
    expect(count('items.list', 200).exec(text)?.[1]).toBe('3')
    expect(count('market.list', 200).exec(text)?.[1]).toBe('1')
    expect(count('market.list', 400).exec(text)?.[1]).toBe('1')
    expect(count('market.single', 404).exec(text)?.[1]).toBe('1')
    expect(count('trades.list', 200).exec(text)?.[1]).toBe('1')
    expect(count('none', 200).exec(text)?.[1]).toBe('1')
  })

  it.each(['localhost', 'localhost:8081', '127.0.0.1', '[::1]:8081', 'observer', 'a.localhost', ''])(
    'are exported to this machine under the name %j',
    async (host) => {
      expect((await fetchApi({ port: service.observerPort ?? 0 }, '/metrics', { headers: { host } })).status).toBe(200)
    },
  )

  it.each(['evil.example', 'evil.example:8081', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    'are not exported to a website that directs a browser here by the name %s',
    async (host) => {
      expectProblem(
        await fetchApi({ port: service.observerPort ?? 0 }, '/metrics', { headers: { host } }),
        'bad_request',
      )
    },
  )

  it('cannot be posted to', async () => {
    const reply = await post(service, '/metrics', '')
    expectProblem(reply, 'method_not_allowed')
    expect(reply.headers.allow).toBe('GET')
  })
})
