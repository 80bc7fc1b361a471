import type { Feed } from '../../../api/model/feeds/feeds.ts'
import type { LiveStore } from '../../../api/model/live-store.ts'
import type { Batch, Receipt } from './live-writer.ts'

/** The live store with its intake. Calls reject with `ThreadBusyError` if too many are waiting. */
export interface LiveIngest extends LiveStore {
  /** Number of batches that are not durable yet. */
  readonly pendingBatches: number
  /** Number of calls that are waiting or being answered, by thread. */
  pendingCalls(): Readonly<Record<string, number>>
  /**
   * Measures how many seconds the index of the market takes to apply what was committed before the call; undefined while
   * there is no index.
   */
  indexLag(): Promise<number | undefined>
  /** Stores a batch. Resolves once it is durable. `receivedAt` is in ms since 1970. */
  ingest(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt>
  close(): Promise<void>
}
