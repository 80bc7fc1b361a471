import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { comparedFigure, inUnit, type Bench } from './measure/bench.ts'
import { readRows, sampleWorld, writeItems, writePatches } from './measure/bundles.ts'
import { readAll } from './measure/connection.ts'
import { itemQueries } from './measure/queries.ts'
import { alternate, sliceForRound, timed } from './measure/rounds.ts'
import { startService } from './measure/server-process.ts'

const queriesPerRound = 200

export const oldPatchBench: Bench = async ({ quick, folder, report }) => {
  const { whole } = await sampleWorld(join(folder, 'sample'), quick)
  const first = writeItems(join(folder, 'items'), whole, quick ? 4000 : 20_000)
  const bundles = [first, ...writePatches(join(folder, 'patches'), first, quick ? 3 : 9)]
  const dataDir = join(folder, 'data')
  report(`importing ${bundles.length} patches`)
  await importAndRender(bundles, { api, dataDir, patches: 'none' })
  const rounds = quick ? 5 : 11
  const queries = itemQueries(readRows(first, 'items.ndjson'), (rounds + 1) * queriesPerRound, 'old patch')
  const service = await startService(dataDir)
  const perQuery = (round: number, patch: number) => {
    const targets = sliceForRound(queries, round, queriesPerRound).map((target) => `${target}&patch=${patch}`)
    return timed(() => readAll(service.port, targets))
  }
  try {
    const times = await alternate(
      rounds,
      (round) => perQuery(round, bundles.length),
      (round) => perQuery(round, 1),
    )
    const format = (milliseconds: number) => inUnit('ms/req', 2)(milliseconds / queriesPerRound)
    return [comparedFigure(`oldest of ${bundles.length} patches`, times, format, { atMost: 1.05 })]
  } finally {
    await service.stop()
  }
}
