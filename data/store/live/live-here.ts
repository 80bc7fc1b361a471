import { join } from 'node:path'
import type { Feed } from '../../api/live/feeds.ts'
import type { LiveIntake } from './live-intake.ts'
import { LiveReader } from './live-reader.ts'
import { liveFile, LiveWriter, type Batch, type KnownItems, type Receipt } from './live-writer.ts'

const nothingKnown: KnownItems = { patchId: () => null, item: () => undefined }

/** live.db on the calling thread: for commands and suites, where nobody else waits. Roll-ups are done with each batch. */
export class LiveHere extends LiveReader implements LiveIntake {
  readonly writer: LiveWriter
  readonly pendingBatches = 0

  private constructor(file: string, writer: LiveWriter) {
    super(file)
    this.writer = writer
  }

  static async open(dataDir: string, known: KnownItems = nothingKnown): Promise<LiveHere> {
    const file = join(dataDir, liveFile)
    const writer = await LiveWriter.open(file, known)
    return new LiveHere(file, writer)
  }

  async take(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt> {
    const receipt = await this.writer.take(feed, batch, receivedAt)
    if (feed === 'market') while (await this.writer.rollUp());
    return receipt
  }

  override async close(): Promise<void> {
    await super.close()
    await this.writer.close()
  }
}
