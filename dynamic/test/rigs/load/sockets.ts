// Connections that never complete a request, silent or sending a byte now and then, from one address and from many.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { rawRequest, sendRaw } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { kill, serveProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

/** The loopback address of the nth of several clients. */
const clientAddress = (nth: number, addresses: number) => `127.0.1.${1 + (nth % addresses)}`

/** Incomplete requests, each continued with one `x` after another. The empty one stands for a silent connection. */
const beginnings = [
  'GET /v2/items HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'POST /account/keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{',
  'GET /',
  '',
]
const dripMilliseconds = 1000

interface SlowSocket {
  readonly socket: Socket
  readonly isSilent: boolean
  /** Whether the service has accepted or refused the connection. */
  isSettled: boolean
  hasConnected: boolean
}

const isOpen = ({ socket }: SlowSocket) => !socket.destroyed && socket.readyState !== 'closed'

function openSlow(port: number, amount: number, addresses: number): SlowSocket[] {
  return Array.from({ length: amount }, (_, nth) => {
    const beginning = beginnings[nth % beginnings.length] ?? ''
    const socket = connect({ port, host: '127.0.0.1', localAddress: clientAddress(nth, addresses) })
    const slow: SlowSocket = { socket, isSilent: beginning === '', isSettled: false, hasConnected: false }
    socket.on('error', () => undefined).resume()
    socket.once('close', () => (slow.isSettled = true))
    socket.once('connect', () => {
      slow.isSettled = slow.hasConnected = true
      socket.write(beginning)
    })
    return slow
  })
}

const established = '01'

/** Formats the local end of a socket as in `/proc/net/tcp`, with the bytes of the address in reverse order. */
const toHex = (number: number, digits: number) => number.toString(16).toUpperCase().padStart(digits, '0')
const localEnd = ({ localAddress = '', localPort = 0 }: Socket): string =>
  `${localAddress
    .split('.')
    .reverse()
    .map((byte) => toHex(Number(byte), 2))
    .join('')}:${toHex(localPort, 4)}`

/**
 * Returns the sockets that are open at the service too. If more clients connect than its queue can take, the system
 * drops some connections on the side of the service only, which a client that sends nothing never notices.
 */
function openAtService(sockets: readonly SlowSocket[], port: number): SlowSocket[] {
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const ends = lines.map((line) => line.trim().split(/\s+/))
  const atPort = `:${toHex(port, 4)}`
  const remoteEnds = new Set(
    ends.filter(([, local, , state]) => local?.endsWith(atPort) && state === established).map(([, , remote]) => remote),
  )
  return sockets.filter((slow) => isOpen(slow) && remoteEnds.has(localEnd(slow.socket)))
}

function dripInto(sockets: readonly SlowSocket[]): NodeJS.Timeout {
  const speaking = sockets.filter(({ isSilent }) => !isSilent)
  return setInterval(() => {
    for (const slow of speaking) if (slow.hasConnected && isOpen(slow)) slow.socket.write('x')
  }, dripMilliseconds)
}

/** Whether an ordinary client on a new connection is answered within 15 s, which is enough on a busy machine too. */
const answers = (port: number): Promise<boolean> =>
  Promise.race([
    sendRaw({ port }, rawRequest('GET /v2/items?rarity=rare HTTP/1.1')).then(
      ({ status }) => status === 200,
      () => false,
    ),
    sleep(15_000, false),
  ])

/** Longer than the timeouts of the service (5 s and 10 s), for a busy machine. */
const patienceMilliseconds = 25_000

async function crowd(rig: Rig, port: number): Promise<void> {
  const half = Math.ceil(rig.amount / 2)
  const spread = openSlow(port, rig.amount - half, 200)
  const sockets = [...openSlow(port, half, 1), ...spread]
  const drip = dripInto(sockets)
  while (sockets.some(({ isSettled }) => !isSettled)) await sleep(20)
  const crowding = sockets.filter(isOpen).length
  const refused = spread.filter(({ hasConnected }) => !hasConnected).length
  rig.check(refused === 0 && crowding > 0, () => `${refused} of ${spread.length} slow sockets were refused`)
  for (let nth = 0; nth < 20; nth += 1) rig.check(await answers(port), 'an ordinary client was not answered')
  const began = performance.now()
  const left = () => openAtService(sockets, port)
  while (left().length > 0 && performance.now() - began < patienceMilliseconds) await sleep(200)
  clearInterval(drip)
  const [silent, speaking] = [true, false].map((kind) => left().filter(({ isSilent }) => isSilent === kind).length)
  rig.note(
    `${crowding} of ${rig.amount} slow sockets were open at first, ${speaking} and ${silent} silent ones after ${Math.round((performance.now() - began) / 1000)} s`,
  )
  rig.check(speaking === 0 && silent === 0, () => `${speaking} slow and ${silent} silent sockets are still open`)
  for (const { socket } of sockets) socket.destroy()
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
    what: 'a server that closes idle connections, but not slow ones',
    amount: 40,
    finds: [/^[1-9]\d* slow and 0 silent sockets are still open/],
    async run(rig) {
      const server = createServer({ headersTimeout: 0, requestTimeout: 0 }, (_req, res) => void res.end('{}'))
      server.timeout = 3 * dripMilliseconds
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
