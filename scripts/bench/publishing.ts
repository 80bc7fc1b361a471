import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { planDeploy, writeDeployed } from '../../build/publish-tree/deployed.ts'
import { publishTree } from '../../build/publish-tree/publish-tree.ts'
import { api } from '../../data/api/table.ts'
import type { Bench } from './measure/bench.ts'
import { sampleWorld, writePatches } from './measure/bundles.ts'

export const publishBench: Bench = async ({ quick, folder, report }) => {
  const { whole: first } = await sampleWorld(join(folder, 'sample'), true)
  const patches = quick ? 5 : 20
  const later = writePatches(join(folder, 'patches'), first, patches)
  const dataDir = join(folder, 'data')
  const to = join(dataDir, 'publish')
  const publish = async (...imported: string[]) => {
    await importAndRender(imported, { api, dataDir, patches: 'all' })
    return planDeploy(to, (await publishTree({ dataDir, to, catalog: false })).hash)
  }
  const before = await publish(first, ...later.slice(0, patches - 1))
  writeDeployed(to, before)
  report(`${patches} patches: ${before.files} files, ${megabytes(before.bytes)}`)
  const { added, changed, removed, uploads, files } = await publish(later[patches - 1] ?? '')
  for (const name of changed) report(`changed: ${name}`)
  const elsewhere = added.filter((name) => !name.startsWith(`public/_static/${patches + 1}/`))
  return [
    {
      figure: `files that patch ${patches + 1} adds (${elsewhere.length} beyond its own folder)`,
      measured: String(added.length),
      baseline: `${files} in all`,
      ratio: added.length / files,
    },
    {
      figure: 'files of before that it changes or takes away',
      measured: `${changed.length} + ${removed.length}`,
      baseline: `${before.files} before`,
      ratio: changed.length + removed.length,
      budget: { atMost: 10 },
    },
    {
      figure: `contents to upload, ${uploads.files} files`,
      measured: megabytes(uploads.bytes),
      baseline: megabytes(before.bytes),
      ratio: uploads.bytes / before.bytes,
      budget: { atMost: 0.15 },
    },
  ]
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
