// Ten times as many requests for lists as the service can answer: its goodput stays near its peak.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { publishTree } from '../../../../build/publish-tree/publish-tree.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { copyLargeWorld } from '../../../../scripts/test/large-world.ts'
import { TestStore } from '../../../../data/store/test/test-store.ts'
import { startNginxOn } from '../../edge/nginx-service.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { kill, waitForOutput, serveProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { mainThreadMilliseconds } from '../process-figures.ts'

const overloadFactor = 10
/** Answers that take longer do not count as good, because their clients have given up. */
const patienceMilliseconds = 2000
const minShare = 0.9
const recoveryMilliseconds = 5000
const maxSlowdown = 1.05
/** Number of connections, below the limit for one address. */
const overloadConnections = 500

interface Serving {
  readonly port: number
  readonly pid: number
  /** Requests rendered files from nginx; returns the processor time of one in milliseconds. */
  readonly costOfFile?: (() => Promise<number>) | undefined
}

/**
 * Sends requests for `seconds`, as fast as possible or at `rate` per second. Returns the number of good answers per
 * second of processor time of the main thread (`goodput`), and of good, refused and late answers per elapsed second.
 */
async function load({ port, pid }: Serving, seconds: number, connections: number, rate?: number) {
  let [good, refused, other, nth] = [0, 0, 0, Math.floor(performance.now())]
  const before = mainThreadMilliseconds(pid)
  const began = performance.now()
  const options: autocannon.Options = {
    ...{ url: `http://127.0.0.1:${port}`, connections, duration: seconds, timeout: 20 },
    ...(rate !== undefined && { overallRate: rate }),
    requests: [
      {
        headers: { 'accept-encoding': 'gzip' },
        setupRequest: (request) => ({ ...request, path: `/v2/items?limit=250&max_vendor_price=${(nth += 1)}` }),
      },
    ],
  }
  await new Promise((resolve) => {
    const sent = autocannon(options, resolve)
    sent.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 503) refused += 1
      else if (status === 200 && milliseconds <= patienceMilliseconds) good += 1
      else other += 1
    })
  })
  const worked = (mainThreadMilliseconds(pid) - before) / 1000
  const elapsed = (performance.now() - began) / 1000
  return { goodput: good / worked, perSecond: good / elapsed, refused: refused / elapsed, late: other / elapsed }
}

async function overload(rig: Rig, serving: Serving): Promise<void> {
  const seconds = Math.max(5, Math.ceil(rig.amount / 6))
  await load(serving, 3, 8)
  const before = await serving.costOfFile?.()
  const peak = await load(serving, seconds, 8)
  const loading = load(serving, rig.amount, overloadConnections, Math.ceil(overloadFactor * peak.perSecond))
  await sleep(1000)
  const [during, isAlive] = await Promise.all([serving.costOfFile?.(), isHealthy(serving, patienceMilliseconds)])
  const over = await loading
  const ended = performance.now()
  const isWell = await isHealthy(serving, recoveryMilliseconds)
  const recovery = performance.now() - ended
  const share = over.goodput / peak.goodput
  const figures = (of: typeof peak) =>
    `${of.perSecond.toFixed(0)} answers/s (${of.goodput.toFixed(0)} per second of processor time), ${of.refused.toFixed(0)} refused, ${of.late.toFixed(0)} late`
  rig.note(`at its capacity ${figures(peak)}; at ${overloadFactor} times that ${figures(over)}`)
  rig.note(`goodput ${(100 * share).toFixed(0)} %, recovered after ${recovery.toFixed(0)} ms`)
  rig.check(share >= minShare, `goodput falls to ${(100 * share).toFixed(0)} %`)
  rig.check(isAlive, 'it does not answer /health/live')
  rig.check(isWell, `it has not recovered after ${recoveryMilliseconds} ms`)
  if (before === undefined || during === undefined) return
  rig.note(`a rendered file behind nginx costs ${before.toFixed(4)} ms, ${during.toFixed(4)} ms meanwhile`)
  rig.check(
    during <= before * maxSlowdown,
    `rendered files cost ${(during / before).toFixed(2)} times as much as before`,
  )
}

