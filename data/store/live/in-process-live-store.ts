import { join } from 'node:path'
import type { Feed } from '../../api/model/feeds/feeds.ts'
import type { LiveIngest } from './intake/live-ingest.ts'
import { LiveReader } from './reading/live-reader.ts'
import { liveFile, LiveWriter, type Batch, type KnownItems, type Receipt } from './intake/live-writer.ts'

const noKnownItems: KnownItems = { patchId: () => null, item: () => undefined }

/** live.db on the calling thread: for commands and suites, where nothing else waits. Roll-ups are done with each batch. */
export class InProcessLiveStore extends LiveReader implements LiveIngest {
  readonly writer: LiveWriter
  readonly pendingBatches = 0

  private constructor(file: string, writer: LiveWriter) {
    super(file)
    this.writer = writer
  }

  static async open(dataDir: string, known: KnownItems = noKnownItems): Promise<InProcessLiveStore> {
    const file = join(dataDir, liveFile)
    const writer = await LiveWriter.open(file, known)
    return new InProcessLiveStore(file, writer)
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
