import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { importBundle } from '../../build/import/import-bundle.ts'
import { api } from '../../data/api/table.ts'
import { createCatalog } from '../../data/store/catalog/create-catalog.ts'
import { bareInsert } from './baselines/bare-insert.ts'
import { comparedFigure, goalFigure, inUnit, type Bench, type Figure } from './measure/bench.ts'
import { sampleWorld, writeItems } from './measure/bundles.ts'
import { peakMemoryOf } from './measure/peak-memory.ts'
import { alternate, timed } from './measure/rounds.ts'

const megabyte = 1024 * 1024
const peakMegabytes = 300

export const importBench: Bench = async ({ quick, folder, report }) => {
  const { whole } = await sampleWorld(join(folder, 'sample'), quick)
  const count = quick ? 4000 : 20_000
  const items = writeItems(join(folder, 'items'), whole, count)
  const rounds = quick ? 3 : 7
  report('the sample world')
  const sample = await compareImport('the sample world', whole, folder, rounds)
  report(`${count} items`)
  const many = await compareImport(`${count} items`, items, folder, rounds)
  return [sample, many, await importMemory(folder, whole, quick ? 50_000 : 1_000_000, report)]
}

/** Measures the memory of an import. Rendering is left out, because its memory grows with the patch. */
async function importMemory(
  folder: string,
  source: string,
  count: number,
  report: (progress: string) => void,
): Promise<Figure> {
  report(`memory with ${count} items`)
  const bundle = writeItems(join(folder, 'many'), source, count)
  const peak = await peakMemoryOf(['import', bundle], { DATA_DIR: join(folder, 'data'), RENDER_PATCHES: 'none' })
  return goalFigure(`peak memory of an import of ${count} items`, peak / megabyte, peakMegabytes, inUnit('MB'))
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
  return comparedFigure(figure, await alternate(rounds, bare, imported), inUnit('rows/s'), { atLeast: 0.4 })
}
