import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { headerLines, writeHeadLines } from './header-lines.ts'

const headers: readonly [string, string][] = [
  ['content-type', 'application/json'],
  ['etag', '"a-br"'],
  ['x-patch-version', 'é'],
]
const body = Buffer.from('{}')

const listeners: Readonly<Record<string, RequestListener>> = {
  usual: (_req, res) => void res.writeHead(200, [...headers, ['content-length', '2']].flat()).end(body),
  lines(_req, res) {
    writeHeadLines(res, 200, headerLines(headers), body.length)
    res.end(body)
  },
}

/** Everything that a server sends on a connection with these requests, with the time replaced. */
async function answersOf(listener: RequestListener, requests: string): Promise<string> {
  const server = createServer({ keepAliveTimeout: 65_000, requireHostHeader: false }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  socket.setEncoding('latin1')
  socket.end(requests)
  try {
    return (await text(socket)).replaceAll(/Date: .*GMT/g, 'Date: now')
  } finally {
    server.close()
  }
}

const get = (end: string, version = '1.1', method = 'GET') => `${method} / HTTP/${version}\r\nhost: a\r\n${end}\r\n`

it.each([
  ['a connection that stays open', get('')],
  ['one that ends', get('connection: close\r\n')],
  ['pipelined requests', get('') + get('') + get('connection: close\r\n')],
  ['HEAD', get('', '1.1', 'HEAD') + get('')],
  ['HTTP/1.0', get('', '1.0')],
  ['HTTP/1.0 that stays open', get('connection: keep-alive\r\n', '1.0')],
])('sends the same bytes as writeHead: %s', async (_what, requests) => {
  const usual = await answersOf(listeners.usual as RequestListener, requests)
  expect(usual).toContain('x-patch-version: \u00e9\r\n')
  expect(await answersOf(listeners.lines as RequestListener, requests)).toBe(usual)
})

it.each([
  ['a: b', 'c'],
  ['a', 'b\r\nc: d'],
  ['a', '\u0100'],
])('throws for a header that Node refuses: %j', (name, value) => {
  expect(() => headerLines([[name, value]])).toThrow(/Invalid character|must be a valid HTTP token/)
})
