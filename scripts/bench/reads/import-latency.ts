// The effect of an import on readers of rendered files: p99 during one, against p99 before.
import autocannon from 'autocannon'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { importAndRender } from '../../../build/import-and-render.ts'
import { api } from '../../../data/api/table.ts'
import type { Bench } from '../measure/bench.ts'
import { readRows, sampleWorld } from '../measure/bundles.ts'
import { startService } from '../measure/server-process.ts'

const connections = 10
const root = join(import.meta.dirname, '../../..')

export const importLatency: Bench = {
  async run({ quick, folder, report }) {
    const { bundles, largest } = await sampleWorld(join(folder, 'sample'), quick)
    const dataDir = join(folder, 'data')
    const before = bundles.slice(0, bundles.indexOf(largest))
    await importAndRender(before.length > 0 ? before : bundles, { api, dataDir, patches: 'all' })
    const rows = readRows(bundles[0] ?? '', 'items.ndjson')
    const requests = rows.slice(0, 200).map(({ id }) => ({ path: `/v2/items/${String(id)}?patch=1` }))
    const service = await startService(dataDir)
    const load = (seconds: number) => autocannon({ url: service.url, connections, duration: seconds, requests })
    try {
      await load(2)
      const quiet = await load(quick ? 3 : 10)
      const child = spawn(process.execPath, ['scripts/run.mjs', 'import', '--accept-anomalies', largest], {
        cwd: root,
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      const busy: autocannon.Result[] = []
      while (child.exitCode === null) busy.push(await load(1))
      const [code] = (await ended) as [number]
      if (code !== 0) throw new Error(`The import ended with ${code}.`)
      report(`${busy.length} s of import`)
      const slowest = busy.map(({ latency }) => latency.p99).sort((a, b) => a - b)
      const typical = slowest[Math.floor(slowest.length / 2)] ?? 0
      return [
        {
          figure: `p99 of rendered rows while a patch is imported, median of ${busy.length} seconds`,
          measured: `${typical} ms`,
          baseline: `${quiet.latency.p99} ms`,
          ratio: typical / quiet.latency.p99,
          budget: { atMost: 2 },
        },
      ]
    } finally {
      await service.stop()
    }
  },
}
