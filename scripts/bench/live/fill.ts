import { LiveWriter, type KnownItems } from '../../../data/store/live/intake/live-writer.ts'
import { timed } from '../measure/rounds.ts'
import type { LineBatch } from './synthetic-feeds.ts'

/** Milliseconds and rows of what was written. */
export interface Filled {
  readonly rows: number
  readonly takeMilliseconds: number
  readonly rollUpMilliseconds: number
}

export const noKnownItems: KnownItems = { patchId: () => null, item: () => undefined }
const receivedAt = Date.UTC(2026, 0, 1)

/** In a burst of batches roll-ups follow after some of them. */
const batchesPerRollUp = 4

/** Writes into the folder's live.db as the service does. */
export function fillListings(folder: string, batches: Iterable<LineBatch>): Promise<Filled> {
  return fill(folder, 'market', batches)
}

export function fillTrades(folder: string, batches: Iterable<LineBatch>): Promise<Filled> {
  return fill(folder, 'trades', batches)
}

async function fill(folder: string, feed: 'market' | 'trades', batches: Iterable<LineBatch>): Promise<Filled> {
  const writer = await LiveWriter.open({ dataDir: folder }, noKnownItems)
  let [rows, takeMilliseconds, rollUpMilliseconds] = [0, 0, 0]
  let batch = 0
  const rollUp = async () => {
    while (await writer.rollUp());
  }
  try {
    for (const { bytes, rows: sent } of batches) {
      takeMilliseconds += await timed(() => writer.ingest(feed, { bytes, firstLine: 1 }, receivedAt))
      rows += sent
      if (++batch % batchesPerRollUp === 0) rollUpMilliseconds += await timed(rollUp)
    }
    rollUpMilliseconds += await timed(rollUp)
  } finally {
    await writer.close()
  }
  return { rows, takeMilliseconds, rollUpMilliseconds }
}
