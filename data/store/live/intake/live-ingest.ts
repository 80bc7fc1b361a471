import type { Feed } from '../../../api/model/feeds/feeds.ts'
import type { LiveStore } from '../../../api/model/live-store.ts'
import type { Batch, Receipt } from './live-writer.ts'

/** The live store with its intake. Calls reject with `ThreadBusyError` when too many wait. */
export interface LiveIngest extends LiveStore {
  /** Batches that are not durable yet. */
  readonly pendingBatches: number
  /** Stores a batch; resolves once it is durable. */
  ingest(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt>
  close(): Promise<void>
}
