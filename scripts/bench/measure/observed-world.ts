import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { importAndRender } from '../../../build/import-and-render.ts'
import { api } from '../../../data/api/table.ts'
import { linesByFeed, SimulatedObserver } from '../../../data/sample/observer/simulated-observer.ts'
import { LiveWriter } from '../../../data/store/live/intake/live-writer.ts'
import { readRows, sampleWorld, writeItems, writePatches } from './bundles.ts'

const timesItems = 10
const manyPatches = 50

function largeWorld(folder: string, source: string): string[] {
  const first = join(folder, 'large')
  cpSync(source, first, { recursive: true })
  writeItems(first, source, timesItems * readRows(source, 'items.ndjson').length, '1.0.1')
  return [first, ...writePatches(join(folder, 'patches'), first, manyPatches - 1)]
}

const day = 24 * 3_600_000

interface WorldOptions {
  readonly quick: boolean
  /** Whether to use ten times the items and 50 patches, of which the newest is rendered. */
  readonly large?: boolean
}

/** Imports the sample world and stores eight days of observations. */
export async function observedWorld(folder: string, { quick, large = false }: WorldOptions) {
  const sample = await sampleWorld(join(folder, 'sample'), quick)
  const bundles = large ? largeWorld(folder, sample.whole) : sample.bundles
  const dataDir = join(folder, 'data')
  await importAndRender(bundles, { api, dataDir, patches: large ? 1 : 'all' })
  const writer = await LiveWriter.open({ dataDir }, { patchId: () => null, item: () => undefined })
  const now = Date.now()
  const observations = new SimulatedObserver().between(now - (quick ? 1 : 8) * day, now)
  for (const [feed, text] of linesByFeed(observations))
    await writer.ingest(feed, { bytes: Buffer.from(text), firstLine: 1 }, now)
  while (await writer.rollUp());
  await writer.close()
  return { bundle: bundles.at(-1) ?? '', patches: bundles.length, dataDir }
}
