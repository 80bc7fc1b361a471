// A database that is restored from a backup while streams are open.
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import type { LiveStore } from '../../data/api/model/live-store.ts'
import { readUrl, testStore } from '../../data/api/test/test-store.ts'
import { RequestContext } from '../http/request-context.ts'
import { EventStream } from './event-stream.ts'
import { EventStreams } from './event-streams.ts'

let server: Server
afterEach(() => server.close().closeAllConnections())

async function open(handler: RequestListener): Promise<IncomingMessage> {
  server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [reply] = (await once(get({ host: '127.0.0.1', port }), 'response')) as [IncomingMessage]
  return reply.resume()
}

describe('after the newest change number has decreased', () => {
  it('a stream that is catching up is closed and does not read endlessly', async () => {
    let reads = 0
    const read = async (_: unknown, after: number) => {
      await turn()
      reads += 1
      return { from: after, to: after, frames: [] }
    }
    const reply = await open((_, res) => {
      new EventStream(res, { position: 100, read }, { feeds: ['market'], conditions: [] }, 60).start()
    })
    await Promise.race([once(reply, 'error'), once(reply, 'close')]).catch(() => undefined)
    expect(reads).toBe(1)
  })

  it('streams end, and continue from there when they are opened again', async () => {
    let newest = 100
    const ofFeeds = (_: unknown, { after }: { after: number }) =>
      Promise.resolve({ rows: [], next: Math.max(after, newest), isLast: true })
    const live = { now: Date.now, changes: { newest: () => Promise.resolve(newest), ofFeeds } } as unknown as LiveStore
    const limits = { perAddress: 8, total: 8 }
    const streams = new EventStreams({ live, limits, trustProxy: 0, log: pino({ enabled: false }) })
    const reply = await open((req, res) => {
      void streams.open(new RequestContext(req, res), readUrl('/v2/events'), testStore())
    })
    newest = 50
    await once(reply, 'end')
    expect(streams.position).toBe(50)
    streams.close()
  })
})
