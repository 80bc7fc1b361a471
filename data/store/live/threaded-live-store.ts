import type { Kysely } from 'kysely'
import type { Feed } from '../../api/model/feeds/feed-names.ts'
import type {
  ChangeReads,
  LeaderboardReads,
  MarketReads,
  MerchantReads,
  PopulationReads,
  TradeReads,
} from '../../api/model/live-store.ts'
import { Caches } from '../cache/caches.ts'
import { openStore, type StoreLocation } from '../dialect/open-store.ts'
import type { LiveIngest } from './intake/live-ingest.ts'
import type { Batch, Receipt } from './intake/live-writer.ts'
import type { Retention } from './intake/retention.ts'
import { newestChange } from './rows/change-numbers.ts'
import { newestOfFeeds } from './rows/counters.ts'
import { liveStore } from './rows/migrations.ts'
import { secondsOf } from './reading/seconds-of.ts'
import { openLive } from './reading/live-reader.ts'
import type { LiveTables } from './rows/tables.ts'
import { Thread, type ThreadOptions } from '../threads/thread.ts'

const maxReads = 1000
const maxBatches = 16
/** Of the connections of the process: with a quarter each for accounts and both readers, and an eighth to write, all. */
const smallShare = 0.125

interface LiveStoreOptions {
  location: StoreLocation
  /** Name of the catalog's file in the location's folder. */
  catalogFile: string
  retention?: Retention
  /** How many listings the market's index has at most, beside older ones that are open; all where nothing is said. */
  indexedListings?: number
  /** What all caches of the process may hold together: pages that are written have a share. */
  memoryMegabytes?: number
  /** Takes errors that no call waits for. */
  onFailure?: ThreadOptions['onReport']
}

/** The live store, read and written off the main thread: one thread writes, one has the market's index, one reads everything else. */
export class ThreadedLiveStore implements LiveIngest {
  readonly market: MarketReads
  readonly trades: TradeReads
  readonly merchants: MerchantReads
  readonly population: PopulationReads
  readonly leaderboards: LeaderboardReads
  readonly changes: ChangeReads
  readonly #writer: Thread
  readonly #market: Thread
  readonly #reader: Thread

  /** Small reads of this thread. */
  readonly #db: Kysely<LiveTables>

  private constructor(
    { location, indexedListings = Infinity }: LiveStoreOptions,
    db: Kysely<LiveTables>,
    writer: Thread,
  ) {
    this.#db = db
    this.#writer = writer
    this.#market = thread('reader', { location, indexedListings }, maxReads)
    this.#reader = thread('reader', { location }, maxReads)
    this.market = this.#market.remote('market') as MarketReads
    this.trades = this.#reader.remote('trades') as TradeReads
    this.merchants = this.#reader.remote('merchants') as MerchantReads
    this.population = this.#reader.remote('population') as PopulationReads
    this.leaderboards = this.#reader.remote('leaderboards') as LeaderboardReads
    const changes = this.#reader.remote('changes') as ChangeReads
    this.changes = {
      ofFeed: (feed, span) => changes.ofFeed(feed, span),
      ofFeeds: (feeds, span) => changes.ofFeeds(feeds, span),
      newest: () => newestChange(this.#db),
    }
  }

  /**
   * Resolves when the tables of a file are up to date. Threads start when they are first needed, each of them 20 MB;
   * the writer at once to prune.
   */
  static async open(options: LiveStoreOptions): Promise<ThreadedLiveStore> {
    const { location, catalogFile, retention = {}, memoryMegabytes, onFailure } = options
    const pageBytes = new Caches(memoryMegabytes).bytesOf('written')
    await (await openStore<LiveTables>(location, liveStore, { access: 'write', share: 0 })).db.destroy()
    const writer = thread('writer', { location, catalogFile, retention, pageBytes }, maxBatches, onFailure)
    try {
      if (Object.keys(retention).length > 0) await writer.start()
      return new ThreadedLiveStore(options, await openLive(location, smallShare), writer)
    } catch (error) {
      // What failed first is the reason.
      await writer.close(['close']).catch(() => undefined)
      throw error
    }
  }

  /**
   * Reads the listings, if there are any, before the first request: with 35,000 of them it would take 0.5 s. Resolves
   * to why there is a snapshot of them that could not be used.
   */
  async warmUp(): Promise<string | undefined> {
    if ((await this.newest()).market === undefined) return undefined
    return (await this.#market.call(['unusableSnapshot'], [])) as string | undefined
  }

  now(): number {
    return Date.now()
  }

  newest(): Promise<Partial<Record<Feed, number>>> {
    return newestOfFeeds(this.#db)
  }

  get pendingBatches(): number {
    return this.#writer.pending
  }

  pendingCalls(): Readonly<Record<string, number>> {
    return { writer: this.#writer.pending, market: this.#market.pending, reader: this.#reader.pending }
  }

  async indexLag(): Promise<number | undefined> {
    return this.#market.isRunning ? secondsOf(() => this.#market.call(['market', 'follow'], [])) : undefined
  }

  async ingest(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt> {
    return (await this.#writer.call(['ingest'], [feed, batch, receivedAt])) as Receipt
  }

  async close(): Promise<void> {
    // Where the snapshot cannot be written, the next start reads the listings.
    const market = this.#market.close(['market', 'save']).catch(() => undefined)
    // The writer last: who closes the file last writes its log back into it.
    await Promise.all([market, this.#reader.close(), this.#db.destroy()])
    await this.#writer.close(['close'])
  }
}

const thread = (
  name: string,
  data: Record<string, unknown>,
  maxPending: number,
  onReport?: ThreadOptions['onReport'],
): Thread => new Thread({ module: new URL(`./threads/${name}-thread.ts`, import.meta.url), data, maxPending, onReport })
