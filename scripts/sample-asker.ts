import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importAndRender } from '../build/publish.ts'
import { catalogFile } from '../build/render/switch.ts'
import type { Feed } from '../data/api/live/feeds.ts'
import { api } from '../data/api/table.ts'
import { SimulatedObserver } from '../data/sample/observer/simulated-observer.ts'
import { writeSampleWorld } from '../data/sample/world.ts'
import { Catalog } from '../data/store/catalog.ts'
import { CatalogItems } from '../data/store/live/catalog-items.ts'
import { LiveHere } from '../data/store/live/live-here.ts'
import { Generation } from '../dynamic/generation.ts'
import { asker, type Ask } from '../dynamic/page-asker.ts'

const observedMilliseconds = 24 * 3_600_000

export interface SampleAsker {
  readonly ask: Ask
  close(): Promise<void>
}

/** Asks a small sample world of its own, seen by a simulated observer for the last day: for the examples of the docs. */
export async function openSampleAsker(): Promise<SampleAsker> {
  const folder = mkdtempSync(join(tmpdir(), 'sample-'))
  const dataDir = join(folder, 'data')
  const bundles = await writeSampleWorld(join(folder, 'world'), { scale: 'small', pictures: false })
  await importAndRender(bundles, { api, dataDir, patches: 'none' })
  const file = join(dataDir, catalogFile)
  const live = await LiveHere.open(dataDir, new CatalogItems(file, api))
  await observe(live)
  const generation = new Generation(new Catalog(file, api), dataDir, undefined)
  return {
    ask: asker(generation, live),
    async close() {
      generation.close()
      await live.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function observe(live: LiveHere): Promise<void> {
  const now = Date.now()
  const lines = new Map<Feed, string[]>()
  for (const { feed, line } of new SimulatedObserver({ scale: 'small' }).between(now - observedMilliseconds, now))
    lines.set(feed, [...(lines.get(feed) ?? []), JSON.stringify(line)])
  for (const [feed, texts] of lines) await live.take(feed, { bytes: Buffer.from(texts.join('\n')), firstLine: 1 }, now)
}
