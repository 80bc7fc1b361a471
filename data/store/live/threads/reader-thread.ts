import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { collectGarbage } from '../../cache/collect-garbage.ts'
import type { StoreLocation } from '../../dialect/open-store.ts'
import { LiveReader } from '../reading/live-reader.ts'
import { serveThread } from './serve-thread.ts'

const saveMilliseconds = 600_000

const { location, indexedListings } = workerData as { location: StoreLocation; indexedListings?: number }
const isIndexed = indexedListings !== undefined
const snapshot = { path: join(location.dataDir, 'market.snapshot') }
const reader = await (isIndexed
  ? LiveReader.openWith({ snapshot, indexedListings }, location)
  : LiveReader.open(location))
let unusable: string | undefined
if (isIndexed) {
  unusable = await reader.market.load()
  // A database that is away says so at every read.
  await reader.market.follow().catch(() => undefined)
  collectGarbage()
  const save = () => void reader.market.save().catch(() => undefined)
  setInterval(save, saveMilliseconds).unref()
  setImmediate(save)
}
serveThread(Object.assign(reader, { unusableSnapshot: () => unusable }))
