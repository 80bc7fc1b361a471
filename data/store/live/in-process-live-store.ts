import type { Kysely } from 'kysely'
import type { Feed } from '../../api/model/feeds/feeds.ts'
import type { StoreLocation } from '../dialect/open-store.ts'
import type { LiveIngest } from './intake/live-ingest.ts'
import { measureSeconds } from './reading/measure-seconds.ts'
import { LiveReader, openLive } from './reading/live-reader.ts'
import type { LiveTables } from './rows/tables.ts'
import { LiveWriter, type Batch, type KnownItems, type Receipt } from './intake/live-writer.ts'

const noKnownItems: KnownItems = { patchId: () => null, item: () => undefined }

/** The live store on the calling thread, for commands and tests. Every batch of the market is rolled up at once. */
export class InProcessLiveStore extends LiveReader implements LiveIngest {
  readonly writer: LiveWriter
  readonly pendingBatches = 0

  private constructor(db: Kysely<LiveTables>, writer: LiveWriter) {
    super(db)
    this.writer = writer
  }

  static async open(location: StoreLocation, known: KnownItems = noKnownItems): Promise<InProcessLiveStore> {
    const writer = await LiveWriter.open(location, known)
    return new InProcessLiveStore(await openLive(location), writer)
  }

  pendingCalls(): Readonly<Record<string, number>> {
    return {}
  }

  indexLag(): Promise<number> {
    return measureSeconds(() => this.market.follow())
  }

  async ingest(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt> {
    const receipt = await this.writer.ingest(feed, batch, receivedAt)
    if (feed === 'market') while (await this.writer.rollUp());
    return receipt
  }

  override async close(): Promise<void> {
    await super.close()
    await this.writer.close()
  }
}
