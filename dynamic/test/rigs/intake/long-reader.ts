// Clients that do not read their answers during intake, and a reader in another process that stays open: the log of the
// database stays small, or metrics show that it grows.
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { pinReader } from '../../../../data/store/test/pinned-reader.ts'
import { ndjson, post } from '../../fixtures/live-world.ts'
import { fetchApi, rawRequest } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { killLine } from '../../live/kill-lines.ts'
import { kill, observerKey, serveProcess, type ServiceProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

const megabyte = 1024 * 1024
/**
 * Maximum size of the log during intake: twice the size to which it is truncated. A reader that stays open makes it
 * larger.
 */
const maxMegabytes = 128
/** Maximum size of the log once no reader keeps it from being truncated. */
const maxRestMegabytes = 70
const linesPerPost = 200
const slowClients = 20

const logMegabytes = (dataDir: string): number => {
  const path = join(dataDir, 'live.db-wal')
  return existsSync(path) ? statSync(path).size / megabyte : 0
}

const linesFrom = (first: number) =>
  ndjson(
    Array.from({ length: linesPerPost }, (_, nth) => ({
      ...killLine('trades', first + nth),
      note: `${first + nth} `.repeat(200),
    })),
  )

/** Opens connections that request large answers and do not read them. */
async function openSlowly({ port }: ServiceProcess): Promise<Socket[]> {
  const targets = ['/v2/trades?limit=250', '/v2/events', '/v2/market?limit=250', '/v2/items?format=ndjson']
  const sockets = Array.from({ length: slowClients }, (_, nth) => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    socket.write(rawRequest(`GET ${targets[nth % targets.length]} HTTP/1.1`))
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

/** Sends `rig.amount` lines; returns the maximum size of the log in megabytes. */
async function send(rig: Rig, service: ServiceProcess, dataDir: string, first: number): Promise<number> {
  let [largest, refused] = [0, 0]
  for (let sent = 0; sent < rig.amount; sent += linesPerPost) {
    const { status } = await post(service, '/observations/trades', linesFrom(first + sent))
    if (status !== 200) refused += 1
    largest = Math.max(largest, logMegabytes(dataDir))
  }
  rig.check(refused === 0, `${refused} posts were refused`)
  return largest
}

async function withService(work: (service: ServiceProcess, dataDir: string) => Promise<void>): Promise<void> {
  const fixture = await openSampleFixture()
  const service = await serveProcess(fixture.store, await observerKey(fixture.store))
  try {
    await work(service, fixture.dataDir)
  } finally {
    await kill(service.child)
    await fixture.close()
  }
}

async function slowReaders(rig: Rig, service: ServiceProcess, dataDir: string): Promise<void> {
  const sockets = await openSlowly(service)
  const largest = await send(rig, service, dataDir, 1)
  for (const socket of sockets) socket.destroy()
  rig.note(
    `${rig.amount} lines beside ${slowClients} clients that do not read: the log grew to ${largest.toFixed(0)} MB`,
  )
  rig.check(largest <= maxMegabytes, `the log grew to ${largest.toFixed(0)} MB`)
}

/**
 * A reader of another process cannot be cut off: the log grows, which metrics must show, until the reader is closed.
 */
async function foreignReader(rig: Rig, service: ServiceProcess, dataDir: string): Promise<void> {
  const reader = pinReader(dataDir)
  const largest = await send(rig, service, dataDir, 10_000_001)
  const { text } = await fetchApi({ port: service.observerPort }, '/metrics', { undeclared: 'allowed' })
  const reported = Number(/^database_log_bytes (.+)$/m.exec(text)?.[1] ?? 0) / megabyte
  rig.check(
    Math.abs(reported - largest) < 1,
    `metrics show ${reported.toFixed(0)} MB instead of ${largest.toFixed(0)} MB`,
  )
  reader.close()
  await send({ ...rig, amount: 10 * linesPerPost }, service, dataDir, 20_000_001)
  const rest = logMegabytes(dataDir)
  rig.note(
    `with a reader in another process it grew to ${largest.toFixed(0)} MB, and to ${rest.toFixed(0)} MB once that was closed`,
  )
  rig.check(rest <= maxRestMegabytes, `the log keeps ${rest.toFixed(0)} MB`)
}

export const longReader: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) =>
    withService(async (service, dataDir) => {
      await slowReaders(rig, service, dataDir)
      await foreignReader(rig, service, dataDir)
    }),
  negativeControl: {
    what: 'a reader that keeps its transaction open as long as its client reads',
    amount: 80_000,
    finds: [/^the log grew to \d+ MB$/],
    run: (rig) =>
      withService(async (service, dataDir) => {
        const reader = pinReader(dataDir)
        await slowReaders(rig, service, dataDir)
        reader.close()
      }),
  },
}
