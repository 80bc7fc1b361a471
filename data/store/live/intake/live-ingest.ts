import type { Feed } from '../../../api/model/feeds/feeds.ts'
import type { LiveStore } from '../../../api/model/live-store.ts'
import type { Batch, Receipt } from './live-writer.ts'

/** The live store with its intake. Calls reject with `ThreadBusyError` when too many wait. */
export interface LiveIngest extends LiveStore {
  /** Batches that are not durable yet. */
  readonly pendingBatches: number
  /** Calls that wait or are being answered, by thread. */
  pendingCalls(): Readonly<Record<string, number>>
  /** How long the index of the market takes to take in what was committed before the call, in seconds; undefined while there is none. */
  indexLag(): Promise<number | undefined>
  /** Stores a batch; resolves once it is durable. */
  ingest(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt>
  close(): Promise<void>
}
