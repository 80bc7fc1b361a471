// More connections than a process may have open files: it keeps running, and answers again once they are closed.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { kill, serveProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

const patienceMilliseconds = 15_000
/** Maximum share of one core that the process may use without any request. */
const maxShareOfCore = 0.5

interface Target {
  readonly port: number
  readonly pid: number
  readonly hasEnded: () => boolean
  readonly patience?: number
}

/** Processor time of the main thread in milliseconds. */
const processorTime = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Opens connections from up to 200 loopback addresses, so that no limit per address applies. */
function openConnections(port: number, amount: number): Socket[] {
  return Array.from({ length: amount }, (_, nth) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.2.${1 + (nth % 200)}` })
    socket.on('error', () => undefined).resume()
    return socket
  })
}

/** Whether a list is answered with 200 within `patience` milliseconds. */
async function answersWithin(port: number, patience: number): Promise<boolean> {
  const began = performance.now()
  for (let nth = 0; performance.now() - began < patience; nth += 1) {
    const ask = fetchApi({ port }, `/v2/items?limit=${1 + (nth % 20)}`, { undeclared: 'allowed' })
    const isGood = await Promise.race([ask.then(({ status }) => status === 200), sleep(1000).then(() => false)]).catch(
      () => false,
    )
    if (isGood) return true
    await sleep(50)
  }
  return false
}

async function exhaust(rig: Rig, { port, pid, hasEnded, patience = patienceMilliseconds }: Target): Promise<void> {
  for (let rounds = 0; rounds * 1000 < rig.amount; rounds += 1) {
    const sockets = openConnections(port, Math.min(1000, rig.amount))
    await sleep(1000)
    const [before, began] = [processorTime(pid), performance.now()]
    await sleep(1000)
    const share = (processorTime(pid) - before) / (performance.now() - began)
    rig.check(share < maxShareOfCore, `it uses ${(100 * share).toFixed(0)} % of a core without any request`)
    for (const socket of sockets) socket.destroy()
    rig.check(await answersWithin(port, patience), 'it does not answer although the connections are closed')
    rig.check(!hasEnded(), 'it has ended')
  }
}

function limitFiles(pid: number, files: number): void {
  const args = ['--pid', String(pid), `--nofile=${files}:${files}`]
  const { status, stderr } = spawnSync('prlimit', args, { env: commandEnvironment(), encoding: 'utf8' })
  if (status !== 0) throw new Error(`prlimit ended with ${status}: ${stderr}`)
}

export const descriptorExhaustion: Pick<FaultRow, 'run' | 'negativeControl'> = {
  async run(rig) {
    const fixture = await openSampleFixture()
    const { child, port } = await serveProcess(fixture.store, '')
    const { pid = 0 } = child
    try {
      await answersWithin(port, patienceMilliseconds)
      limitFiles(pid, 256)
      await exhaust(rig, { port, pid, hasEnded: () => child.exitCode !== null || child.signalCode !== null })
    } finally {
      if (child.exitCode === null && child.signalCode === null) await kill(child)
      await fixture.close()
    }
  },
  negativeControl: {
    what: 'a server that counts closed connections as open',
    amount: 200,
    finds: [/^it does not answer although the connections are closed$/],
    async run(rig) {
      const kept: Socket[] = []
      const server = createServer((_req, res) => void res.end('{}'))
      server.on('connection', (socket) => {
        if (kept.push(socket) > 150) socket.destroy()
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      try {
        await exhaust(rig, {
          ...{ port: (server.address() as AddressInfo).port, pid: process.pid, hasEnded: () => false },
          patience: 2000,
        })
      } finally {
        server.closeAllConnections()
        server.close()
      }
    },
  },
}
