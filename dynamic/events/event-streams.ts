import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { apiHeaders } from '../../data/api/answer/api-headers.ts'
import { headersOf } from '../../data/api/answer/respond.ts'
import { eventText, subscriptionOf, type Subscription } from '../../data/api/live/events.ts'
import type { CanonicalRequest } from '../../data/api/model/endpoint.ts'
import { changeFeeds } from '../../data/api/model/feeds/feed-names.ts'
import type { ChangedRow, ChangePage, LiveStore } from '../../data/api/model/live-store.ts'
import type { CatalogStore } from '../../data/api/model/store.ts'
import { integer, ParseError } from '../../data/api/model/values/codecs.ts'
import { invalidParameters } from '../../data/api/model/values/errors.ts'
import { OpenConnections, type ConnectionLimits } from '../gate/open-connections.ts'
import type { RequestContext } from '../http/request-context.ts'
import { sendHead } from '../http/send.ts'
import { whenClosed } from '../http/when-closed.ts'
import { EventStream, type EventSource, type Frame, type ChangeRange } from './event-stream.ts'

interface EventStreamsOptions {
  live: LiveStore
  limits: ConnectionLimits
  trustProxy: number
  log: Logger
}

const pollMilliseconds = 100
const heartbeatMilliseconds = 15_000
const changesPerRead = 200
/**
 * Maximum number of concurrent reads by streams that are behind. Further ones wait, without delaying streams that are
 * up to date.
 */
const maxConcurrentReads = 4
const maxCachedFramesBytes = 8 * 1024 * 1024

/** Manages the open streams. Changes are read once for all streams that are up to date, and each is serialized once. */
export class EventStreams implements EventSource {
  readonly #options: EventStreamsOptions
  readonly #streams = new Set<EventStream>()
  readonly #open: OpenConnections
  readonly #frames = new LRUCache<number, Frame>({
    maxSize: maxCachedFramesBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  readonly #limitReads = pLimit(maxConcurrentReads)
  #position = 0
  #following: Promise<void> | undefined
  #cutCount = 0
  #isClosed = false

  constructor(options: EventStreamsOptions) {
    this.#options = options
    this.#open = new OpenConnections({ ...options, noun: 'streams' })
  }

  get position(): number {
    return this.#position
  }

  /** Number of open streams. */
  get openCount(): number {
    return this.#open.count
  }

  /** Number of streams that were closed because their clients were too slow. */
  get cutCount(): number {
    return this.#cutCount
  }

  /** Opens the requested stream. Rejects with `invalid_parameter`, `rate_limited` or `unavailable`. */
  async open(context: RequestContext, request: CanonicalRequest, store: CatalogStore): Promise<void> {
    const subscription = subscriptionOf(request, store)
    const requested = lastEventId(context) ?? request.values.after
    const headers = { ...apiHeaders, ...headersOf(request), 'x-accel-buffering': 'no' }
    if (context.method === 'HEAD') return void sendHead(context, headers).end()
    this.#open.take(context)
    const newest = await this.#start()
    const { res } = context
    if (res.destroyed || this.#isClosed) return void res.destroy()
    sendHead(context, headers)
    // In a store that was restored from a backup, the newest change may be older than the last event of the client.
    const after = requested === undefined ? newest : Math.min(Number(requested), newest)
    const stream = new EventStream(res, this, subscription, after)
    this.#streams.add(stream)
    whenClosed(res, () => {
      this.#streams.delete(stream)
      if (stream.wasCut) this.#cutCount += 1
    })
    stream.start()
  }

  /** Ends every stream. Clients reconnect with the number of their last event. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end()
  }

  async read({ feeds }: Subscription, after: number): Promise<ChangeRange> {
    const { live } = this.#options
    const span = { after, limit: changesPerRead, now: live.now() }
    return this.#rangeOf(after, await this.#limitReads(() => live.changes.ofFeeds(feeds, span)))
  }

  /** Begins to follow the store, which lasts while there are streams. Resolves to the number of the newest change. */
  async #start(): Promise<number> {
    const newest = await this.#options.live.changes.newest()
    if (this.#following) return newest
    this.#position = newest
    this.#following = this.#follow().finally(() => (this.#following = undefined))
    return newest
  }

  async #follow(): Promise<void> {
    const heartbeat = setInterval(() => {
      for (const stream of this.#streams) stream.sendHeartbeat()
    }, heartbeatMilliseconds)
    try {
      for (let hasFailed = false; this.#open.count > 0 && !this.#isClosed; await delay(pollMilliseconds))
        hasFailed = await this.#sendChanges().then(
          () => false,
          (error: unknown) => this.#logFailure(error, hasFailed),
        )
    } finally {
      clearInterval(heartbeat)
    }
  }

  #logFailure(error: unknown, isRepeated: boolean): true {
    if (!isRepeated && !this.#isClosed)
      this.#options.log.error({ err: error }, 'changes for streams of events could not be read; it is retried')
    return true
  }

  async #sendChanges(): Promise<void> {
    const { live } = this.#options
    const newest = await live.changes.newest()
    if (newest < this.#position) this.#restartAt(newest)
    for (let isLast = newest <= this.#position; !isLast;) {
      const from = this.#position
      const page = await live.changes.ofFeeds(changeFeeds, { after: from, limit: changesPerRead, now: live.now() })
      this.#sendRange(this.#rangeOf(from, page))
      isLast = page.isLast
    }
  }

  /**
   * Change numbers of a restored database continue from an earlier one: clients reconnect and are sent the changes
   * after it.
   */
  #restartAt(newest: number): void {
    this.#position = newest
    this.#frames.clear()
    for (const stream of this.#streams) stream.end()
  }

  #sendRange(range: ChangeRange): void {
    const shared = new Map<string, Buffer>()
    this.#position = range.to
    for (const stream of this.#streams) {
      const isWhole = stream.isAt(range.from)
      const bytes = (isWhole ? shared.get(stream.key) : undefined) ?? stream.bytesOf(range)
      if (isWhole) shared.set(stream.key, bytes)
      stream.send(range, bytes)
    }
  }

  #rangeOf(from: number, { rows, next }: ChangePage): ChangeRange {
    return { from, to: Math.max(from, next), frames: rows.map((changed) => this.#frame(changed)) }
  }

  /** Returns the cached frame of a change, unless its row looks different now: a listing expires without a change. */
  #frame(changed: ChangedRow): Frame {
    const known = this.#frames.get(changed.change)
    if (known && isDeepStrictEqual(known.row, changed.row)) return known
    const frame = { ...changed, bytes: Buffer.from(eventText(changed)) }
    this.#frames.set(changed.change, frame)
    return frame
  }
}

/** The number of the last event that a reconnecting client received. Throws `invalid_parameter`. */
function lastEventId(context: RequestContext): number | undefined {
  const given = context.req.headers['last-event-id']
  if (given === undefined || given === '') return undefined
  const read = integer().read(String(given))
  if (!(read instanceof ParseError)) return Number(read)
  // No cache may store the error, because the URL itself is valid.
  context.noStore = true
  throw invalidParameters([{ parameter: 'Last-Event-ID', message: read.message, allowed: ['the `id` of an event'] }])
}
