import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { collectGarbage } from '../../cache/collect-garbage.ts'
import type { StoreLocation } from '../../dialect/open-store.ts'
import { LiveReader, openLive } from '../reading/live-reader.ts'
import { serveThread } from '../../threads/serve-thread.ts'

const saveMilliseconds = 600_000

const { location, indexedListings } = workerData as { location: StoreLocation; indexedListings?: number }
const snapshot = { path: join(location.dataDir, 'market.snapshot') }
const market = indexedListings === undefined ? undefined : { indexedListings, snapshot }
const reader = new LiveReader(await openLive(location), market)
let unusable: string | undefined
if (market) {
  unusable = await reader.market.load()
  // If the database is unavailable, every read will report it.
  await reader.market.follow().catch(() => undefined)
  collectGarbage()
  const save = () => void reader.market.save().catch(() => undefined)
  setInterval(save, saveMilliseconds).unref()
  setImmediate(save)
}
serveThread(Object.assign(reader, { unusableSnapshot: () => unusable }))
