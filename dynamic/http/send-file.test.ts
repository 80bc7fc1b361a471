import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { RequestContext } from './request-context.ts'
import { sendFile } from './send-file.ts'

it('closes the connection and rejects if the file cannot be read after the head was sent', async () => {
  const failures: unknown[] = []
  const server = createServer((req, res) => {
    // A folder is opened like a file, has a size, and cannot be read.
    sendFile(new RequestContext(req, res), { path: tmpdir(), etag: '"folder"', headers: {} }, (head) => [
      ...head,
    ]).catch((error: unknown) => failures.push(error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await expect(once(get({ port, host: '127.0.0.1' }), 'response')).rejects.toThrow('socket hang up')
  expect(failures).toEqual([expect.objectContaining({ code: 'EISDIR' })])
  server.close()
})

it('resolves if the client disconnects before the file is opened', async () => {
  const results: Promise<void>[] = []
  const server = createServer((req, res) => {
    const file = { path: import.meta.filename, etag: '"suite"', headers: {} }
    res.once('close', () => results.push(sendFile(new RequestContext(req, res), file, (head) => [...head])))
    req.socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await expect(once(get({ port, host: '127.0.0.1' }), 'response')).rejects.toThrow('socket hang up')
  await expect.poll(() => results).toHaveLength(1)
  await expect(results[0]).resolves.toBeUndefined()
  server.close()
})

it('disconnects a client that reads nothing for a minute', async () => {
  const timeouts: (number | undefined)[] = []
  const file = { path: import.meta.filename, etag: '"suite"', headers: {} }
  const server = createServer((req, res) => {
    res.prependOnceListener('finish', () => timeouts.push(req.socket.timeout))
    void sendFile(new RequestContext(req, res), file, (head) => [...head])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}`).then((reply) => reply.text())
  expect(timeouts).toEqual([60_000])
  server.close().closeAllConnections()
})
