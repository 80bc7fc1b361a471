import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Origin, OriginError } from './origin.ts'

const timeoutMilliseconds = 150
let server: Server
let originWith: (timeoutMilliseconds: number) => Origin
let origin: Origin
let answer: (res: ServerResponse) => void | Promise<void>
beforeEach(async () => {
  server = createServer((_req, res) => void answer(res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  originWith = (milliseconds) =>
    new Origin({ url: `http://127.0.0.1:${port}`, timeoutMilliseconds: milliseconds, fetch })
  origin = originWith(timeoutMilliseconds)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const pass = (to = origin) => to.pass(new Request('https://site.test/account/usage.csv'), undefined)

/** Sends the head immediately, and a body that takes longer than the time-out. */
const slowBody =
  (milliseconds = 2 * timeoutMilliseconds) =>
  async (res: ServerResponse): Promise<void> => {
    res.write('one ')
    await sleep(milliseconds)
    res.end('two')
  }

it('the time-out does not apply to a body that is passed on', async () => {
  // The head must arrive in time even on a busy machine.
  const longTimeout = 2000
  answer = slowBody(longTimeout + 200)
  expect(await (await pass(originWith(longTimeout))).text()).toBe('one two')
})

it('the time-out applies to a body that is buffered for the cache', async () => {
  answer = slowBody()
  await expect(origin.fetchShared('/v2/items?name=ember', undefined)).rejects.toThrow(OriginError)
})

it('an origin that does not begin to answer in time counts as down', async () => {
  answer = () => undefined
  await expect(pass()).rejects.toThrow(OriginError)
  await expect(origin.fetchShared('/v2/items?name=ember', undefined)).rejects.toThrow(OriginError)
})
