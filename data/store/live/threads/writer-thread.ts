import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { api } from '../../../api/table.ts'
import type { Feed } from '../../../api/model/feeds/feeds.ts'
import { CatalogItems } from '../intake/catalog-items.ts'
import type { StoreLocation } from '../../dialect/open-store.ts'
import { LiveWriter, readBatch, type Batch } from '../intake/live-writer.ts'
import type { Retention } from '../intake/retention.ts'
import { SerialQueue } from '../../threads/serial-queue.ts'
import { reportError, serveThread } from '../../threads/serve-thread.ts'

const pruneMilliseconds = 60_000
/**
 * Changes are rolled up once no batch has come for `quietMilliseconds`, or after `maxBatchesAhead`, so that a burst is
 * acknowledged first.
 */
const quietMilliseconds = 50
const maxBatchesAhead = 16
const rollUpMilliseconds = 5000

const { location, catalogFile, retention, pageBytes } = workerData as {
  location: StoreLocation
  catalogFile: string
  retention: Retention
  pageBytes: number
}
const items = new CatalogItems(join(location.dataDir, catalogFile), api)
const writer = await LiveWriter.open(location, items, pageBytes)

const queue = new SerialQueue()
/** The feeds that are pruned in this round: all, except those that have failed. */
let pruned: Retention = {}

const onPruneFailure = (feed: Feed, error: unknown) => {
  pruned = Object.fromEntries(Object.entries(pruned).filter(([name]) => name !== feed))
  reportError(`old rows of ${feed} could not be deleted; it is tried again in a minute`, error)
}
const pruneStep = () => writer.prune(pruned, Date.now(), onPruneFailure)

/** Prunes step by step; waiting batches go first. A feed that fails is tried again in the next round. */
async function prune(): Promise<void> {
  pruned = retention
  await queue.repeat(pruneStep)
}

let isRollingUp = false
/** Number of batches that were stored during the current burst. */
let batchesAhead = 0

/** Waits until a burst of batches is over or has become long. Rolling up many changes together takes less time. */
async function burstEnd(): Promise<void> {
  for (let before = -1; before !== batchesAhead && batchesAhead < maxBatchesAhead;) {
    before = batchesAhead
    await delay(quietMilliseconds)
  }
  batchesAhead = 0
}

async function rollUp(): Promise<void> {
  batchesAhead += 1
  if (isRollingUp) return
  isRollingUp = true
  try {
    do await burstEnd()
    while (await queue.run(() => writer.rollUp()))
  } catch {
    // Another process may have the file locked for long. The next batch tries again, and readers add changes that are
    // missing.
  } finally {
    isRollingUp = false
  }
}

if (Object.keys(retention).length > 0) setInterval(() => void prune(), pruneMilliseconds)
void rollUp()
// Another process may have died before it rolled up its changes.
if (location.database) setInterval(() => void rollUp(), rollUpMilliseconds)

serveThread({
  async ingest(feed: Feed, batch: Batch, receivedAt: number) {
    // Lines are read while the database server stores an earlier batch.
    const read = readBatch(feed, batch, receivedAt)
    const receipt = await queue.run(() => writer.store(feed, read, receivedAt))
    if (feed === 'market') void rollUp()
    return receipt
  },
  close: () =>
    queue.run(async () => {
      items.close()
      await writer.close()
    }),
})
