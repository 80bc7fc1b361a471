// `/tooltips.js` as it is served.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { etagOf } from '../../data/store/etag.ts'
import type { Service } from '../service.ts'
import { ask } from './ask.ts'
import { openHouse, type House } from './house.ts'

let house: House
let service: Service

beforeAll(async () => {
  house = openHouse()
  service = await house.serve()
})
afterAll(() => house.close())

it('is a script for pages of any origin, kept for an hour', async () => {
  const { status, headers, text } = await ask(service, '/tooltips.js')
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

it.each(['br', 'gzip'])('has at most 10 KB as %s, and the bytes are the same', async (encoding) => {
  const plain = await ask(service, '/tooltips.js')
  const packed = await ask(service, '/tooltips.js', { headers: { 'accept-encoding': encoding } })
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(packed.bytes.length).toBeLessThanOrEqual(10_000)
  expect(packed.text).toBe(plain.text)
  expect(packed.headers.etag).toBe(plain.headers.etag)
  console.log(`/tooltips.js: ${plain.bytes.length} bytes, ${packed.bytes.length} as ${encoding}`)
})

it('has a strong ETag, and is not sent again to who has it', async () => {
  const { headers, text } = await ask(service, '/tooltips.js')
  const etag = String(headers.etag)
  expect(etag).toBe(etagOf(text))
  const again = await ask(service, '/tooltips.js', { headers: { 'if-none-match': etag } })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
})

it('answers HEAD like GET, and nothing else', async () => {
  const head = await ask(service, '/tooltips.js', { method: 'HEAD' })
  expect([head.status, head.bytes.length]).toEqual([200, 0])
  expect(Number(head.headers['content-length'])).toBeGreaterThan(1000)
  expect((await ask(service, '/tooltips.js', { method: 'POST' })).status).toBe(405)
})