async function isHealthy({ port }: Serving, patience: number): Promise<boolean> {
  const asked = fetchApi({ port }, '/health/live', { undeclared: 'allowed' }).then(({ status }) => status === 200)
  return Promise.race([asked.catch(() => false), sleep(patience).then(() => false)])
}

const filesAsked = 1000
const autocannonProgram = join(import.meta.dirname, '../../../../node_modules/autocannon/autocannon.js')

const lastCore = availableParallelism() - 1
/** The core for nginx and its clients, which stands for a separate machine that serves rendered files. */
const fileCore = String(lastCore)
const allCores = `0-${lastCore}`
const otherCores = `0-${Math.max(0, lastCore - 1)}`

const pin = (pid: number, cores: string) =>
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { env: commandEnvironment() })

/**
 * Returns the processor time that the nginx process `pid` takes for a rendered file, in milliseconds: the median of
 * five rounds.
 */
async function costOfFile(pid: number, url: string): Promise<number> {
  const client = ['--cpu-list', fileCore, process.execPath, autocannonProgram, '-c', '4', '-a', `${filesAsked}`]
  const costs: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const before = mainThreadMilliseconds(pid)
    await promisify(execFile)('taskset', [...client, url], { env: commandEnvironment() })
    costs.push((mainThreadMilliseconds(pid) - before) / filesAsked)
  }
  return costs.sort((one, other) => one - other)[2] ?? 0
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const { dataDir } = fixture
  const { folder } = await publishTree({ dataDir, to: join(dataDir, 'publish'), compressed: true })
  // A world of 20,000 items, because on a small world an answer costs hardly more than a refusal.
  const store = new TestStore()
  await copyLargeWorld(store.dataDir)
  const { child, port } = await serveProcess(store, '')
  const nginx = await startNginxOn(fixture, folder, [port])
  const pid = Number(readFileSync(join(dataDir, 'nginx/pid'), 'utf8'))
  const service = child.pid ?? 0
  if (lastCore === 0) rig.note('there is only one core: nginx shares it with the clients that overload the service')
  for (const busy of [service, process.pid]) pin(busy, otherCores)
  pin(pid, fileCore)
  try {
    await overload(rig, {
      ...{ port, pid: service },
      costOfFile: () => costOfFile(pid, `http://127.0.0.1:${nginx.port}/v2/items`),
    })
    rig.check(child.exitCode === null, 'the service has ended')
  } finally {
    pin(process.pid, allCores)
    await nginx.stop()
    await kill(child)
    await store.remove()
    await fixture.close()
  }
}

/** Source of a server that queues every request and answers in order of arrival, after the clients have given up. */
const queueing = `
  const waiting = []
  const work = () => { const until = performance.now() + 4; while (performance.now() < until); waiting.shift()?.end('{}'); if (waiting.length) setImmediate(work) }
  const server = require('node:http').createServer((req, res) => {
    if (req.url.startsWith('/health')) return res.end('{}')
    if (waiting.push(res) === 1) setImmediate(work)
  }).listen(0, '127.0.0.1', () => console.log('port ' + server.address().port))`

async function runNegativeControl(rig: Rig): Promise<void> {
  const child = spawn(process.execPath, ['-e', queueing], { env: commandEnvironment() })
  try {
    const [, port] = await waitForOutput(child, 'stdout', /port (\d+)/)
    await overload(rig, { port: Number(port), pid: child.pid ?? 0 })
  } finally {
    await kill(child)
  }
}

export const overloading: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a server that queues every request',
    amount: 6,
    finds: [/^goodput falls to \d+ %$/],
    run: runNegativeControl,
  },
}
