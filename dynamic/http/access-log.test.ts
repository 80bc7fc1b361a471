import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, it } from 'vitest'
import { AccessLog, type EndedRequest } from './access-log.ts'
import { RequestContext } from './request-context.ts'

/** Resolves to what is logged of a request whose client disconnects once `answer` was called. */
async function logged(answer: (res: ServerResponse) => void): Promise<EndedRequest | undefined> {
  const ended: EndedRequest[] = []
  const log = new AccessLog(pino({ level: 'silent' }), (one) => ended.push(one))
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).on('error', () => undefined)
  const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  log.follow(new RequestContext(req, res))
  const closed = once(res, 'close')
  answer(res)
  request.destroy()
  await closed
  log.flush()
  server.close()
  return ended[0]
}

it('logs 499 if the client disconnects before the response begins', async () => {
  expect(await logged(() => undefined)).toMatchObject({ status: 499, isAborted: true })
})

it('logs the status that was sent if the client disconnects during the response', async () => {
  expect(await logged((res) => res.writeHead(206).flushHeaders())).toMatchObject({ status: 206, isAborted: true })
})

it('writes the lines of all requests in one write, in the format of pino', () => {
  const lines: string[] = []
  const log = new AccessLog(pino({ base: undefined }, { write: (text: string) => lines.push(text) }))
  const contextOf = (id: string, target: string) => ({ id, method: 'GET', target }) as RequestContext
  log.record(contextOf('a-1', '/v2/items?name="x"'), 200, 1.234)
  log.record(contextOf('a-2', '/account?code=secret'), 302, 0.5)
  log.flush()
  log.flush()
  const [text, ...others] = lines
  expect(others).toEqual([])
  expect(text).toMatch(/^[^\n]*\n[^\n]*\n$/)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string
  const all = { level: 30, time, method: 'GET' }
  expect(
    text
      ?.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { ...all, requestId: 'a-1', target: '/v2/items?name="x"', status: 200, milliseconds: 1.23 },
    { ...all, requestId: 'a-2', target: '/account', status: 302, milliseconds: 0.5 },
  ])
})
