import type { Feed } from '../../api/live/feeds.ts'
import type { LiveStore } from '../../api/live/live-store.ts'
import type { Batch, Receipt } from './live-writer.ts'

/** The live store with its intake. Calls reject with `ThreadBusyError` when too many wait. */
export interface LiveIntake extends LiveStore {
  /** Batches that are not durable yet. */
  readonly pendingBatches: number
  /** Stores a batch; resolves once it is durable. */
  take(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt>
  close(): Promise<void>
}
