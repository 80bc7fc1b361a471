import { once } from 'node:events'
import { createServer, IncomingMessage, request } from 'node:http'
import { Socket, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import { FileUnavailableError } from '../../data/store/dialect/unavailable.ts'
import { ingestRequest } from './intake.ts'

it('a request ends if its client disconnected before the body was read', { timeout: 5000 }, async () => {
  const req = new IncomingMessage(new Socket())
  req.destroy()
  await expect(ingestRequest({} as LiveIngest, 'market', req, () => undefined)).rejects.toMatchObject({
    code: 'bad_request',
  })
})

it('a request ends if its client disconnects after sending the body: 30 KB of gzip can be ten million lines', async () => {
  const { promise: isReading, resolve: reading } = Promise.withResolvers<undefined>()
  let batches = 0
  const live = {
    now: () => 0,
    async ingest() {
      batches += 1
      reading(undefined)
      await sleep(5)
      return { accepted: 0, duplicates: 0, rejected: [] }
    },
  } as unknown as LiveIngest
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>()
  let isComplete = () => false
  const server = createServer((req) => {
    isComplete = () => req.complete
    ingestRequest(live, 'market', req, () => undefined).then(end, end)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const client = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-encoding': 'gzip' } })
  client.on('error', () => undefined)
  client.end(gzipSync(Buffer.alloc(48 * 1024 * 1024, '\n')))
  await isReading
  await expect.poll(isComplete).toBe(true)
  client.destroy()
  expect(await ended).toMatchObject({ code: 'bad_request' })
  expect(batches).toBeLessThan(60)
  server.close()
})

it('listeners on the connection are removed at the end of a request', async () => {
  const req = new IncomingMessage(new Socket())
  const live = { now: () => 0, ingest: () => Promise.resolve({ accepted: 1, duplicates: 0, rejected: [] }) }
  const receipt = ingestRequest(live as unknown as LiveIngest, 'market', req, () => undefined)
  req.complete = true
  req.push('{}\n')
  req.push(null)
  expect(await receipt).toEqual({ accepted: 1, duplicates: 0, rejected: [] })
  await expect.poll(() => req.socket.listenerCount('close')).toBe(new Socket().listenerCount('close'))
})

it('a full disk makes requests unavailable, with a cause for the log', async () => {
  const full = new FileUnavailableError('The disk does not store what was written')
  const req = Object.assign(Readable.from(['{}\n']), {
    headers: {},
    socket: new Socket(),
  }) as unknown as IncomingMessage
  const live = { now: () => 0, ingest: () => Promise.reject(full) } as unknown as LiveIngest
  await expect(ingestRequest(live, 'market', req, () => undefined)).rejects.toMatchObject({
    code: 'unavailable',
    cause: full,
  })
})
