import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenClosed } from './when-closed.ts'

let server: ReturnType<typeof createServer>
let responses: ServerResponse[]
beforeEach(async () => {
  responses = []
  server = createServer((_req, res) => responses.push(res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => server.close())

/** Opens a connection that sends `count` requests without waiting for an answer. */
async function ask(count: number) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.resume().write('GET / HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(count))
  await expect.poll(() => responses).toHaveLength(count)
  return socket
}

it('calls back when a response is sent', async () => {
  await ask(1)
  const then = vi.fn<() => void>()
  for (const res of responses) whenClosed(res, then)
  expect(then).not.toHaveBeenCalled()
  for (const res of responses) res.setHeader('connection', 'close').end('x')
  await expect.poll(() => then.mock.calls).toHaveLength(1)
})

it('calls back once for each response of a client that disconnects, including queued ones', async () => {
  const socket = await ask(3)
  const callbacks = responses.map((res) => {
    const then = vi.fn<() => void>()
    whenClosed(res, then)
    return then
  })
  socket.destroy()
  for (const then of callbacks) await expect.poll(() => then.mock.calls).toHaveLength(1)
})

it('calls back immediately if the client has already disconnected', async () => {
  const socket = await ask(1)
  const [res] = responses
  socket.destroy()
  await expect.poll(() => res?.closed).toBe(true)
  const then = vi.fn<() => void>()
  if (res) whenClosed(res, then)
  expect(then).toHaveBeenCalledOnce()
})
