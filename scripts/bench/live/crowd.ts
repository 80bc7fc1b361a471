import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Stream } from '../../../data/sample/random.ts'
import { comparedFigure, inUnit, type Bench, type Figure } from '../measure/bench.ts'
import { observedWorld } from '../measure/observed-world.ts'
import { startService, type ServerProcess } from '../measure/server-process.ts'
import { hasBalancer, startBalancer } from './balancer.ts'
import { crowd, crowdTargets, observeListings, observerKey } from './crowd-clients.ts'
import { quantile } from '../measure/rounds.ts'

const clients = 200
const listingsPerMinute = 2000
/** Goal for the 99th percentile of answers in milliseconds. */
const goal = 100
/** Pause of a client between requests in milliseconds. */
const readingPause = 500

export const crowdBench: Bench = async ({ quick, folder, report }) => {
  const { dataDir } = await observedWorld(folder, { quick })
  const key = await observerKey(dataDir)
  const seconds = quick ? 10 : 60
  return [
    ...(await measureOne(dataDir, key, seconds, report)),
    ...(await measureTwo(dataDir, key, quick ? 5 : 30, report)),
  ]
}

interface Crowded {
  readonly times: readonly number[]
  readonly accepted: number
}

/** Runs a crowd on one port while listings arrive at another. */
async function underIntake(
  port: number,
  observer: ServerProcess,
  key: string,
  options: { readonly seconds: number; readonly pause: number; readonly draw: (stream: Stream) => string },
): Promise<Crowded> {
  const intake = observeListings(observer.observerPort ?? 0, key, listingsPerMinute)
  const times = await crowd({ port, clients, ...options })
  return { times, accepted: await intake.stop() }
}

/** Measures one instance, with clients that pause between requests and clients that do not. */
async function measureOne(
  dataDir: string,
  key: string,
  seconds: number,
  report: (text: string) => void,
): Promise<Figure[]> {
  const service = await startService(dataDir)
  try {
    const draw = await crowdTargets(service.url)
    await crowd({ port: service.port, clients, seconds: 3, pause: 0, draw })
    const figures: Figure[] = []
    for (const pause of [readingPause, 0]) {
      const before = service.cpuMilliseconds()
      const { times, accepted } = await underIntake(service.port, service, key, { seconds, pause, draw })
      const milliseconds = service.cpuMilliseconds() - before
      const each = `${(milliseconds / times.length).toFixed(2)} ms of processor time an answer`
      const busy = `service at ${Math.round(milliseconds / seconds / 10)} % of a core`
      report(`${times.length} answers in ${seconds} s, ${accepted} listings taken in, ${busy}, ${each}`)
      const how = pause > 0 ? `that ask ${pause} ms after each answer` : 'that ask again at once'
      const worst = quantile(times, 0.99)
      figures.push({
        figure: `${clients} clients ${how}, ${listingsPerMinute} listings a minute: p99 (p50 ${quantile(times, 0.5).toFixed(0)} ms, ${Math.round(times.length / seconds)}/s, ${each})`,
        measured: `${worst.toFixed(0)} ms`,
        baseline: `${goal} ms`,
        ratio: worst / goal,
        ...(pause > 0 && { budget: { atMost: 1 } }),
      })
    }
    return figures
  } finally {
    await service.stop()
  }
}

/**
 * Compares the answers per second of two instances behind nginx, each pinned to a core, with those of one pinned
 * instance.
 */
async function measureTwo(
  dataDir: string,
  key: string,
  seconds: number,
  report: (text: string) => void,
): Promise<Figure[]> {
  if (!hasBalancer() || cpus().length < 2) {
    report('two instances behind nginx are left out: that needs nginx and two cores')
    return []
  }
  const rates: number[] = []
  for (const cores of [[0], [0, 1]]) {
    const services: ServerProcess[] = []
    for (const core of cores) services.push(await startService(dataDir, { core, TRUST_PROXY: '1' }))
    const ports = services.map(({ port }) => port)
    const nginx = await startBalancer(join(dataDir, `nginx-${cores.length}`), ports)
    try {
      const [first] = services as [ServerProcess]
      const draw = await crowdTargets(first.url)
      await crowd({ port: nginx.port, clients, seconds: 3, pause: 0, draw })
      const { times } = await underIntake(nginx.port, first, key, { seconds, pause: 0, draw })
      rates.push(times.length / seconds)
      report(`${cores.length} behind nginx: ${Math.round(rates.at(-1) ?? 0)} answers/s`)
    } finally {
      await nginx.stop()
      await Promise.all(services.map((service) => service.stop()))
    }
  }
  const [one = NaN, two = NaN] = rates
  return [
    comparedFigure(
      'two instances behind nginx on two cores, which nginx and the clients share, against one instance on one core',
      { measured: two, baseline: one, ratio: two / one },
      inUnit('answers/s'),
    ),
  ]
}
