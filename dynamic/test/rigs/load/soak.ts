// Requests, streams, observations and imports at once, for a long time: neither memory nor open descriptors grow.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeTestBundle } from '../../../../build/test/test-bundle.ts'
import { api } from '../../../../data/api/table.ts'
import { memorySlope, type MemorySample } from '../../../../scripts/bench/measure/memory-slope.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { liveWorld, ndjson, observeWorld, post } from '../../fixtures/live-world.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { kill, observerKey, serveProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { sampleRequests, validTarget } from '../requests/generated-requests.ts'
import { collectibleEnvironment, retainedMegabytes } from '../process-figures.ts'
import { bundleRows } from '../storage/data-folder.ts'

const minute = 60_000
const megabyte = 1024 * 1024
const clients = 4
const targetCount = 5000
const streams = 5
/** Interval of samples. Each collects all garbage, which blocks the main thread for 0.1 s. */
const sampleMilliseconds = 10_000
/** Share of the time in which caches fill; its samples are ignored. */
const warmUpShare = 0.25
const maxMegabytesPerHour = 1
/** Maximum growth of runs of less than an hour, whose slope is noise. */
const maxShortGrowth = 1.1
const spareDescriptors = 16

interface Soaked {
  readonly port: number
  readonly pid: number
  readonly targets: readonly string[]
  /** Memory after a collection of garbage. Between two collections it grows by more than a leak does in an hour. */
  readonly retainedMegabytes: () => Promise<number>
  readonly observe: () => Promise<number>
  /** Imports the nth patch, from 1; resolves to whether this succeeded. */
  readonly import: (nth: number) => Promise<boolean>
}

interface Sample extends MemorySample {
  readonly descriptors: number
}

const sampleOf = async ({ pid, retainedMegabytes }: Soaked, began: number): Promise<Sample> => ({
  megabytes: await retainedMegabytes(),
  hours: (performance.now() - began) / 3_600_000,
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
})

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

async function soak(rig: Rig, soaked: Soaked): Promise<void> {
  const { port, targets } = soaked
  const began = performance.now()
  const ends = began + rig.amount * minute
  const samples: Sample[] = []
  const errors: string[] = []
  let [answers, lines, imports] = [0, 0, 0]
  const repeat = async (work: (nth: number) => Promise<void>, pause: number) => {
    for (let nth = 0; performance.now() < ends; nth += 1) {
      await work(nth).catch((error: unknown) => errors.push(String(error)))
      if (pause > 0) await sleep(Math.min(pause, Math.max(0, ends - performance.now())))
    }
  }
  const ask = async (nth: number) => {
    const target = targets[(nth * 7919) % targets.length] ?? '/'
    const { status } = await fetchApi({ port }, target, { undeclared: 'allowed' })
    answers += 1
    if (status >= 500) errors.push(`${target}: ${status}`)
  }
  await Promise.all([
    ...Array.from({ length: clients }, (_, client) => repeat((nth) => ask(nth * clients + client), 0)),
    ...Array.from({ length: streams }, () =>
      repeat(() => fetchApi({ port }, '/v2/events').then(() => undefined), 1000),
    ),
    repeat(async () => {
      const status = await soaked.observe()
      lines += 1
      if (status !== 200) errors.push(`observations: ${status}`)
    }, 1000),
    repeat(async (nth) => {
      if (await soaked.import(nth + 1)) imports += 1
      else errors.push(`import ${nth + 1} failed`)
    }, minute),
    repeat(async () => void samples.push(await sampleOf(soaked, began)), sampleMilliseconds),
  ])
  judge(rig, samples.slice(Math.floor(samples.length * warmUpShare)))
  rig.note(`${answers} answers, ${lines} posts of observers, ${imports} imports, ${errors.length} errors`)
  rig.check(errors.length === 0, () => [...new Set(errors)].slice(0, 5).join('; '))
  rig.check(imports > 0, 'nothing was imported')
}

function judge(rig: Rig, samples: readonly Sample[]): void {
  const part = Math.max(1, Math.floor(samples.length / 4))
  const [first, last] = [samples.slice(0, part), samples.slice(-part)]
  const memory = [first, last].map((some) => mean(some.map((one) => one.megabytes))) as [number, number]
  const open = [first, last].map((some) => Math.max(...some.map((one) => one.descriptors))) as [number, number]
  const slope = memorySlope(samples)
  rig.note(
    `${memory[0].toFixed(0)} MB are used after the warm-up, ${memory[1].toFixed(0)} MB at the end (${slope.toFixed(1)} MB/h), descriptors ${open.join(', then ')}`,
  )
  const isLong = rig.amount >= 60
  const isFlat = isLong ? slope <= maxMegabytesPerHour : memory[1] <= memory[0] * maxShortGrowth
  rig.check(isFlat, `memory grows from ${memory[0].toFixed(0)} to ${memory[1].toFixed(0)} MB, ${slope.toFixed(1)} MB/h`)
  rig.check(open[1] <= open[0] + spareDescriptors, `descriptors grow from ${open[0]} to ${open[1]}`)
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const settings = async () => ({
    ...(await fixture.store.settings()),
    // So small that the caches are full before the warm-up ends.
    MEMORY_MB: '16',
  })
  const serving = async () => ({ ...(await settings()), ...collectibleEnvironment })
  const service = await serveProcess({ settings: serving }, await observerKey(fixture.store))
  const env = commandEnvironment(await settings())
  let players = 100
  try {
    await observeWorld(service)
    await soak(rig, {
      ...{ port: service.port, pid: service.child.pid ?? 0 },
      retainedMegabytes: () => retainedMegabytes(service),
      targets: [...sampleRequests(validTarget(api, fixture.catalog()), targetCount, rig.seed)],
      async observe() {
        const line = { ...liveWorld.population[0], timestamp: new Date().toISOString(), num_online: (players += 1) }
        return (await post(service, '/observations/population', ndjson([line]))).status
      },
      async import(nth) {
        const bundle = writeTestBundle(join(rig.folder, `patch-${nth}`), `90.${nth}.0`, { items: bundleRows('rare') })
        const child = spawn(process.execPath, ['scripts/import.ts', '--accept-anomalies', bundle], {
          ...{ cwd: join(import.meta.dirname, '../../../..'), env, stdio: 'ignore' },
        })
        const [code] = (await once(child, 'exit')) as [number | null]
        return code === 0
      },
    })
    rig.check(service.child.exitCode === null, 'the service has ended')
  } finally {
    await kill(service.child)
    await fixture.close()
  }
}

/** Runs the soak against a server that keeps every request in memory. */
async function runNegativeControl(rig: Rig): Promise<void> {
  const kept: unknown[] = []
  const remember: RequestListener = (req, res) => {
    kept.push([req, Buffer.alloc(100_000, 'x')])
    res.end('{}')
  }
  const server = createServer(remember).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await soak(rig, {
      ...{ port: (server.address() as AddressInfo).port, pid: process.pid, targets: ['/'] },
      retainedMegabytes: () => Promise.resolve(process.memoryUsage.rss() / megabyte),
      observe: () => Promise.resolve(200),
      import: () => Promise.resolve(true),
    })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

export const soaking: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a server that keeps every request',
    amount: 0.2,
    finds: [/^memory grows from /],
    run: runNegativeControl,
  },
}
