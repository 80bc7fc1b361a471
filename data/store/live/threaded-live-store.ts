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
import { newestObservations } from './rows/counters.ts'
import { liveStore } from './rows/migrations.ts'
import { measureSeconds } from './reading/measure-seconds.ts'
import { openLive } from './reading/live-reader.ts'
import type { LiveTables } from './rows/tables.ts'
import { Thread, type ThreadOptions } from '../threads/thread.ts'

const maxReads = 1000
const maxBatches = 16
/**
 * Share of the connections of the process. Accounts and both readers have a quarter each, the writer the other eighth.
 */
const smallShare = 0.125

interface LiveStoreOptions {
  location: StoreLocation
  /** Name of the catalog's file in the location's folder. */
  catalogFile: string
  retention?: Retention
  /** Number of the newest listings in the market's index, which also has older ones that are open. Default: all. */
  indexedListings?: number
  /** Size of all caches of the process together, of which the writer has a share for pages of the file. */
  memoryMegabytes?: number
  /** Called with errors outside of any call. */
  onFailure?: ThreadOptions['onReport']
}

/**
 * The live store off the main thread: one thread writes, one has the index of the market, one reads everything else.
 */
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

  /** For small reads on the calling thread. */
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
   * Opens the store and runs its migrations. Threads take 20 MB each and start when they are first needed; if there is a
   * retention, the writer starts at once.
   */
  static async open(options: LiveStoreOptions): Promise<ThreadedLiveStore> {
    const { location, catalogFile, retention = {}, memoryMegabytes, onFailure } = options
    const pageBytes = new Caches(memoryMegabytes).maxBytesOf('written')
    await (await openStore<LiveTables>(location, liveStore, { access: 'write', share: 0 })).db.destroy()
    const writer = thread('writer', { location, catalogFile, retention, pageBytes }, maxBatches, onFailure)
    try {
      if (Object.keys(retention).length > 0) await writer.start()
      return new ThreadedLiveStore(options, await openLive(location, smallShare), writer)
    } catch (error) {
      // An error while closing must not hide this one.
      await writer.close(['close']).catch(() => undefined)
      throw error
    }
  }

  /**
   * Fills the index of the market, if there are listings, so that the first request does not have to wait (0.5 s with
   * 35,000). Resolves to the reason if there is a snapshot that could not be used.
   */
  async warmUp(): Promise<string | undefined> {
    if ((await this.newest()).market === undefined) return undefined
    return (await this.#market.call(['unusableSnapshot'], [])) as string | undefined
  }

  now(): number {
    return Date.now()
  }

  newest(): Promise<Partial<Record<Feed, number>>> {
    return newestObservations(this.#db)
  }

  get pendingBatches(): number {
    return this.#writer.pending
  }

  pendingCalls(): Readonly<Record<string, number>> {
    return { writer: this.#writer.pending, market: this.#market.pending, reader: this.#reader.pending }
  }

  async indexLag(): Promise<number | undefined> {
    return this.#market.isRunning ? measureSeconds(() => this.#market.call(['market', 'follow'], [])) : undefined
  }

  async ingest(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt> {
    return (await this.#writer.call(['ingest'], [feed, batch, receivedAt])) as Receipt
  }

  async close(): Promise<void> {
    // If the snapshot cannot be written, the next start reads the listings instead.
    const market = this.#market.close(['market', 'save']).catch(() => undefined)
    // The writer closes last: the last connection to a SQLite file writes its log back into it.
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
