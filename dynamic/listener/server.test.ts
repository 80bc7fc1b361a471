import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerClientErrors } from './server.ts'

let server: ReturnType<typeof createServer>
let counted: string[]
beforeEach(async () => {
  server = createServer((_req, res) => res.write('the beginning'))
  counted = []
  answerClientErrors(server, { countProblem: (code) => void counted.push(code) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => server.close())

/**
 * Sends `first`, and `then` after the first bytes of the response. Resolves to everything received until the connection
 * ends.
 */
async function exchange(first: string, then = ''): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (bytes) => {
    if (received.push(bytes) === 1 && then !== '') socket.write(then)
  })
  socket.write(first)
  await once(socket, 'close')
  return Buffer.concat(received).toString()
}

it('answers a malformed request with a problem, and counts it', async () => {
  expect(await exchange('GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(counted).toEqual(['bad_request'])
})

const tunnel = 'CONNECT elsewhere.test:443 HTTP/1.1\r\nHost: elsewhere.test\r\n\r\n'

it('answers CONNECT with a problem, and counts it', async () => {
  expect(await exchange(`${tunnel}bytes for elsewhere`)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(counted).toEqual(['bad_request'])
})

it('closes the connection instead of answering CONNECT within a response', async () => {
  const received = await exchange('GET / HTTP/1.1\r\nHost: h\r\n\r\n', tunnel)
  expect(received).toContain('the beginning')
  expect(received).not.toContain('HTTP/1.1 400')
  expect(counted).toEqual([])
})

it('closes the connection instead of writing an error into a response', async () => {
  const received = await exchange('GET / HTTP/1.1\r\nHost: h\r\n\r\n', 'GARBAGE\r\n\r\n')
  expect(received).toContain('the beginning')
  expect(received).not.toContain('HTTP/1.1 400')
  expect(counted).toEqual([])
})
