import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BulkFolder } from '../../build/bulk/bulk-folder.ts'
import { writeBulk } from '../../build/bulk/write-bulk.ts'
import { importAndRender } from '../../build/import-and-render.ts'
import { bulkFolder } from '../../data/api/model/values/bulk-files.ts'
import { staticRoot } from '../../data/api/static/output-path.ts'
import { api } from '../../data/api/table.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { readManifest } from '../../data/store/files/tree.ts'
import { comparedFigure, inUnit, kilobytes, type Bench } from './measure/bench.ts'
import { sampleWorld, writePatches } from './measure/bundles.ts'
import { compare, timed } from './measure/rounds.ts'

/** A figure of the bulk files and one of everything else. */
type Pair = [own: number, others: number]

export const bulkBench: Bench = async ({ quick, folder, report }) => {
  const { whole: first } = await sampleWorld(join(folder, 'sample'), quick)
  const later = writePatches(join(folder, 'patches'), first, quick ? 3 : 5)
  const dataDir = join(folder, 'data')
  await importAndRender([first], { api, dataDir, patches: 'all' })
  const times: Pair[] = []
  const sizes: Pair[] = []
  for (const [at, bundle] of later.entries()) {
    const { time, size } = await furtherPatch(dataDir, bundle)
    times.push(time)
    sizes.push(size)
    report(`patch ${at + 1} of ${later.length}`)
  }
  const [time, size] = [compare(times), compare(sizes)]
  const timeName = 'bulk files of a patch with 1 % changed, against the rest of its import'
  const sizeName = 'their bytes, against the rendered files of the patch'
  return [
    comparedFigure(timeName, time, inUnit('ms'), { atMost: 0.4 }),
    comparedFigure(sizeName, size, kilobytes, { atMost: 0.08 }),
  ]
}

/** Imports a patch, then makes only its bulk files again from the same state; returns times and sizes. */
async function furtherPatch(dataDir: string, bundle: string): Promise<{ time: Pair; size: Pair }> {
  const earlier = readManifest(dataDir)
  const before = bytesBelow(join(dataDir, bulkFolder))
  const whole = await timed(() => importAndRender([bundle], { api, dataDir, patches: 'all' }))
  const grown = bytesBelow(join(dataDir, bulkFolder)) - before
  const catalog = new Catalog(join(dataDir, 'catalog.db'), api)
  try {
    const patch = catalog.patches.currentOf('main')
    const own = await timed(() => writeBulk(catalog, patch, new BulkFolder(dataDir, earlier, '')))
    return { time: [own, whole - own], size: [grown, bytesBelow(join(dataDir, staticRoot, String(patch.id)))] }
  } finally {
    catalog.close()
  }
}

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
