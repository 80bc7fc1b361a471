import type { Kysely } from 'kysely'
import { creationInstant, feeds, observationInstant, type Feed, type Line } from '../../../api/model/feeds/feeds.ts'
import { linesIn } from '../../files/lines.ts'
import { fileOf, openStore, type StoreLocation } from '../../dialect/open-store.ts'
import { maxLineBytes, readLine, decodeLines, type RejectedLine } from './line-reader.ts'
import { ingestListings, type KnownItem } from '../feeds/listings.ts'
import { ingestMerchantQuests, ingestMerchantStock } from '../feeds/merchants.ts'
import { liveStore } from '../rows/migrations.ts'
import { newestObservation, getCounter, setCounter } from '../rows/counters.ts'
import { ingestPopulation } from '../feeds/population.ts'
import { quarantinedLines, quarantineLines, releaseLines, type QuarantinedLine } from './quarantine.ts'
import { withoutPruned } from './pruned-lines.ts'
import { prune, type OnPruneFailure, type Retention } from './retention.ts'
import { rollUp } from '../prices/roll-up.ts'
import type { LiveTables } from '../rows/tables.ts'
import { ingestLeaderboards } from '../feeds/ingest-leaderboards.ts'
import { ingestTrades } from '../feeds/trades.ts'

/** Looks up in the catalog what lines of listings leave out. */
export interface KnownItems {
  /** Id of the current patch; null if there is none. */
  patchId(): number | null
  /** Undefined if the catalog does not have the item. */
  item(itemId: string): KnownItem | undefined
}

/** The outcome of a batch, once it is durable. */
export interface Receipt {
  /** Number of lines that changed something. */
  readonly accepted: number
  /** Number of valid lines that changed nothing. */
  readonly duplicates: number
  readonly rejected: readonly RejectedLine[]
}

/** A part of the body of a request. */
export interface Batch {
  /** Whole lines, as NDJSON. */
  readonly bytes: Uint8Array
  /** Number of the first line in the body. */
  readonly firstLine: number
  /** Lines that are too long to be read: their numbers and first bytes. */
  readonly tooLong?: readonly { readonly line: number; readonly bytes: Uint8Array }[]
}

interface RejectedBytes extends RejectedLine {
  readonly bytes: Uint8Array
}

/** The lines of a batch after validation. */
interface ReadBatch<F extends Feed> {
  readonly valid: readonly Line<F>[]
  readonly rejected: readonly RejectedBytes[]
}

/**
 * Lines whose instants are further ahead of the clock are refused: a wrong clock would make them the newest for as
 * long.
 */
const maxAheadMilliseconds = 5 * 60_000

export const liveFile = fileOf(liveStore)

const changesPerStep = 5000
/** Share of the connections that a process may have. */
const share = 0.125

/** Writes the live store. Several processes may have one open; their transactions run one after the other. */
export class LiveWriter {
  readonly #db: Kysely<LiveTables>
  readonly #known: KnownItems

  private constructor(db: Kysely<LiveTables>, known: KnownItems) {
    this.#db = db
    this.#known = known
  }

  /** Opens the store with `openStore`. `pageBytes` limits the memory for pages of a SQLite file. */
  static async open(location: StoreLocation, known: KnownItems, pageBytes?: number): Promise<LiveWriter> {
    const { db } = await openStore<LiveTables>(location, liveStore, { access: 'write', pageBytes, share })
    return new LiveWriter(db, known)
  }

  /** Reads a batch and stores its lines. */
  ingest(feed: Feed, batch: Batch, receivedAt: number): Promise<Receipt> {
    return this.store(feed, readBatch(feed, batch, receivedAt), receivedAt)
  }

