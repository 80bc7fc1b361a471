import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, it } from 'vitest'
import { AccessLog, type EndedRequest } from './access-log.ts'
import { RequestContext } from './request-context.ts'

/** What is noted of a request whose client leaves once `answer` was called. */
async function noted(answer: (res: ServerResponse) => void): Promise<EndedRequest | undefined> {
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

it('notes a client that leaves before it is answered as 499, not as answered', async () => {
  expect(await noted(() => undefined)).toMatchObject({ status: 499, isAborted: true })
})

it('notes a client that leaves within its answer with the status that was sent', async () => {
  expect(await noted((res) => res.writeHead(206).flushHeaders())).toMatchObject({ status: 206, isAborted: true })
})
