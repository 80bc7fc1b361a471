import { join } from 'node:path'
import { importAndRender } from '../../build/publish.ts'
import { api } from '../../data/api/table.ts'
import type { Bench } from './bench.ts'
import { readRows, sampleWorld, writeItems, writePatches } from './bundles.ts'
import { readAll } from './connection.ts'
import { itemQueries } from './queries.ts'
import { alternate, timed } from './rounds.ts'
import { startService } from './server-process.ts'

const queriesPerRound = 200

export const oldPatch: Bench = {
  name: 'old-patch',
  summary: 'Filtered pages of the oldest patch, against the same of the current one.',
  async run({ quick, folder, tell }) {
    const { largest } = await sampleWorld(join(folder, 'sample'), quick)
    const first = writeItems(join(folder, 'items'), largest, quick ? 4000 : 20_000)
    const bundles = [first, ...writePatches(join(folder, 'patches'), first, quick ? 3 : 9)]
    const dataDir = join(folder, 'data')
    tell(`importing ${bundles.length} patches`)
    await importAndRender(bundles, { api, dataDir, patches: 'none' })
    const rounds = quick ? 5 : 11
    const queries = itemQueries(readRows(first, 'items.ndjson'), (rounds + 1) * queriesPerRound, 'old patch')
    const service = await startService(dataDir)
    const perQuery = (round: number, patch: number) => {
      const targets = queries.slice(round * queriesPerRound).slice(0, queriesPerRound)
      return timed(() =>
        readAll(
          service.port,
          targets.map((target) => `${target}&patch=${patch}`),
        ),
      )
    }
    const { measured, baseline, ratio } = await alternate(
      rounds,
      (round) => perQuery(round, bundles.length),
      (round) => perQuery(round, 1),
    ).finally(() => service.stop())
    const shown = (milliseconds: number) => `${(milliseconds / queriesPerRound).toFixed(2)} ms/req`
    return [
      {
        figure: `oldest of ${bundles.length} patches`,
        measured: shown(measured),
        baseline: shown(baseline),
        ratio,
        budget: { atMost: 1.15 },
      },
    ]
  },
}
