import { join } from 'node:path'
import { LiveReader, openLive } from '../../../data/store/live/reading/live-reader.ts'
import { LiveWriter } from '../../../data/store/live/intake/live-writer.ts'
import { comparedFigure, inUnit, type Figure } from '../measure/bench.ts'
import { compare, timed } from '../measure/rounds.ts'
import { noKnownItems } from './fill.ts'
import { listingBatches } from './synthetic-feeds.ts'
import type { Readers } from './store-queries.ts'

const megabyte = 1024 * 1024

interface Loaded {
  readonly reader: LiveReader
  readonly milliseconds: number
  readonly megabytes: number
}

async function load(folder: string): Promise<Loaded> {
  const used = () => process.memoryUsage.rss() / megabyte
  const before = used()
  const snapshot = { path: join(folder, 'market.snapshot') }
  const reader = new LiveReader(await openLive({ dataDir: folder }), { snapshot })
  const milliseconds = await timed(() => reader.market.follow())
  return { reader, milliseconds, megabytes: used() - before }
}

/** Opens readers with the market index in memory; measures loading it from the listings. */
export async function openIndexed(folders: {
  readonly large: string
  readonly small: string
}): Promise<{ readers: Readers; figures: Figure[] }> {
  const small = await load(folders.small)
  const large = await load(folders.large)
  const figure = (name: string, of: (loaded: Loaded) => number, unit: string) =>
    comparedFigure(name, { measured: of(large), baseline: of(small), ratio: of(large) / of(small) }, inUnit(unit, 1))
  return {
    readers: { large: large.reader, small: small.reader },
    figures: [
      figure("loading the market's index", ({ milliseconds }) => milliseconds / 1000, 's'),
      figure("memory of the market's index", ({ megabytes }) => megabytes, 'MB'),
    ],
  }
}

const batchesFollowed = 8

/** Compares the time to apply a batch to the index with the time to store it. */
export async function followFigures(folder: string, reader: LiveReader): Promise<Figure> {
  const writer = await LiveWriter.open({ dataDir: folder }, noKnownItems)
  const times: [follow: number, take: number][] = []
  try {
    for (const { bytes } of listingBatches(5000 * batchesFollowed, 1300 * batchesFollowed)) {
      const resold = Buffer.from(Buffer.from(bytes).toString().replaceAll('"captured_at":"2025', '"captured_at":"2026'))
      const take = await timed(() => writer.ingest('market', { bytes: resold, firstLine: 1 }, Date.now()))
      times.push([await timed(() => reader.market.follow()), take])
    }
  } finally {
    await writer.close()
  }
  const figure = 'a batch of changed listings: into the index, against into the store'
  return comparedFigure(figure, compare(times), inUnit('ms', 1))
}
