// Complete lists as files (`format`) over HTTP.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { fetchApi, paginate, type Row } from '../fixtures/test-client.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'

let fixture: Fixture
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve()
})
afterAll(() => fixture.close())

const walk = async (target: string): Promise<Row[]> => (await paginate(service, target)).flatMap(({ rows }) => rows)
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
const lists = api.endpoints.filter(
  ({ id, kind, params }) => kind === 'catalog' && id.endsWith('.list') && params.format,
)

describe('NDJSON', () => {
  it.each(lists)('$id has the rows of its pages', async ({ path, envelope }) => {
    const reply = await fetchApi(service, `${path}?format=ndjson`)
    expect(reply.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const rows = await walk(`${path}?limit=${envelope?.limits.max}`)
    expect(linesOf(reply.text).map((line) => JSON.parse(line) as Row)).toEqual(rows)
  })

  it('is filtered, sorted, narrowed and localized like pages', async () => {
    const query = 'rarity=epic&sort=-gear_score,name&fields=name,gear_score&locale=ja'
    const reply = await fetchApi(service, `/v2/items?${query}&format=ndjson`)
    expect(linesOf(reply.text).map((line) => JSON.parse(line) as Row)).toEqual(
      await walk(`/v2/items?${query}&limit=250`),
    )
    const ids = (await walk('/v2/quests?limit=200')).slice(0, 3).reverse()
    const byIds = await fetchApi(service, `/v2/quests?format=ndjson&ids=none,${ids.map(({ id }) => id).join()}`)
    expect(linesOf(byIds.text).map((line) => JSON.parse(line) as Row)).toEqual(ids)
  })
})

describe('CSV', () => {
  it('has a header line with every column, and names its file', async () => {
    const { text, headers } = await fetchApi(service, '/v2/items?format=csv')
    const [header = '', ...rows] = text.split('\r\n').slice(0, -1)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="items-[\d.]+\.csv"$/)
    expect(headers['content-length']).toBeUndefined()
    const shown = new Set((await walk('/v2/items?limit=250&condense=false')).flatMap((row) => Object.keys(row)))
    expect(new Set(header.split(','))).toEqual(shown)
    expect(rows).toHaveLength((await walk('/v2/items?limit=250')).length)
  })

  it('has its header line even for an empty list, and only the requested fields', async () => {
    const { text } = await fetchApi(service, '/v2/items?format=csv&name=no_such_name&fields=rarity,name')
    expect(text).toBe('id,name,rarity\r\n')
  })
})

describe('a file', () => {
  const target = '/v2/items?format=csv&sort=name'

  it('is available in every encoding, with a valid ETag', async () => {
    const plain = await fetchApi(service, target)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
    for (const [encoding, unpacked] of Object.entries(unpack)) {
      const reply = await fetchApi(service, target, { headers: { 'accept-encoding': encoding } })
      expect(reply.headers['content-encoding']).toBe(encoding)
      expect(unpacked(reply.bytes).equals(plain.bytes)).toBe(true)
      const known = await fetchApi(service, target, { headers: { 'if-none-match': String(reply.headers.etag) } })
      expect(known.status).toBe(304)
    }
    const other = await fetchApi(service, '/v2/items?format=csv')
    expect(other.headers.etag).not.toBe(plain.headers.etag)
    const head = await fetchApi(service, target, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', plain.headers.etag])
  })

  it('cannot be combined with paging', async () => {
    const both = await fetchApi(service, '/v2/items?format=csv&page=1&limit=10')
    expect(expectProblem(both, 'invalid_parameter').map(({ parameter }) => parameter)).toEqual(['page', 'limit'])
    const [other] = expectProblem(await fetchApi(service, '/v2/items?format=xml'), 'invalid_parameter')
    expect(other).toMatchObject({ parameter: 'format', allowed: ['csv', 'ndjson'] })
  })

  it('ends when its reader disconnects, and the service keeps running', async () => {
    for (let round = 0; round < 20; round += 1) {
      const sent = get({ host: '127.0.0.1', port: service.port, path: '/v2/items?format=ndjson', agent: false })
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      answer.destroy()
    }
    expect((await fetchApi(service, '/v2/items?format=csv')).status).toBe(200)
  })
})

describe('files beyond the limits', () => {
  it.each([
    { exports: { perAddress: 0, total: 9 }, status: 429, code: 'rate_limited' as const },
    { exports: { perAddress: 9, total: 0 }, status: 503, code: 'unavailable' as const },
  ])('are refused with $status, unlike other requests', async ({ exports, status, code }) => {
    const own = await openSampleFixture()
    try {
      const few = await own.serve({ exports })
      const refused = await fetchApi(few, '/v2/items?format=csv')
      expect([refused.status, refused.headers['retry-after']]).toEqual([status, '60'])
      expectProblem(refused, code)
      expect((await fetchApi(few, '/v2/items?format=csv', { method: 'HEAD' })).status).toBe(200)
      expect((await fetchApi(few, '/v2/items')).status).toBe(200)
    } finally {
      await own.close()
    }
  })
})
