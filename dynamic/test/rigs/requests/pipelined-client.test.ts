import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { PipelinedClient } from './pipelined-client.ts'

const get = (target: string, method = 'GET') => ({ method, target, headers: {} })
const servers: Server[] = []
const clients: PipelinedClient[] = []

async function clientOf(server: Server, patienceMilliseconds?: number): Promise<PipelinedClient> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const client = new PipelinedClient((server.address() as AddressInfo).port, patienceMilliseconds)
  clients.push(client)
  return client
}

/** A server that sends the same text to every client and closes the connection. */
const serverSending = (text: string) => createServer((socket) => void socket.on('error', () => undefined).end(text))

afterEach(() => {
  for (const client of clients.splice(0)) client.close()
  for (const server of servers.splice(0)) server.close()
})

/** A server that answers with the last segment of the target, in the way that the first segment names. */
const server = () =>
  createHttpServer((req, res) => {
    const [, kind = '', text = ''] = (req.url ?? '').split('/')
    if (kind === 'stream' && req.method === 'GET')
      return void res.setHeader('content-type', 'text/event-stream').write(text)
    if (kind === 'never') return undefined
    if (kind === 'unchanged') return void res.writeHead(304, { etag: text }).end()
    if (kind === 'last') return void res.setHeader('connection', 'close').end(text)
    if (kind === 'chunks') return void sleep(20).then(() => (res.write(text), res.end(text)))
    res
      .setHeader('x-twice', ['1', '2'])
      .end(req.method === 'HEAD' ? undefined : `${text}${req.headers['content-length'] ?? ''}`)
  })

describe('PipelinedClient', () => {
  it('returns the answer to each request, however its end is marked', async () => {
    const client = await clientOf(server())
    const targets = ['/chunks/a', '/plain/b', '/last/c', '/unchanged/d', '/stream/e', '/plain/f']
    const asked = [...targets.map((target) => get(target)), get('/plain/g', 'HEAD'), get('/chunks/h', 'HEAD'), get('/plain/i', 'PUT')] // prettier-ignore
    const replies = await client.ask(asked)
    expect(replies.map(({ text }) => text)).toEqual(['aa', 'b', 'c', '', 'e', 'f', '', '', 'i0'])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 304, 200, 200, 200, 200, 200])
    expect(replies[1]?.headers['x-twice']).toBe('1, 2')
    expect((await client.ask([get('/plain/k')]))[0]?.text).toBe('k')
  })

  it('opens a new connection if the service has closed the idle one', async () => {
    const one = server()
    const client = await clientOf(one)
    await client.ask([get('/plain/a')])
    one.closeAllConnections()
    await sleep(100)
    expect((await client.ask([get('/plain/b')]))[0]?.text).toBe('b')
  })

  it('names the request that is not answered in time', async () => {
    const client = await clientOf(server(), 300)
    const asked = client.ask([get('/plain/a'), get('/never/b', 'PUT'), get('/plain/c')])
    await expect(asked).rejects.toThrow('PUT /never/b was not answered within 0.3 s')
  })

  it.each([
    ['bytes beyond the answer', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab'],
    ['a body without a length', 'HTTP/1.1 200 OK\r\n\r\na'],
    ['a wrong length of a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nx\r\n'],
    ['no answer at all', 'hello\r\n\r\n'],
    ['a line that is no header', 'HTTP/1.1 200 OK\r\nhello\r\n\r\n'],
    ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab'],
    ['nothing', ''],
  ])('rejects %s', async (_what, text) => {
    const client = await clientOf(serverSending(text))
    await expect(client.ask([get('/')])).rejects.toThrow()
  })
})
