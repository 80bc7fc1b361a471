import { join } from 'node:path'
import { writeAnswers } from './measure/answers.ts'
import { comparedFigure, inUnit, type Bench, type Budget, type Figure } from './measure/bench.ts'
import { manyItems } from './measure/bundles.ts'
import { readAll, requestsPerSecond } from './measure/connection.ts'
import { itemQueries } from './measure/queries.ts'
import { compare } from './measure/rounds.ts'
import { startBare, startService } from './measure/server-process.ts'

const passes = ['cold', 'warm', 'fresh'] as const
type Pass = (typeof passes)[number]
type Pair = readonly [service: number, bare: number]

const figures: Readonly<Record<Pass, { figure: string; budget?: Budget }>> = {
  cold: { figure: 'service just started, each query once', budget: { atLeast: 0.4 } },
  warm: { figure: 'the same queries again', budget: { atLeast: 1 } },
  fresh: { figure: 'other queries after that' },
}

export const filteredReadBench: Bench = async ({ quick, folder, report }) => {
  const { dataDir, items } = await manyItems(folder, quick)
  const queries = itemQueries(items, quick ? 1000 : 4000, 'filtered')
  const first = queries.slice(0, queries.length / 2)
  const targets = { cold: first, warm: first, fresh: queries.slice(first.length) }
  const answers = await answersOf(dataDir, queries, join(folder, 'answers'))
  const bare = await startBare('bare-express', answers)
  const pairs: Record<Pass, Pair[]> = { cold: [], warm: [], fresh: [] }
  const rounds = quick ? 2 : 5
  try {
    await requestsPerSecond(bare.port, queries)
    for (let round = 1; round <= rounds; round += 1) {
      const service = await startService(dataDir)
      for (const pass of passes)
        pairs[pass].push([
          await requestsPerSecond(service.port, targets[pass]),
          await requestsPerSecond(bare.port, targets[pass]),
        ])
      await service.stop()
      report(`round ${round} of ${rounds}`)
    }
  } finally {
    await bare.stop()
  }
  return passes.map((pass) => figureOf(pass, pairs[pass]))
}

async function answersOf(dataDir: string, queries: readonly string[], file: string): Promise<string> {
  const service = await startService(dataDir)
  try {
    return writeAnswers(file, queries, await readAll(service.port, queries))
  } finally {
    await service.stop()
  }
}

function figureOf(pass: Pass, pairs: readonly Pair[]): Figure {
  const { figure, budget } = figures[pass]
  return comparedFigure(figure, compare(pairs), inUnit('req/s'), budget)
}
