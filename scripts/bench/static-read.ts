import autocannon from 'autocannon'
import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { Stream } from '../../data/sample/random.ts'
import { api } from '../../data/api/table.ts'
import { writeAnswers } from './measure/answers.ts'
import { comparedFigure, inUnit, type Bench, type Figure } from './measure/bench.ts'
import { readRows, sampleWorld } from './measure/bundles.ts'
import { readAll } from './measure/connection.ts'
import { compare } from './measure/rounds.ts'
import { startBare, startService, type ServerProcess } from './measure/server-process.ts'

interface Load {
  readonly perSecond: number
  readonly p99: number
  /** Processor time of the server for one request. */
  readonly cpuMicroseconds: number
}

export const staticReadBench: Bench = async ({ quick, folder, report }) => {
  const { bundles } = await sampleWorld(join(folder, 'sample'), quick)
  const dataDir = join(folder, 'data')
  await importAndRender(bundles, { api, dataDir, patches: 'all' })
  const targets = staticTargets(bundles.at(-1) ?? '', bundles.length)
  const service = await startService(dataDir)
  const answers = writeAnswers(join(folder, 'answers'), targets, await readAll(service.port, targets))
  const bare = await startBare('bare-http', answers)
  const rounds = quick ? 2 : 5
  const loads: { service: Load; bare: Load }[] = []
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const seconds = round === 0 || quick ? 2 : 4
      const pair = { service: await load(service, targets, seconds), bare: await load(bare, targets, seconds) }
      if (round > 0) loads.push(pair)
      report(`round ${round} of ${rounds}: ${Math.round(pair.service.perSecond)} to ${Math.round(pair.bare.perSecond)}`)
    }
  } finally {
    await Promise.all([service.stop(), bare.stop()])
  }
  return figuresOf(loads, targets.length)
}

/** Returns about 200 targets with rendered files: rows and pages, at the current and other patches. */
function staticTargets(bundle: string, patches: number): string[] {
  const stream = new Stream('static targets')
  const targets = new Set<string>()
  for (const name of ['items', 'monsters', 'loot_tables', 'quests']) {
    const rows = readRows(bundle, `${name}.ndjson`)
    const path = `/v2/${name.replace('_', '-')}`
    for (let at = 0; at < 40; at += 1) targets.add(`${path}/${String(stream.pick(rows).id)}`)
    if (name === 'items' || name === 'monsters')
      for (let at = 0; at < 25; at += 1)
        targets.add(`${path}?page=${stream.int(1, Math.ceil(rows.length / 25))}&patch=${stream.int(1, patches)}`)
  }
  return [...targets]
}

async function load(server: ServerProcess, targets: readonly string[], seconds: number): Promise<Load> {
  const before = server.cpuMilliseconds()
  const requests = targets.map((path) => ({ path }))
  const result = await autocannon({ url: server.url, connections: 50, duration: seconds, requests })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${server.url}: ${result.non2xx} answers other than 200, ${result.errors} errors`)
  const { total } = result.requests
  return {
    perSecond: total / result.duration,
    p99: result.latency.p99,
    cpuMicroseconds: ((server.cpuMilliseconds() - before) * 1000) / total,
  }
}

function figuresOf(loads: readonly { service: Load; bare: Load }[], count: number): Figure[] {
  const pairs = (of: (load: Load) => number) => compare(loads.map(({ service, bare }) => [of(service), of(bare)]))
  const speed = pairs(({ perSecond }) => perSecond)
  const cpu = pairs(({ cpuMicroseconds }) => cpuMicroseconds)
  return [
    comparedFigure(`${count} rendered targets, 50 connections`, speed, inUnit('req/s'), { atLeast: 0.8 }),
    comparedFigure(
      'p99',
      pairs(({ p99 }) => p99),
      inUnit('ms'),
    ),
    comparedFigure('CPU of the server', cpu, inUnit('us/req')),
  ]
}
