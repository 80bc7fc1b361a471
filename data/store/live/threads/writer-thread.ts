import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { api } from '../../../api/table.ts'
import type { Feed } from '../../../api/live/feeds.ts'
import { CatalogItems } from '../catalog-items.ts'
import { liveFile, LiveWriter, type Batch } from '../live-writer.ts'
import type { Retention } from '../retention.ts'
import { serveThread } from './serve-thread.ts'

const pruneMilliseconds = 60_000

const { dataDir, catalogFile, retention } = workerData as { dataDir: string; catalogFile: string; retention: Retention }
const items = new CatalogItems(join(dataDir, catalogFile), api)
const writer = await LiveWriter.open(join(dataDir, liveFile), items)

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

/** Rolls up and prunes step by step; batches that wait go first. */
async function tidy(step: () => Promise<boolean>): Promise<void> {
  while (await next(step)) while (waiting > 0) await turn()
}

async function rollUp(): Promise<void> {
  if (isTidying) return
  isTidying = true
  try {
    await tidy(() => writer.rollUp())
  } catch {
    // Another process may hold the file for long: the next batch tries again, and readers add what is not rolled up.
  } finally {
    isTidying = false
  }
}

if (Object.keys(retention).length > 0)
  setInterval(() => void tidy(() => writer.prune(retention, Date.now())).catch(() => undefined), pruneMilliseconds)
void rollUp()

serveThread({
  async take(feed: Feed, batch: Batch, receivedAt: number) {
    const receipt = await next(() => writer.take(feed, batch, receivedAt))
    if (feed === 'market') void rollUp()
    return receipt
  },
  close: () =>
    next(async () => {
      items.close()
      await writer.close()
    }),
})
