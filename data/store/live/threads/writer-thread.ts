import { join } from 'node:path'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { api } from '../../../api/table.ts'
import type { Feed } from '../../../api/model/feeds/feeds.ts'
import { CatalogItems } from '../intake/catalog-items.ts'
import type { StoreLocation } from '../../dialect/open-store.ts'
import { LiveWriter, readBatch, type Batch } from '../intake/live-writer.ts'
import type { Retention } from '../intake/retention.ts'
import { report, serveThread } from '../../threads/serve-thread.ts'

const pruneMilliseconds = 60_000
/** Roll-ups follow once no batch has come for so long, or after so many batches: a burst is acknowledged first. */
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

let queue: Promise<unknown> = Promise.resolve()
let waiting = 0

/** One after the other, in the order in which they come. */
function next<T>(work: () => Promise<T>): Promise<T> {
  waiting += 1
  const done = queue.then(work).finally(() => (waiting -= 1))
  queue = done.catch(() => undefined)
  return done
}

let isTidying = false

/** Step by step; batches that wait go first. A feed that fails is tried again at the next time. */
async function prune(): Promise<void> {
  let left: Retention = retention
  const onFailure = (feed: Feed, error: unknown) => {
    left = Object.fromEntries(Object.entries(left).filter(([name]) => name !== feed))
    report(`old rows of ${feed} could not be deleted; it is tried again in a minute`, error)
  }
  while (await next(() => writer.prune(left, Date.now(), onFailure))) while (waiting > 0) await turn()
}

let batchesAhead = 0

/** Until a burst of batches is over, or has gone on for long: changes rolled up together cost less. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== batchesAhead && batchesAhead < maxBatchesAhead;) {
    before = batchesAhead
    await delay(quietMilliseconds)
  }
  batchesAhead = 0
}

async function rollUp(): Promise<void> {
  batchesAhead += 1
  if (isTidying) return
  isTidying = true
  try {
    do await quiet()
    while (await next(() => writer.rollUp()))
  } catch {
    // Another process may hold the file for long: the next batch tries again, and readers add what is not rolled up.
  } finally {
    isTidying = false
  }
}

if (Object.keys(retention).length > 0) setInterval(() => void prune(), pruneMilliseconds)
void rollUp()
// Another process may have died before it rolled up what it stored.
if (location.database) setInterval(() => void rollUp(), rollUpMilliseconds)

serveThread({
  async ingest(feed: Feed, batch: Batch, receivedAt: number) {
    // While an earlier batch is with the database server.
    const read = readBatch(feed, batch, receivedAt)
    const receipt = await next(() => writer.store(feed, read, receivedAt))
    if (feed === 'market') void rollUp()
    return receipt
  },
  close: () =>
    next(async () => {
      items.close()
      await writer.close()
    }),
})
