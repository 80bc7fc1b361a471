import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { ClientPool } from './postgres-pool.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** An authentication message of a server with a type and a text. */
function authentication(type: number, text: string): Buffer {
  const body = Buffer.from(text, 'latin1')
  const head = Buffer.alloc(9)
  head.write('R')
  head.writeInt32BE(8 + body.length, 1)
  head.writeInt32BE(type, 5)
  return Buffer.concat([head, body])
}

/** A server that asks each client for a password. */
async function serverThatAsks(sockets: Socket[]): Promise<string> {
  const messages = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=abc,s=QQ==,i=4096')]
  server = createServer((socket) => {
    sockets.push(socket)
    const left = [...messages]
    socket.on('data', () => void socket.write(left.shift() ?? ''))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/nothing`
}

it('a missing password in the URL is reported, and no socket stays open', async () => {
  const sockets: Socket[] = []
  const pool = new ClientPool({ url: await serverThatAsks(sockets), poolSize: 1, timeoutMilliseconds: 5000 }, 1)
  await expect(pool.connect()).rejects.toMatchObject({
    cause: { message: 'it asks for a password, and its URL has none' },
  })
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed), { timeout: 5000 }).toBe(true)
  expect(sockets.length).toBeGreaterThan(0)
  await pool.end()
})
