import { join } from 'node:path'
import { importAndRender } from '../../../build/import-and-render.ts'
import { api } from '../../../data/api/table.ts'
import { SimulatedObserver, type Feed } from '../../../data/sample/observer/simulated-observer.ts'
import { LiveWriter } from '../../../data/store/live/intake/live-writer.ts'
import { sampleWorld } from './bundles.ts'

const day = 24 * 3_600_000

/** The sample world, with eight days of observations. */
export async function observedWorld(folder: string, quick: boolean) {
  const { bundles } = await sampleWorld(join(folder, 'sample'), quick)
  const dataDir = join(folder, 'data')
  await importAndRender(bundles, { api, dataDir, patches: 'all' })
  const writer = await LiveWriter.open({ dataDir }, { patchId: () => null, item: () => undefined })
  const now = Date.now()
  const texts: Partial<Record<Feed, string>> = {}
  for (const { feed, line } of new SimulatedObserver().between(now - (quick ? 1 : 8) * day, now))
    texts[feed] = `${texts[feed] ?? ''}${JSON.stringify(line)}\n`
  for (const [feed, text] of Object.entries(texts) as [Feed, string][])
    await writer.ingest(feed, { bytes: Buffer.from(text), firstLine: 1 }, now)
  while (await writer.rollUp());
  await writer.close()
  return { bundle: bundles.at(-1) ?? '', patches: bundles.length, dataDir }
}
