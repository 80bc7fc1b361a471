import { once } from 'node:events'
import { createServer, get, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { forward } from './forward.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('forwards method, headers and body, and returns the answer', async () => {
  const origin = await listen((req, res) => {
    const { method, url, headers } = req
    res.writeHead(201, { 'x-asked': [method, url, headers['x-own']].join(' ') })
    req.pipe(res)
  })
  const front = await listen((req, res) => forward(origin, req, res))
  const reply = await fetch(`${front}/mcp?a=b`, { method: 'POST', headers: { 'x-own': 'c' }, body: 'd' })
  expect([reply.status, reply.headers.get('x-asked'), await reply.text()]).toEqual([201, 'POST /mcp?a=b c', 'd'])
})

it('answers 502 if the origin does not answer', async () => {
  const front = await listen((req, res) => forward('http://127.0.0.1:1', req, res))
  expect((await fetch(front)).status).toBe(502)
})

it('ends a stream if the client disconnects', async () => {
  let left: Promise<unknown> | undefined
  const origin = await listen((_req, res) => {
    left = once(res, 'close')
    res.write('event')
  })
  const front = await listen((req, res) => forward(origin, req, res))
  const request = get(front).on('error', () => undefined)
  await once(request, 'response')
  request.destroy()
  await expect(left).resolves.toBeDefined()
})

it('breaks off if the answer breaks off', async () => {
  const origin = await listen((_req, res) => {
    res.write('the beginning', () => res.destroy())
  })
  const front = await listen((req, res) => forward(origin, req, res))
  await expect(fetch(front).then((reply) => reply.text())).rejects.toThrow('terminated')
})
