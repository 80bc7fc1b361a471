// Tests the response to `/tooltips.js`.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodedEtag } from '../../../data/api/answer/http/etags.ts'
import { etagOf } from '../../../data/store/files/etag.ts'
import type { Service } from '../../service.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openFixture, type Fixture } from '../fixtures/test-service.ts'

let fixture: Fixture
let service: Service

beforeAll(async () => {
  fixture = openFixture()
  service = await fixture.serve()
})
afterAll(() => fixture.close())

it('is a script for pages of any origin, cached for an hour', async () => {
  const { status, headers, text } = await fetchApi(service, '/tooltips.js')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(text).not.toMatch(/^\s*(import|export)\b/m)
  expect(text).not.toMatch(/\beval\(|new Function|innerHTML|document\.write/)
})

it.each(['br', 'gzip'])('has at most 10 KB in %s, with the same contents', async (encoding) => {
  const plain = await fetchApi(service, '/tooltips.js')
  const packed = await fetchApi(service, '/tooltips.js', { headers: { 'accept-encoding': encoding } })
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(packed.bytes.length).toBeLessThanOrEqual(10_000)
  expect(packed.text).toBe(plain.text)
  expect(decodedEtag(String(packed.headers.etag))).toBe(plain.headers.etag)
  console.log(`/tooltips.js: ${plain.bytes.length} bytes, ${packed.bytes.length} as ${encoding}`)
})

it('has a strong ETag, and answers 304 to it', async () => {
  const { headers, text } = await fetchApi(service, '/tooltips.js')
  const etag = String(headers.etag)
  expect(etag).toBe(etagOf(text))
  const again = await fetchApi(service, '/tooltips.js', { headers: { 'if-none-match': etag } })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
})

it('answers HEAD like GET, and no other method', async () => {
  const head = await fetchApi(service, '/tooltips.js', { method: 'HEAD' })
  expect([head.status, head.bytes.length]).toEqual([200, 0])
  expect(Number(head.headers['content-length'])).toBeGreaterThan(1000)
  expect((await fetchApi(service, '/tooltips.js', { method: 'POST' })).status).toBe(405)
})
