// Measures the memory of the service by phase and by part, compared with goals and an empty server.
import autocannon from 'autocannon'
import { join } from 'node:path'
import { shuffled } from '../../data/sample/random.ts'
import { buildSite } from '../site/build-site.ts'
import { writeAnswers } from './measure/answers.ts'
import { comparedFigure, goalFigure, inUnit, type Bench, type Figure } from './measure/bench.ts'
import { everyKindTargets } from './measure/every-kind.ts'
import { memorySlope, type MemorySample } from './measure/memory-slope.ts'
import { mixedTargets } from './measure/mixed-targets.ts'
import { observedWorld } from './measure/observed-world.ts'
import { startBare, startService, type ServerProcess } from './measure/server-process.ts'

const megabyte = 1024 * 1024
/** Number of distinct targets, each requested about equally often. */
const distinctTargets = 40_000
/** Share of these that cover every endpoint and page; the others are the most frequent requests. */
const everyKindShare = 0.4
/** Maximum megabytes when ready and after load, and maximum growth per hour from then on. */
const goals = { ready: 200, loaded: 350, growth: 1 }
// With ten times the items and 50 patches, the goals are multiplied by this factor.
const isLarge = process.env.LARGE === '1'
const timesLarge = 1.5
/** Duration of the load whose growth is measured; `MINUTES=60` is the long form. */
const flatMinutes = Number(process.env.MINUTES ?? 10)
const requestsPerSample = 2000

export const memoryBench: Bench = async (options) => {
  const { quick, folder, report } = options
  await buildSite()
  const { bundle, patches, dataDir } = await observedWorld(folder, { quick, large: isLarge })
  const empty = await startBare('bare-http', writeAnswers(join(folder, 'answers'), ['/'], [Buffer.alloc(0)]))
  const service = await startService(dataDir)
  const figures: Figure[] = []
  const note = async (phase: string, goal?: number) => {
    figures.push(...(await figuresOf(phase, service, empty, goal)))
    report(`${phase}: ${Math.round(service.residentBytes() / megabyte)} MB`)
  }
  try {
    await note('ready', goals.ready)
    const load = async (requests: number, key: string) => {
      const distinct = Math.min(requests, distinctTargets)
      const every = await everyKindTargets(service.url, distinct * everyKindShare, key)
      const mixed = mixedTargets(bundle, patches, distinct * (1 - everyKindShare), key)
      await ask(service, shuffled([...every, ...mixed], key, String), requests)
    }
    const total = quick ? 20_000 : 200_000
    await load(total / 10, 'first')
    await note(`${total / 10} mixed requests`)
    await load(total, 'second')
    await note(`${total} more`, goals.loaded)
    const samples: MemorySample[] = []
    for (const began = Date.now(); Date.now() - began < flatMinutes * 60_000;) {
      await load(requestsPerSample, `flat ${samples.length}`)
      samples.push({ hours: (Date.now() - began) / 3_600_000, megabytes: service.residentBytes() / megabyte })
    }
    await note(`${flatMinutes} minutes more`, goals.loaded)
    figures.push(growthOf(samples))
  } finally {
    await Promise.all([service.stop(), empty.stop()])
  }
  return figures
}

function growthOf(samples: readonly MemorySample[]): Figure {
  const figure = `growth of RSS in ${flatMinutes} minutes, ${samples.length} samples`
  return goalFigure(figure, memorySlope(samples), goals.growth, inUnit('MB/h', 1))
}

const encodings = ['br', 'gzip', 'zstd', 'identity']

async function ask(server: ServerProcess, targets: readonly string[], amount: number): Promise<void> {
  const requests = targets.map((path, at) => ({
    path,
    headers: { 'accept-encoding': encodings[at % encodings.length] },
  }))
  const {
    errors,
    timeouts,
    '5xx': failed,
  } = await autocannon({ url: server.url, connections: 16, amount, requests, timeout: 60 })
  if (errors + timeouts + failed > 0)
    throw new Error(`${server.url}: ${errors} errors, ${timeouts} timeouts, ${failed} answers of 5xx`)
}

async function figuresOf(
  phase: string,
  service: ServerProcess,
  empty: ServerProcess,
  goal?: number,
): Promise<Figure[]> {
  const gauges = await service.metrics()
  const part = (name: string) => gauges.get(name) ?? 0
  const parts: [string, number][] = [
    ['heap of the main thread', part('nodejs_heap_size_total_bytes')],
    ['external', part('nodejs_external_memory_bytes')],
    ['array buffers', part('nodejs_array_buffers_bytes')],
    ...[...gauges]
      .filter(([name]) => name.startsWith('cache_bytes'))
      .map(([name, bytes]): [string, number] => [name, bytes]),
  ]
  const resident = service.residentBytes()
  const bare = empty.residentBytes()
  const most = goal && (isLarge ? timesLarge * goal : goal)
  const inMegabytes = inUnit('MB', 1)
  const to = (what: string, bytes: number, baseline: number) =>
    comparedFigure(
      `${phase}: ${what}`,
      { measured: bytes / megabyte, baseline: baseline / megabyte, ratio: bytes / baseline },
      inMegabytes,
    )
  return [
    to('RSS, to an empty server', resident, bare),
    ...(most === undefined ? [] : [goalFigure(`${phase}: RSS, to its goal`, resident / megabyte, most, inMegabytes)]),
    ...parts.map(([name, bytes]) => to(name, bytes, resident)),
  ]
}
