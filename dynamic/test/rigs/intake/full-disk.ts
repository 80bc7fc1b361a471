// Observations while the disk is full or its flushes fail: lines that cannot be stored are refused, reads go on, and no
// acknowledged line is lost.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { ndjson, post } from '../../fixtures/live-world.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { killLine } from '../../live/kill-lines.ts'
import { kill, observerKey, serveProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { SmallDisk } from '../storage/full-disk.ts'
import { lostRows } from '../../../../data/store/test/lost-rows.ts'

const linesPerPost = 20
const postsPerFault = 10
const patienceMilliseconds = 30_000

/** The service under test, or the negative control. */
interface Receiver {
  readonly pid: number | undefined
  /** Sends lines with consecutive ids; resolves to the status. */
  readonly store: (firstId: number) => Promise<number>
  /** Whether reads are answered. */
  readonly reads: () => Promise<boolean>
  /** Describes acknowledged lines that are not stored. */
  readonly lost: (acknowledged: number) => string[]
}

class Intake {
  readonly #receiver: Receiver
  acknowledged = 0
  refused = 0

  constructor(receiver: Receiver) {
    this.#receiver = receiver
  }

  /** Sends the next lines once; refused lines are sent again by the next call. */
  async send(): Promise<number> {
    const status = await this.#receiver.store(this.acknowledged + 1)
    if (status === 200) this.acknowledged += linesPerPost
    else this.refused += 1
    return status
  }

  /** Sends lines until they are accepted; resolves to false if they are still refused after 30 s. */
  async recovers(): Promise<boolean> {
    const began = performance.now()
    while (performance.now() - began < patienceMilliseconds) {
      if ((await this.send()) === 200) return true
      await sleep(50)
    }
    return false
  }
}

/** Fills the disk except for a few kilobytes; returns the path of the file to delete. */
function fillUp(rig: Rig, disk: SmallDisk): string {
  const path = join(disk.folder, 'filler')
  writeFileSync(path, '')
  const block = Buffer.alloc(4096 * rig.random.int(1, 4))
  try {
    while (existsSync(path)) appendFileSync(path, block)
    return path
  } catch {
    return path
  }
}

/** Makes every flush of the process fail until the returned function is called. */
async function failStorage(pid: number, fault: string): Promise<() => Promise<void>> {
  const calls = 'fdatasync,fsync'
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${fault}`]
  const strace = spawn('strace', ['-f', '-p', String(pid), '-o', '/dev/null', ...inject], {
    ...{ env: commandEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] },
  })
  await once(strace.stderr, 'data')
  return async () => {
    strace.kill('SIGINT')
    await once(strace, 'exit')
  }
}

async function whileRefusing(receiver: Receiver, intake: Intake, posts: number): Promise<string[]> {
  const wrong: string[] = []
  for (let nth = 0; nth < posts; nth += 1) {
    const status = await intake.send()
    if (![200, 429, 503].includes(status)) wrong.push(`lines were answered with ${status}`)
    if (nth % 5 === 0 && !(await receiver.reads())) wrong.push('a read was not answered')
  }
  return wrong
}

async function injectAll(rig: Rig, receiver: Receiver, disk: SmallDisk): Promise<void> {
  const intake = new Intake(receiver)
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const isFull = nth % 2 === 0 || receiver.pid === undefined
    const filler = isFull ? fillUp(rig, disk) : undefined
    const mend = isFull ? undefined : await failStorage(receiver.pid, 'EIO')
    const refusedBefore = intake.refused
    const wrong = await whileRefusing(receiver, intake, postsPerFault)
    if (intake.refused === refusedBefore) wrong.push('nothing was refused')
    if (filler !== undefined) rmSync(filler)
    await mend?.()
    if (!(await intake.recovers())) wrong.push('lines are not accepted again')
    wrong.push(...receiver.lost(intake.acknowledged))
    const what = isFull ? 'a full disk' : 'flushes that fail'
    rig.check(wrong.length === 0, () => `${what}: ${[...new Set(wrong)].slice(0, 3).join('; ')}`)
  }
  rig.note(`${intake.acknowledged} lines acknowledged, ${intake.refused} posts refused`)
}

const linesFrom = (id: number) =>
  ndjson(Array.from({ length: linesPerPost }, (_, nth) => ({ ...killLine('trades', id + nth), note: 'x'.repeat(400) })))

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const disk = new SmallDisk(join(rig.folder, 'disk'))
  try {
    const dataDir = join(disk.folder, 'data')
    cpSync(fixture.dataDir, dataDir, { recursive: true })
    const key = await observerKey({ location: () => Promise.resolve({ dataDir }) })
    const service = await serveProcess({ settings: () => Promise.resolve({ DATA_DIR: dataDir }) }, key)
    const isAnswered = async (target: string) =>
      (await fetchApi(service, target, { undeclared: 'allowed' })).status === 200
    try {
      await injectAll(
        rig,
        {
          pid: service.child.pid,
          store: async (id) =>
            (await post(service, '/observations/trades', linesFrom(id)).catch(() => ({ status: 0 }))).status,
          reads: async () => (await isAnswered('/v2/items?limit=5')) && (await isAnswered('/v2/trades?limit=5')),
          lost: (acknowledged) => lostRows(dataDir, acknowledged, ['trades']),
        },
        disk,
      )
      rig.check(service.child.exitCode === null, 'the service has ended')
    } finally {
      await kill(service.child)
    }
  } finally {
    disk.remove()
    await fixture.close()
  }
}

/** Runs against a server that acknowledges lines even if they could not be written. */
async function runNegativeControl(rig: Rig): Promise<void> {
  const disk = new SmallDisk(join(rig.folder, 'disk'))
  const path = join(disk.folder, 'lines')
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.once('end', () => {
      try {
        appendFileSync(path, Buffer.concat(chunks))
      } catch {
        // It is acknowledged all the same.
      }
      res.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stored = () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0)
  try {
    await injectAll(
      rig,
      {
        pid: undefined,
        store: async (id) => (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: linesFrom(id) })).status,
        reads: () => Promise.resolve(true),
        lost: (acknowledged) => (stored() === acknowledged ? [] : [`${acknowledged - stored()} lines are lost`]),
      },
      disk,
    )
  } finally {
    server.close()
    server.closeAllConnections()
    disk.remove()
  }
}

export const intakeOnFullDisk: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'an intake that acknowledges lines that it could not store',
    amount: 1,
    finds: [/ lines are lost/],
    run: runNegativeControl,
  },
}
