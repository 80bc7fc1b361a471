import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { functionsFolder, publicFolder, publishTree } from '../../build/publish-tree/publish-tree.ts'
import type { Bench, Figure } from './measure/bench.ts'
import type { PolledRequest } from './cdn/cdn-pollers.ts'
import { billOf, netlifyPrices } from './cdn/cdn-prices.ts'
import { traceOf } from './cdn/cdn-trace.ts'
import { openCdnWorld } from './cdn/cdn-world.ts'
import { startService } from './measure/server-process.ts'
import { SimulatedEdge, type Tally } from './cdn/simulated-edge.ts'

const kinds: readonly (readonly [kind: PolledRequest['kind'], figure: string, least?: number])[] = [
  ['catalog', 'unfiltered catalog requests that never reach Express', 0.99],
  ['filtered', 'filtered requests that never reach Express', 0.5],
  ['live', 'live polls that never reach Express', 0.9],
  ['language', 'other languages and histories that never reach Express'],
]
const deploysPerMonth = 8
const routedTargets = 4000
const project = join(import.meta.dirname, '../..')

export const cdnBench: Bench = async ({ quick, folder, report }) => {
  const { dataDir, askable } = await openCdnWorld(folder, quick, quick ? 2 : 24)
  report('the world and what its observer saw are there')
  const { folder: release } = await publishTree({ dataDir, to: join(dataDir, 'publish') })
  const trace = quick ? traceOf(askable, 20_000, 0.1) : traceOf(askable, 200_000)
  const service = await startService(dataDir)
  const edge = new SimulatedEdge(join(release, publicFolder), service.url)
  const cpuBefore = service.cpuMilliseconds()
  try {
    for (const [at, request] of trace.entries()) {
      await edge.request(request)
      if ((at + 1) % 20_000 === 0) report(`${at + 1} of ${trace.length} requests`)
    }
    const cpu = service.cpuMilliseconds() - cpuBefore
    return [
      ...kinds.map(([kind, figure, min]) =>
        // With a tenth of the visitors, fewer requests hit the cache.
        sharesOf(figure, edge.tallies[kind], quick ? undefined : min),
      ),
      ...totalsOf(edge.tallies, cpu),
      routerOf(release, trace, folder),
    ]
  } finally {
    await service.stop()
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function sharesOf(figure: string, { requests, origin, statuses }: Tally, min?: number): Figure {
  const share = 1 - origin / requests
  const formatted = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`)
  return {
    figure,
    measured: percent(share),
    baseline: formatted.join(', '),
    ratio: share,
    budget: min === undefined ? undefined : { atLeast: min },
  }
}

function totalsOf(tallies: Readonly<Record<PolledRequest['kind'], Tally>>, cpu: number): Figure[] {
  const all = Object.values(tallies)
  const sum = (of: (tally: Tally) => number) => all.reduce((total, tally) => total + of(tally), 0)
  const [requests, origin, bytes] = [sum((one) => one.requests), sum((one) => one.origin), sum((one) => one.bytes)]
  const bills = [1e6, 1e8].map((monthly): Figure => {
    const { credits, plan, dollars } = billOf({
      requests: monthly,
      bytes: (bytes / requests) * monthly,
      deploys: deploysPerMonth,
    })
    return {
      figure: `a month of ${monthly / 1e6} million requests, ${deploysPerMonth} deploys, prices of ${netlifyPrices.readOn}`,
      measured: `$${dollars}`,
      baseline: `${plan}, ${Math.round(credits)} credits`,
      ratio: dollars,
    }
  })
  return [
    {
      figure: 'requests a second at Express, of 1,000 a second at the edge',
      measured: ((origin / requests) * 1000).toFixed(0),
      baseline: '1000',
      ratio: origin / requests,
    },
    {
      figure: 'processor time of Express for a request that reaches it',
      measured: `${(cpu / origin).toFixed(2)} ms`,
      baseline: `${origin} requests`,
      ratio: cpu / origin,
    },
    {
      figure: 'bytes over the wire for a request, packed with gzip',
      measured: `${Math.round(bytes / requests)} B`,
      baseline: `${(bytes / 1e6).toFixed(0)} MB`,
      ratio: bytes / requests / 1000,
    },
    ...bills,
  ]
}

/** Measures the bundle in Deno on targets of the trace, with files and origin in memory. */
function routerOf(release: string, trace: readonly PolledRequest[], folder: string): Figure {
  const every = Math.max(1, Math.floor(trace.length / routedTargets))
  const targets = trace.filter((_, at) => at % every === 0).map(({ target }) => target)
  const reported = join(folder, 'cpu.json')
  const places = { root: join(release, publicFolder), bundle: join(release, functionsFolder, 'edge.js') }
  writeFileSync(reported, JSON.stringify({ ...places, targets }))
  const flags = ['--no-config', '--no-lock', '--no-remote', '--allow-read', '--allow-env']
  const script = join(project, 'dynamic/test/edge/edge-cpu.mjs')
  const { stdout } = spawnSync(join(project, 'node_modules/.bin/deno'), ['run', ...flags, script, reported], {
    encoding: 'utf8',
  })
  const { count, cold, warm } = JSON.parse(stdout) as Record<'cold' | 'warm', { p50: number; p99: number }> & {
    count: number
  }
  return {
    figure: `p99 of the router in Deno over ${count} requests of the trace`,
    measured: `${warm.p99.toFixed(2)} ms (first ${cold.p99.toFixed(2)} ms)`,
    baseline: '5 ms',
    ratio: Math.max(warm.p99, cold.p99) / 5,
    budget: { atMost: 1 },
  }
}
