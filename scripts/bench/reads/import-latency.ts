// Measures the effect of an import on readers of rendered files: p99 during an import against p99 before it.
import autocannon from 'autocannon'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importAndRender } from '../../../build/import-and-render.ts'
import { api } from '../../../data/api/table.ts'
import { comparedFigure, inUnit, type Bench } from '../measure/bench.ts'
import { readRows, sampleWorld } from '../measure/bundles.ts'
import { startService } from '../measure/server-process.ts'
import { quantile } from '../measure/rounds.ts'

const connections = 10
const maxSeconds = 600
const root = join(import.meta.dirname, '../../..')

export const importLatencyBench: Bench = async ({ quick, folder, report }) => {
  const { bundles } = await sampleWorld(join(folder, 'sample'), quick)
  const [newest = ''] = bundles.slice(-1)
  const dataDir = join(folder, 'data')
  await importAndRender(bundles.slice(0, -1), { api, dataDir, patches: 'all' })
  const rows = readRows(bundles[0] ?? '', 'items.ndjson')
  const requests = rows.slice(0, 200).map(({ id }) => ({ path: `/v2/items/${String(id)}?patch=1` }))
  const service = await startService(dataDir)
  try {
    await p99Until(sleep(2000), service.url, requests)
    const quiet = await p99Until(sleep(quick ? 3000 : 10_000), service.url, requests)
    const child = spawn(process.execPath, ['scripts/run.mjs', 'import', newest], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    const began = performance.now()
    const busy = await p99Until(ended, service.url, requests)
    const [code] = (await ended) as [number]
    if (code !== 0) throw new Error(`The import ended with ${code}.`)
    report(`${((performance.now() - began) / 1000).toFixed(1)} s of import`)
    const times = { measured: busy, baseline: quiet, ratio: busy / quiet }
    return [comparedFigure('p99 of rendered rows while a patch is imported', times, inUnit('ms', 2), { atMost: 2 })]
  } finally {
    await service.stop()
  }
}

/** Returns the 99th percentile of request times in milliseconds until `end` is settled. */
async function p99Until(end: Promise<unknown>, url: string, requests: autocannon.Request[]): Promise<number> {
  const times: number[] = []
  await new Promise((resolve, reject) => {
    const load = autocannon({ url, connections, duration: maxSeconds, requests }, resolve)
    load.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
    end.then(() => load.stop(), reject)
  })
  return quantile(times, 0.99)
}
