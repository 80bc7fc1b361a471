// Sockets that send nothing to an end, from one address and from many.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { kill, serveProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

/** Loopback is all of 127.0.0.0/8. */
const addressOf = (nth: number, addresses: number) => `127.0.1.${1 + (nth % addresses)}`

const beginnings = [
  'GET /v2/items HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'POST /account/keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{',
  'GET',
  '',
]

function openSlow(port: number, amount: number, addresses: number): Socket[] {
  return Array.from({ length: amount }, (_, nth) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(nth, addresses) })
    socket.on('error', () => undefined).resume()
    socket.once('connect', () => socket.write(beginnings[nth % beginnings.length] ?? ''))
    return socket
  })
}

/** Whether a plain client is answered, in a time that does not depend on how busy this machine is with other things. */
const answers = (port: number): Promise<boolean> =>
  Promise.race([
    fetchApi({ port }, '/v2/items?rarity=rare', { undeclared: 'allowed' }).then(
      ({ status }) => status === 200,
      () => false,
    ),
    sleep(15_000).then(() => false),
  ])

/** Beyond the time-outs of the service (5 s, 10 s), for a machine that is busy. */
const patienceMilliseconds = 25_000

async function crowd(rig: Rig, port: number): Promise<void> {
  const half = Math.ceil(rig.amount / 2)
  const sockets = [...openSlow(port, half, 1), ...openSlow(port, rig.amount - half, 200)]
  await sleep(500)
  for (let nth = 0; nth < 20; nth += 1) rig.check(await answers(port), 'a plain client was not answered')
  const began = performance.now()
  const left = () => sockets.filter((socket) => !socket.destroyed && socket.readyState !== 'closed').length
  while (left() > 0 && performance.now() - began < patienceMilliseconds) await sleep(200)
  // A connection that has sent nothing at all may be one that a browser opened in advance.
  const silent = Math.ceil(rig.amount / beginnings.length)
  rig.note(
    `${left()} of ${rig.amount} slow sockets were open after ${Math.round((performance.now() - began) / 1000)} s`,
  )
  rig.check(left() <= silent, () => `${left()} slow sockets are still open`)
  for (const socket of sockets) socket.destroy()
}

async function withService(work: (port: number) => Promise<void>): Promise<void> {
  const fixture = await openSampleFixture()
  const service = await serveProcess(fixture.store, '')
  try {
    await work(service.port)
  } finally {
    await kill(service.child)
    await fixture.close()
  }
}

export const slowSockets: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => withService((port) => crowd(rig, port)),
  negativeControl: {
    what: 'a server without time-outs',
    amount: 40,
    async run(rig) {
      const server = createServer({ headersTimeout: 0, requestTimeout: 0 }, (_req, res) => void res.end('{}'))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      try {
        await crowd(rig, (server.address() as AddressInfo).port)
      } finally {
        server.closeAllConnections()
        server.close()
      }
    },
  },
}
