import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { writeAnswers } from './measure/answers.ts'
import type { Bench, Budget, Figure } from './measure/bench.ts'
import { readRows, sampleWorld, writeItems } from './measure/bundles.ts'
import { readAll } from './measure/connection.ts'
import { itemQueries } from './measure/queries.ts'
import { compare, timed } from './measure/rounds.ts'
import { startBare, startService, type ServerProcess } from './measure/server-process.ts'

const passes = ['cold', 'warm', 'fresh'] as const
type Pass = (typeof passes)[number]
type Pair = readonly [service: number, bare: number]

const figures: Readonly<Record<Pass, { figure: string; budget?: Budget }>> = {
  cold: { figure: 'service just started, each query once', budget: { atLeast: 0.4 } },
  warm: { figure: 'the same queries again', budget: { atLeast: 1 } },
  fresh: { figure: 'other queries after that' },
}

export const filteredRead: Bench = async ({ quick, folder, report }) => {
  const { dataDir, queries } = await prepare(folder, quick)
  const first = queries.slice(0, queries.length / 2)
  const targets = { cold: first, warm: first, fresh: queries.slice(first.length) }
  const answers = await answersOf(dataDir, queries, join(folder, 'answers'))
  const bare = await startBare('bare-express', answers)
  const pairs: Record<Pass, Pair[]> = { cold: [], warm: [], fresh: [] }
  const rounds = quick ? 2 : 5
  try {
    await perSecond(bare, queries)
    for (let round = 1; round <= rounds; round += 1) {
      const service = await startService(dataDir)
      for (const pass of passes)
        pairs[pass].push([await perSecond(service, targets[pass]), await perSecond(bare, targets[pass])])
      await service.stop()
      report(`round ${round} of ${rounds}`)
    }
  } finally {
    await bare.stop()
  }
  return passes.map((pass) => figureOf(pass, pairs[pass]))
}

async function prepare(folder: string, quick: boolean): Promise<{ dataDir: string; queries: string[] }> {
  const { whole } = await sampleWorld(join(folder, 'sample'), quick)
  const bundle = writeItems(join(folder, 'items'), whole, quick ? 4000 : 20_000)
  const dataDir = join(folder, 'data')
  await importAndRender([bundle], { api, dataDir, patches: 'none' })
  return { dataDir, queries: itemQueries(readRows(bundle, 'items.ndjson'), quick ? 1000 : 4000, 'filtered') }
}

async function answersOf(dataDir: string, queries: readonly string[], file: string): Promise<string> {
  const service = await startService(dataDir)
  try {
    return writeAnswers(file, queries, await readAll(service.port, queries))
  } finally {
    await service.stop()
  }
}

async function perSecond({ port }: ServerProcess, targets: readonly string[]): Promise<number> {
  return (targets.length * 1000) / (await timed(() => readAll(port, targets)))
}

function figureOf(pass: Pass, pairs: readonly Pair[]): Figure {
  const { measured, baseline, ratio } = compare(pairs)
  const format = (value: number) => `${Math.round(value)} req/s`
  return { ...figures[pass], measured: format(measured), baseline: format(baseline), ratio }
}
