// A client with two operations, and a server whose answers the tests set.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientFactory } from './client-factory.ts'
import type { List } from './options.ts'
import { Problem } from './problem.ts'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string
}

const json = { 'content-type': 'application/json' }
const createClient = clientFactory([
  { name: ['things', 'list'], path: '/v2/things', result: 'list', rowsIn: ['rows', 'body'], hasLocale: false },
  { name: ['things', 'get'], path: '/v2/things/{id}', result: 'body', rowsIn: [], hasLocale: false },
  { name: ['line'], path: '/v2/line', result: 'text', rowsIn: [], hasLocale: false },
  { name: ['picture'], path: '/v2/picture', result: 'response', rowsIn: [], hasLocale: false },
])

/** The methods of a client with the operations above. */
interface TestClient {
  things: {
    list(params?: object, options?: object): List<unknown, unknown>
    get(id: string, params?: object, options?: object): Promise<unknown>
  }
  line(): Promise<string>
  picture(): Promise<Response>
}

let server: Server
let baseUrl: string
let requests: IncomingMessage[]
let replies: (Reply | undefined)[]
const clientWith = (options: object = {}): TestClient =>
  createClient({ baseUrl, ...options }) as Partial<TestClient> as TestClient
const targets = () => requests.map(({ url }) => url)
const thing = (id: number, headers = {}): Reply => ({ headers: { ...json, ...headers }, body: `{"body":{"id":${id}}}` })
const limited = { status: 429, headers: { 'retry-after': '0' } }

