import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { catalogFile } from '../../build/render/switch.ts'
import { api } from '../../data/api/table.ts'
import { linesByFeed, SimulatedObserver, type Observation } from '../../data/sample/observer/simulated-observer.ts'
import { writeSampleWorld } from '../../data/sample/world.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { CatalogItems } from '../../data/store/live/intake/catalog-items.ts'
import { InProcessLiveStore } from '../../data/store/live/in-process-live-store.ts'
import { Generation } from '../../dynamic/catalog/generation.ts'
import { createApiClient } from '../../dynamic/pages/api-client.ts'
import type { ApiClient } from '../../site/server/site-interface.ts'

/** The fixed time of examples from the sample world, so that they are always the same. */
export const sampleNow = Date.parse('2026-08-20T15:40:00Z')

export interface SampleApiClient {
  readonly fetchApi: ApiClient
  close(): Promise<void>
}

/** Opens a separate small sample world with a day of observations, for the examples of the docs. */
export async function openSampleApiClient(): Promise<SampleApiClient> {
  const folder = mkdtempSync(join(tmpdir(), 'sample-'))
  const dataDir = join(folder, 'data')
  const bundles = await writeSampleWorld(join(folder, 'world'), { scale: 'small', pictures: false })
  await importAndRender(bundles, { api, dataDir, patches: 'none' })
  const file = join(dataDir, catalogFile)
  const live = await InProcessLiveStore.open({ dataDir }, new CatalogItems(file, api))
  await observeSample(live, 24)
  const generation = new Generation(new Catalog(file, api), dataDir, undefined)
  return {
    fetchApi: createApiClient(generation, live),
    async close() {
      generation.close()
      await live.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Sets the clock of a live store to `sampleNow` and stores the observations of the hours before it, except those left
 * out.
 */
export async function observeSample(
  live: InProcessLiveStore,
  hours: number,
  isHeard: (observation: Observation) => boolean = () => true,
): Promise<void> {
  live.now = () => sampleNow
  const seen = new SimulatedObserver({ scale: 'small' }).between(sampleNow - hours * 3_600_000, sampleNow)
  for (const [feed, text] of linesByFeed([...seen].filter(isHeard)))
    await live.ingest(feed, { bytes: Buffer.from(text), firstLine: 1 }, sampleNow)
}
