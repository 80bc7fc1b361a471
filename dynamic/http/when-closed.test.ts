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

/** A connection that asks so many times without waiting for an answer. */
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

it('calls back once for each response of a client that leaves, queued ones too', async () => {
  const socket = await ask(3)
  const gone = responses.map((res) => {
    const then = vi.fn<() => void>()
    whenClosed(res, then)
    return then
  })
  socket.destroy()
  for (const then of gone) await expect.poll(() => then.mock.calls).toHaveLength(1)
})

it('calls back at once where the client has left already', async () => {
  const socket = await ask(1)
  const [res] = responses
  socket.destroy()
  await expect.poll(() => res?.closed).toBe(true)
  const then = vi.fn<() => void>()
  if (res) whenClosed(res, then)
  expect(then).toHaveBeenCalledOnce()
})
