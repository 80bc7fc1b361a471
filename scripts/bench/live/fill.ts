import type { StoreLocation } from '../../../data/store/dialect/open-store.ts'
import { LiveWriter, readBatch, type KnownItems } from '../../../data/store/live/intake/live-writer.ts'
import { timed } from '../measure/rounds.ts'
import type { LineBatch } from './synthetic-feeds.ts'

/** The number of written rows, and the times of intake and roll-ups. */
interface Filled {
  readonly rows: number
  readonly takeMilliseconds: number
  readonly rollUpMilliseconds: number
}

/** A catalog without items, for stores whose items do not matter. */
export const noKnownItems: KnownItems = { patchId: () => null, item: () => undefined }
const receivedAt = Date.UTC(2026, 0, 1)

/** Number of batches between roll-ups. */
const batchesPerRollUp = 4

// Sizes of fills that are not measured.
const batchesInBulk = 24
const changesPerStepInBulk = 100_000
const pageBytesInBulk = 256 * 1024 * 1024

/** Writes listings into a live store in the same way as the service. */
export function fillListings(
  location: StoreLocation,
  batches: Iterable<LineBatch>,
  pageBytes?: number,
): Promise<Filled> {
  return fill(location, 'market', batches, { pageBytes })
}

/**
 * Writes rows in few large transactions, which is faster: roll-ups of the listings of an hour change a page of the file
 * for nearly each item and width, those of a day hardly more.
 */
export function fillInBulk(
  location: StoreLocation,
  feed: 'market' | 'trades',
  batches: Iterable<LineBatch>,
): Promise<Filled> {
  return fill(location, feed, joined(batches), { pageBytes: pageBytesInBulk, changesPerStep: changesPerStepInBulk })
}

function* joined(batches: Iterable<LineBatch>): Generator<LineBatch> {
  let waiting: LineBatch[] = []
  const join = (): LineBatch => ({
    bytes: Buffer.concat(waiting.map(({ bytes }) => bytes)),
    rows: waiting.reduce((sum, { rows }) => sum + rows, 0),
  })
  for (const batch of batches) {
    waiting.push(batch)
    if (waiting.length < batchesInBulk) continue
    yield join()
    waiting = []
  }
  if (waiting.length > 0) yield join()
}

interface FillOptions {
  readonly pageBytes?: number | undefined
  readonly changesPerStep?: number
}

async function fill(
  location: StoreLocation,
  feed: 'market' | 'trades',
  batches: Iterable<LineBatch>,
  { pageBytes, changesPerStep }: FillOptions,
): Promise<Filled> {
  const writer = await LiveWriter.open(location, noKnownItems, pageBytes)
  let [rows, takeMilliseconds, rollUpMilliseconds] = [0, 0, 0]
  let batch = 0
  const rollUp = async () => {
    while (await writer.rollUp(changesPerStep));
  }
  let stored: Promise<unknown> = Promise.resolve()
  // A batch is parsed while the previous one is being stored by the database server.
  const take = async ({ bytes }: LineBatch) => {
    const read = readBatch(feed, { bytes, firstLine: 1 }, receivedAt)
    await stored
    stored = writer.store(feed, read, receivedAt)
  }
  try {
    for (const sent of batches) {
      takeMilliseconds += await timed(() => take(sent))
      rows += sent.rows
      if (++batch % batchesPerRollUp > 0) continue
      takeMilliseconds += await timed(() => stored)
      rollUpMilliseconds += await timed(rollUp)
    }
    takeMilliseconds += await timed(() => stored)
    rollUpMilliseconds += await timed(rollUp)
  } finally {
    await writer.close()
  }
  return { rows, takeMilliseconds, rollUpMilliseconds }
}
