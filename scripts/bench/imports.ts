import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { importBundle } from '../../build/import/import-bundle.ts'
import { api } from '../../data/api/table.ts'
import { createCatalog } from '../../data/store/catalog/create-catalog.ts'
import { bareInsert } from './baselines/bare-insert.ts'
import type { Bench, Figure } from './measure/bench.ts'
import { sampleWorld, writeItems } from './measure/bundles.ts'
import { alternate, timed } from './measure/rounds.ts'

export const imports: Bench = {
  async run({ quick, folder, report }) {
    const { largest } = await sampleWorld(join(folder, 'sample'), quick)
    const count = quick ? 4000 : 20_000
    const items = writeItems(join(folder, 'items'), largest, count)
    const rounds = quick ? 3 : 7
    report("the sample world's largest bundle")
    const sample = await compareImport("sample world's largest bundle", largest, folder, rounds)
    report(`${count} items`)
    return [sample, await compareImport(`${count} items`, items, folder, rounds)]
  },
}

async function compareImport(figure: string, bundle: string, folder: string, rounds: number): Promise<Figure> {
  const work = join(folder, 'work')
  const fresh = () => {
    rmSync(work, { recursive: true, force: true })
    mkdirSync(work)
  }
  let rows = 0
  const bare = async () => {
    fresh()
    const milliseconds = await timed(async () => {
      rows = await bareInsert(bundle, join(work, 'bare.db'))
    })
    return (rows / milliseconds) * 1000
  }
  const imported = async () => {
    fresh()
    const catalogFile = join(work, 'catalog.db')
    createCatalog(catalogFile, api)
    const into = { api, catalogFile, assetsDir: join(work, 'assets'), tempDir: work }
    let count = 0
    const milliseconds = await timed(async () => {
      const summary = await importBundle(bundle, into)
      count = Object.values(summary.rows).reduce((sum, of) => sum + of, 0)
    })
    return (count / milliseconds) * 1000
  }
  const { measured, baseline, ratio } = await alternate(rounds, bare, imported)
  const format = (perSecond: number) => `${Math.round(perSecond)} rows/s`
  return { figure, measured: format(measured), baseline: format(baseline), ratio, budget: { atLeast: 0.4 } }
}
