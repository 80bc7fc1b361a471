import { join } from 'node:path'
import type { Feed } from '../../api/live/feeds.ts'
import type {
  LeaderboardReads,
  MarketReads,
  MerchantReads,
  PopulationReads,
  TradeReads,
} from '../../api/live/live-store.ts'
import type { LiveIntake } from './live-intake.ts'
import { liveFile, type Batch, type Receipt } from './live-writer.ts'
import type { Retention } from './retention.ts'
import { Thread } from './threads/thread.ts'

const mostReads = 1000
const mostBatches = 16

export interface LiveStoreOptions {
  dataDir: string
  /** Name of the catalog's file in it. */
  catalogFile: string
  retention?: Retention
}

/** live.db, read and written off the main thread: one thread writes, one has the market's index, one reads everything else. */
export class LiveThreads implements LiveIntake {
  readonly market: MarketReads
  readonly trades: TradeReads
  readonly merchants: MerchantReads
  readonly population: PopulationReads
  readonly leaderboards: LeaderboardReads
  readonly #writer: Thread
  readonly #market: Thread
  readonly #reader: Thread

  private constructor(writer: Thread, market: Thread, reader: Thread) {
    this.#writer = writer
    this.#market = market
    this.#reader = reader
    this.market = market.remote('market') as MarketReads
    this.trades = reader.remote('trades') as TradeReads
    this.merchants = reader.remote('merchants') as MerchantReads
    this.population = reader.remote('population') as PopulationReads
    this.leaderboards = reader.remote('leaderboards') as LeaderboardReads
  }

  /** Resolves when the tables are up to date and the market is in memory. */
  static async open({ dataDir, catalogFile, retention = {} }: LiveStoreOptions): Promise<LiveThreads> {
    const file = join(dataDir, liveFile)
    const start = (name: string, data: Record<string, unknown>, mostPending: number) =>
      Thread.start({ module: new URL(`./threads/${name}-thread.ts`, import.meta.url), data, mostPending })
    const writer = await start('writer', { dataDir, catalogFile, retention }, mostBatches)
    const [market, reader] = await Promise.all([
      start('reader', { file, indexed: true }, mostReads),
      start('reader', { file, indexed: false }, mostReads),
    ])
    return new LiveThreads(writer, market, reader)
  }

  now(): number {
    return Date.now()
  }

  async newest(): Promise<Partial<Record<Feed, number>>> {
    return (await this.#reader.call(['newest'], [])) as Partial<Record<Feed, number>>
  }

  get pendingBatches(): number {
    return this.#writer.pending
  }

  async take(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt> {
    return (await this.#writer.call(['take'], [feed, batch, receivedAt])) as Receipt
  }

  async close(): Promise<void> {
    await this.#writer.close(['close'])
    await Promise.all([this.#market.close(), this.#reader.close()])
  }
}
