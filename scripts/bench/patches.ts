import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { comparedFigure, inUnit, kilobytes, type Bench } from './measure/bench.ts'
import { sampleWorld, writePatches } from './measure/bundles.ts'
import { alternate, median, timed } from './measure/rounds.ts'

export const patchesBench: Bench = async ({ quick, folder, report }) => {
  const { whole: first } = await sampleWorld(join(folder, 'sample'), quick)
  const earlier = quick ? 7 : 19
  const rounds = 3
  const later = writePatches(join(folder, 'patches'), first, earlier + rounds)
  const dataDir = join(folder, 'data')
  const sizes: number[] = []
  const publish = async (bundle: string, into: string) => {
    const milliseconds = await timed(() => importAndRender([bundle], { api, dataDir: into, patches: 'all' }))
    if (into === dataDir) sizes.push(statSync(join(dataDir, 'catalog.db')).size)
    return milliseconds
  }
  for (const [at, bundle] of [first, ...later.slice(0, earlier - 1)].entries()) {
    await publish(bundle, dataDir)
    report(`patch ${at + 1} of ${earlier}`)
  }
  const empty = join(folder, 'empty')
  const times = await alternate(
    rounds,
    async () => {
      rmSync(empty, { recursive: true, force: true })
      return publish(first, empty)
    },
    (round) => publish(later[earlier - 1 + round] ?? '', dataDir),
  )
  const growth = sizes.slice(1).map((size, at) => size - (sizes[at] ?? 0))
  const [firstSize = NaN] = sizes
  const size = { measured: median(growth), baseline: firstSize, ratio: median(growth) / firstSize }
  return [
    comparedFigure(`patch ${earlier + 1}, imported and rendered`, times, inUnit('ms'), { atMost: 1 }),
    comparedFigure('growth of catalog.db by a patch with 1 % changed', size, kilobytes, { atMost: 0.02 }),
  ]
}