beforeEach(async () => {
  requests = []
  replies = []
  server = createServer((req, res) => {
    requests.push(req)
    const { status = 200, headers = json, body = '' } = replies.shift() ?? {}
    res.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => void server.close())

async function problemOf(failing: Promise<unknown>): Promise<Problem> {
  const error: unknown = await failing.catch((reason: unknown) => reason)
  if (!(error instanceof Problem)) throw new Error(`no problem: ${String(error)}`)
  return error
}

describe('a client', () => {
  it('sends its key with every request, and keeps the path of its service', async () => {
    replies = [thing(1)]
    await clientWith({ baseUrl: `${baseUrl}/game/`, apiKey: 'dl_secret' }).things.get('1')
    expect(requests.map(({ url, headers }) => [url, headers['x-api-key']])).toEqual([
      ['/game/v2/things/1', 'dl_secret'],
    ])
  })

  it('uses the fetch that it is given', async () => {
    const fetched: unknown[] = []
    const give = (url: string) => {
      fetched.push(url)
      return Promise.resolve(new Response('{"body":7}', { headers: json }))
    }
    expect(await clientWith({ fetch: give }).things.get('a')).toBe(7)
    expect(fetched).toEqual([`${baseUrl}/v2/things/a`])
  })

  it('returns text as a string, and formats other than text and JSON as the response', async () => {
    replies = [{ headers: { 'content-type': 'text/plain' }, body: 'a line' }]
    expect(await clientWith().line()).toBe('a line')
    replies = [{ headers: { 'content-type': 'image/png' }, body: 'bytes' }]
    expect(await (await clientWith().picture()).text()).toBe('bytes')
  })

  it.each(['nowhere', 'localhost:8080', '//host', 'file:///v2', ''])('refuses the base URL %j', (given) => {
    expect(() => clientWith({ baseUrl: given })).toThrow(
      new TypeError(`baseUrl is an http or https URL, such as https://host, not ${given}`),
    )
  })
})

describe('a list', () => {
  const page = (rows: string, next?: string): Reply => ({
    headers: { ...json, ...(next && { link: `<${next}>; rel="next"` }) },
    body: rows,
  })

  it('requests nothing before it is iterated over, then page after page', async () => {
    replies = [page('{"body":[1,2]}', '/v2/things?page=2&limit=2'), page('{"body":[3]}')]
    const list = clientWith().things.list({ limit: 2 })
    expect(targets()).toEqual([])
    const rows: unknown[] = []
    for await (const row of list) rows.push(row)
    expect(rows).toEqual([1, 2, 3])
    expect(targets()).toEqual(['/v2/things?limit=2', '/v2/things?page=2&limit=2'])
  })

  it('follows cursors in the same way, and continues after an empty page', async () => {
    replies = [
      page('{"rows":[1]}', '/v2/things?cursor=a'),
      page('{"rows":[]}', '/v2/things?cursor=b'),
      page('{"rows":[2]}'),
    ]
    const rows: unknown[] = []
    for await (const row of clientWith().things.list()) rows.push(row)
    expect(rows).toEqual([1, 2])
  })

  it('requests only the pages that are iterated over', async () => {
    replies = [page('{"body":[1,2]}', '/v2/things?page=2')]
    for await (const row of clientWith().things.list()) if (row === 2) break
    expect(requests.length).toBe(1)
  })

  it('returns one page as the API answers it', async () => {
    replies = [page('{"pagination":{"total":9},"body":[1]}', '/v2/things?page=2')]
    expect(await clientWith().things.list().page()).toEqual({ pagination: { total: 9 }, body: [1] })
    expect(requests.length).toBe(1)
  })

  it('follows no link to another host', async () => {
    replies = [page('{"body":[1]}', 'https://elsewhere.example/v2/things?page=2')]
    const rows: unknown[] = []
    for await (const row of clientWith().things.list()) rows.push(row)
    expect(rows).toEqual([1])
  })

  it('returns the response, for formats that it does not read', async () => {
    const csv = { headers: { 'content-type': 'text/csv' }, body: 'id\n1' }
    replies = [csv, csv]
    const list = clientWith().things.list({ format: 'csv' })
    expect(await (await list.response()).text()).toBe('id\n1')
    await expect(list.page()).rejects.toThrow('things.list answered text/csv: read its response()')
  })
})

describe('429', () => {
  it('is retried three times', async () => {
    replies = [limited, limited, limited, thing(1)]
    expect(await clientWith().things.get('1')).toEqual({ id: 1 })
    expect(requests.length).toBe(4)
  })

  it('is thrown after the retries, whose number is an option', async () => {
    replies = Array<Reply>(5).fill(limited)
    expect((await problemOf(clientWith().things.get('1'))).status).toBe(429)
    expect(requests.length).toBe(4)
    expect((await problemOf(clientWith({ maxRetries: 0 }).things.get('1'))).status).toBe(429)
    expect(requests.length).toBe(5)
  })

  it('is not retried once the call is aborted', async () => {
    replies = [{ status: 429, headers: { 'retry-after': '1000' } }]
    const controller = new AbortController()
    const waiting = clientWith().things.get('1', {}, { signal: controller.signal })
    const aborted = expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => requests.length).toBe(1)
    controller.abort()
    await aborted
  })
})

describe('an answer with an ETag', () => {
  it('is reused after a 304, and parsed to a new object each time', async () => {
    replies = [thing(1, { etag: '"x"' }), { status: 304 }, thing(2, { etag: '"y"' })]
    const { things } = clientWith()
    const [first, second] = [await things.get('1'), await things.get('1')]
    expect(second).toEqual(first)
    expect(second).not.toBe(first)
    expect(await things.get('1')).toEqual({ id: 2 })
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"x"', '"x"'])
  })

  it('continues with its next page', async () => {
    const link = '</v2/things?page=2>; rel="next"'
    const first = { headers: { ...json, etag: '"x"', link }, body: '{"body":[1]}' }
    const last = { headers: json, body: '{"body":[2]}' }
    replies = [first, last, { status: 304 }, last]
    const { things } = clientWith()
    for (let times = 0; times < 2; times += 1) {
      const rows: unknown[] = []
      for await (const row of things.list()) rows.push(row)
      expect(rows).toEqual([1, 2])
    }
  })

  it('is not cached if maxCacheLength is 0', async () => {
    replies = [thing(1, { etag: '"x"' }), thing(1, { etag: '"x"' })]
    const { things } = clientWith({ maxCacheLength: 0 })
    await things.get('1')
    await things.get('1')
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
  })
})

describe('a problem', () => {
  const errors = [{ parameter: 'limit', message: 'is out of range' }]
  const fields = {
    type: '/errors#x',
    title: 'Bad',
    status: 400,
    detail: 'It is bad.',
    code: 'invalid_parameter',
    errors,
  }

  it('is an error with every field of the answer, including the request id', async () => {
    const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'r-1' }
    replies = [{ status: 400, headers, body: JSON.stringify(fields) }]
    const problem = await problemOf(clientWith().things.get('1'))
    expect(problem).toBeInstanceOf(Error)
    expect(Object.fromEntries(Object.entries(problem))).toEqual({ name: 'Problem', ...fields, request_id: 'r-1' })
    expect(problem.message).toBe('400 invalid_parameter: It is bad.\n  limit is out of range')
  })

  it('can be the error page of a proxy', async () => {
    replies = [{ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' }]
    const problem = await problemOf(clientWith().things.get('1'))
    expect(problem).toMatchObject({ status: 502, code: 'unknown', title: 'Bad Gateway' })
  })

  it('of a proxy with other JSON has the status of the response', async () => {
    const body = JSON.stringify({ status: 'error', code: 1020, message: null, stack: '' })
    replies = [{ status: 502, headers: json, body }]
    const problem = await problemOf(clientWith().things.get('1'))
    expect(problem).toMatchObject({ status: 502, code: 'unknown', title: 'Bad Gateway' })
    expect(problem.message).toContain('502 unknown')
    expect(problem.stack).toContain('Problem')
  })

  it('can be a response with malformed JSON', async () => {
    replies = [{ status: 503, headers: json, body: '{' }]
    expect(await problemOf(clientWith().things.list().page())).toMatchObject({ status: 503, code: 'unknown' })
  })
})
