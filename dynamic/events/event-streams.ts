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
import { EventStream, type EventSource, type Frame, type Stretch } from './event-stream.ts'

interface EventStreamsOptions {
  live: LiveStore
  limits: ConnectionLimits
  trustProxy: number
  log: Logger
}

const pollMilliseconds = 100
const heartbeatMilliseconds = 15_000
const changesPerRead = 200
/** How many catching-up streams read at once; the others wait, without delaying live ones. */
const readsAtOnce = 4
const framesBytes = 8 * 1024 * 1024

/** Every open stream. Changes are read once for all streams that have caught up, and each is serialized once. */
export class EventStreams implements EventSource {
  readonly #options: EventStreamsOptions
  readonly #streams = new Set<EventStream>()
  readonly #open: OpenConnections
  readonly #frames = new LRUCache<number, Frame>({ maxSize: framesBytes, sizeCalculation: ({ bytes }) => bytes.length })
  readonly #limitReads = pLimit(readsAtOnce)
  #position = 0
  #following: Promise<void> | undefined
  #cutCount = 0
  #isClosed = false

  constructor(options: EventStreamsOptions) {
    this.#options = options
    this.#open = new OpenConnections({ ...options, what: 'streams' })
  }

  get position(): number {
    return this.#position
  }

  /** Streams that are open. */
  get openCount(): number {
    return this.#open.count
  }

  /** Number of streams that were closed because their clients were too slow. */
  get cutCount(): number {
    return this.#cutCount
  }

  /** Opens the stream that a request asks for. Throws `invalid_parameter`, `rate_limited` or `unavailable`. */
  async open(context: RequestContext, request: CanonicalRequest, store: CatalogStore): Promise<void> {
    const subscription = subscriptionOf(request, store)
    const asked = lastEventId(context) ?? request.values.after
    const headers = { ...apiHeaders, ...headersOf(request), 'x-accel-buffering': 'no' }
    if (context.method === 'HEAD') return void sendHead(context, headers).end()
    this.#open.take(context)
    const newest = await this.#start()
    const { res } = context
    if (res.destroyed || this.#isClosed) return void res.destroy()
    sendHead(context, headers)
    // A store that was restored from a backup continues counting from there.
    const after = asked === undefined ? newest : Math.min(Number(asked), newest)
    const stream = new EventStream(res, this, subscription, after)
    this.#streams.add(stream)
    whenClosed(res, () => {
      this.#streams.delete(stream)
      if (stream.wasCut) this.#cutCount += 1
    })
    stream.start()
  }

  /** Ends every stream: clients reconnect with the number of their last event. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end()
  }

  async read({ feeds }: Subscription, after: number): Promise<Stretch> {
    const { live } = this.#options
    const span = { after, limit: changesPerRead, now: live.now() }
    return this.#stretch(after, await this.#limitReads(() => live.changes.ofFeeds(feeds, span)))
  }

  /** Follows the store while there are streams. Resolves to the newest change. */
  async #start(): Promise<number> {
    const newest = await this.#options.live.changes.newest()
    if (this.#following) return newest
    this.#position = newest
    this.#following = this.#follow().finally(() => (this.#following = undefined))
    return newest
  }

  async #follow(): Promise<void> {
    const heartbeat = setInterval(() => {
      for (const stream of this.#streams) stream.beat()
    }, heartbeatMilliseconds)
    try {
      for (let hasFailed = false; this.#open.count > 0 && !this.#isClosed; await delay(pollMilliseconds))
        hasFailed = await this.#tellChanges().then(
          () => false,
          (error: unknown) => this.#logFailure(error, hasFailed),
        )
    } finally {
      clearInterval(heartbeat)
    }
  }

  #logFailure(error: unknown, isRepeated: boolean): true {
    if (!isRepeated && !this.#isClosed)
      this.#options.log.error({ err: error }, 'changes could not be read for streams; it is tried again')
    return true
  }

  async #tellChanges(): Promise<void> {
    const { live } = this.#options
    const newest = await live.changes.newest()
    if (newest < this.#position) this.#restartAt(newest)
    for (let isLast = newest <= this.#position; !isLast;) {
      const from = this.#position
      const page = await live.changes.ofFeeds(changeFeeds, { after: from, limit: changesPerRead, now: live.now() })
      this.#tell(this.#stretch(from, page))
      isLast = page.isLast
    }
  }

  /** A database that was restored counts on from an earlier change: clients reconnect, and are sent what follows. */
  #restartAt(newest: number): void {
    this.#position = newest
    this.#frames.clear()
    for (const stream of this.#streams) stream.end()
  }

  #tell(stretch: Stretch): void {
    const shared = new Map<string, Buffer>()
    this.#position = stretch.to
    for (const stream of this.#streams) {
      const isWhole = stream.isAt(stretch.from)
      const bytes = (isWhole ? shared.get(stream.key) : undefined) ?? stream.bytesOf(stretch)
      if (isWhole) shared.set(stream.key, bytes)
      stream.tell(stretch, bytes)
    }
  }

  #stretch(from: number, { rows, next }: ChangePage): Stretch {
    return { from, to: Math.max(from, next), frames: rows.map((changed) => this.#frame(changed)) }
  }

  /** A row may look different though it has not changed: a listing expires as time passes. */
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
  // The URL alone is valid: others may open it.
  context.noStore = true
  throw invalidParameters([{ parameter: 'Last-Event-ID', message: read.message, allowed: ['the `id` of an event'] }])
}
