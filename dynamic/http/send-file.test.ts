import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { RequestContext } from './request-context.ts'
import { sendFile } from './send-file.ts'

it('reports an error of the disk that comes after the head, and ends the connection', async () => {
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