  /** Stores the valid lines of a batch and puts the others into quarantine, in one transaction. */
  async store<F extends Feed>(feed: F, { valid, rejected }: ReadBatch<F>, receivedAt: number): Promise<Receipt> {
    const accepted = await this.#db.transaction().execute(async (transaction) => {
      const lines = await withoutPruned(transaction, feed, valid)
      const changed = await this.#store(transaction, feed, lines, receivedAt)
      await recordNewest(transaction, feed, valid, receivedAt)
      await quarantineLines(transaction, feed, rejected, receivedAt)
      return changed
    })
    return {
      accepted,
      duplicates: valid.length - accepted,
      rejected: rejected.map(({ line, errors }) => ({ line, errors })),
    }
  }

  /** Adds some changes to the roll-ups. Returns whether there are more. */
  rollUp(changes = changesPerStep): Promise<boolean> {
    return rollUp(this.#db, changes)
  }

  /**
   * Deletes some rows that are older than `retention` allows. Returns whether there are more. `onFailure` is called for each
   * feed that fails; by default its error is thrown.
   */
  prune(retention: Retention, now: number, onFailure: OnPruneFailure = rethrow): Promise<boolean> {
    return prune(this.#db, retention, now, onFailure)
  }

  /** Lines in quarantine in the order of their numbers, after the number `after`. */
  quarantined(after?: number, limit?: number): Promise<readonly QuarantinedLine[]> {
    return quarantinedLines(this.#db, after, limit)
  }

  /**
   * Ingests lines in quarantine again, as of the instant when they were received; lines with the same one are a batch.
   * Lines that are accepted now leave the quarantine. Returns their number.
   */
  async replay(lines: readonly QuarantinedLine[]): Promise<number> {
    let stored = 0
    for (const feed of feeds) {
      const ofFeed = lines.filter((line) => line.feed === feed)
      for (const receivedAt of new Set(ofFeed.map((line) => line.receivedAt))) {
        const together = ofFeed.filter((line) => line.receivedAt === receivedAt)
        stored += await this.#replayBatch(feed, together, receivedAt)
      }
    }
    return stored
  }

  close(): Promise<void> {
    return this.#db.destroy()
  }

  async #replayBatch(feed: Feed, lines: readonly QuarantinedLine[], receivedAt: number): Promise<number> {
    const bytes = Buffer.concat(lines.flatMap(({ line }) => [line, Buffer.from('\n')]))
    const { rejected } = await this.ingest(feed, { bytes, firstLine: 0 }, receivedAt)
    const refused = new Set(rejected.map(({ line }) => line))
    const accepted = lines.filter((_, at) => !refused.has(at)).map(({ number }) => number)
    await releaseLines(this.#db, accepted)
    return accepted.length
  }

  #store<F extends Feed>(
    db: Kysely<LiveTables>,
    feed: F,
    valid: readonly Line<F>[],
    receivedAt: number,
  ): Promise<number> {
    const known = this.#known
    const context = { receivedAt, patchId: known.patchId(), known: (itemId: string) => known.item(itemId) }
    const stores: { readonly [F in Feed]: (lines: readonly Line<F>[]) => Promise<number> } = {
      market: (lines) => ingestListings(db, lines, context),
      trades: (lines) => ingestTrades(db, lines),
      'merchant-stock': (lines) => ingestMerchantStock(db, lines),
      'merchant-quests': (lines) => ingestMerchantQuests(db, lines),
      population: (lines) => ingestPopulation(db, lines),
      leaderboards: (lines) => ingestLeaderboards(db, lines),
    }
    return stores[feed](valid)
  }
}

const rethrow: OnPruneFailure = (_feed, error) => {
  throw error
}

/** Reads and validates the lines of a batch. Blank lines are skipped. */
export function readBatch<F extends Feed>(
  feed: F,
  { bytes, firstLine, tooLong = [] }: Batch,
  receivedAt: number,
): ReadBatch<F> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const valid: Line<F>[] = []
  const refused: { at: number; errors: readonly string[] }[] = []
  for (const [at, text] of decodeLines(buffer).entries()) {
    if (text !== undefined && isBlank(text)) continue
    const read = readLine(feed, text)
    const errors = 'line' in read ? clockErrors(feed, read.line, receivedAt) : read.errors
    if ('line' in read && errors.length === 0) valid.push(read.line)
    else refused.push({ at, errors })
  }
  const lines = refused.length > 0 ? [...linesIn([buffer])] : []
  const rejected = refused.map(({ at, errors }) => ({ line: firstLine + at, errors, bytes: lines[at] ?? Buffer.of() }))
  const long = tooLong.map((line) => ({ ...line, errors: [`expected a line of at most ${maxLineBytes / 1024} KB`] }))
  return { valid, rejected: [...rejected, ...long].sort((a, b) => a.line - b.line) }
}

const isBlank = (text: string) => /^[ \r\t]*$/.test(text)

function clockErrors<F extends Feed>(feed: F, line: Line<F>, receivedAt: number): string[] {
  const error = 'expected an instant that is at most 5 minutes ahead of the clock here'
  const isAhead = (instant: number | null) => instant !== null && instant > receivedAt + maxAheadMilliseconds
  return [
    ...(isAhead(observationInstant(feed, line)) ? [error] : []),
    ...(isAhead(creationInstant(feed, line)) ? [`created_at: ${error}`] : []),
  ]
}

/** The instant at which a line was observed, or that of receipt if the line names none or a later one. */
const observedAt = <F extends Feed>(feed: F, line: Line<F>, receivedAt: number): number =>
  Math.min(observationInstant(feed, line) ?? receivedAt, receivedAt)

async function recordNewest<F extends Feed>(
  db: Kysely<LiveTables>,
  feed: F,
  valid: readonly Line<F>[],
  receivedAt: number,
): Promise<void> {
  if (valid.length === 0) return
  const newest = valid.reduce<number>((last, line) => Math.max(last, observedAt(feed, line, receivedAt)), 0)
  if (newest > (await getCounter(db, newestObservation(feed)))) await setCounter(db, newestObservation(feed), newest)
}
