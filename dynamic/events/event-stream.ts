import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { subscriptionTest, type Subscription } from '../../data/api/live/events.ts'
import type { ChangedRow } from '../../data/api/model/live-store.ts'
import { whenClosed } from '../http/when-closed.ts'

/** The changes of all feeds after number `from` up to `to`, with the bytes of their events. */
export interface ChangeRange {
  readonly from: number
  readonly to: number
  readonly frames: readonly Frame[]
}

/** A changed row with the bytes of its event. */
export interface Frame extends ChangedRow {
  readonly bytes: Buffer
}

/** Where streams read changes from. */
export interface EventSource {
  /** Number of the last change that streams which are up to date have been sent. */
  readonly position: number
  /** Reads the next changes of the subscribed feeds after a number. */
  read(subscription: Subscription, after: number): Promise<ChangeRange>
}

/** How long a client may read nothing before it is disconnected. */
const maxBlockedMilliseconds = 10_000

/**
 * The stream of one client. A stream that is up to date is sent each range as it arrives. One that is behind reads the
 * missing changes from the store, only as fast as its client reads them, so a slow client costs no memory.
 */
export class EventStream {
  readonly subscription: Subscription
  /** Streams with the same key are sent the same bytes. */
  readonly key: string
  readonly #res: ServerResponse
  readonly #source: EventSource
  readonly #isSubscribed: (changed: ChangedRow) => boolean
  readonly #closed = new AbortController()
  #position: number
  #hasCaughtUp = false
  #wasCut = false

  constructor(res: ServerResponse, source: EventSource, subscription: Subscription, after: number) {
    this.subscription = subscription
    this.key = JSON.stringify(subscription)
    this.#isSubscribed = subscriptionTest(subscription)
    this.#res = res
    this.#source = source
    this.#position = after
    whenClosed(res, () => this.#closed.abort())
    res.on('error', () => this.#closed.abort())
  }

  /** Whether the stream was closed because its client did not read its events in time. */
  get wasCut(): boolean {
    return this.#wasCut
  }

  /** Sends all changes after the position, until the client disconnects. */
  start(): void {
    this.#res.write(`: open\nretry: 2000\nid: ${this.#position}\n\n`)
    this.#catchUp()
  }

  /**
   * Returns the bytes of a range's events for this stream. Streams at the same position with the same key have the same
   * bytes.
   */
  bytesOf(range: ChangeRange): Buffer {
    const events = range.frames.filter((frame) => frame.change > this.#position && this.#isSubscribed(frame))
    return Buffer.concat(events.map(({ bytes }) => bytes))
  }

  /** Whether the stream is up to date and was last sent the change with this number. */
  isAt(position: number): boolean {
    return this.#hasCaughtUp && this.#position === position
  }

  /** Sends the bytes of this stream's events in the next range. Does nothing while the stream is behind. */
  send(range: ChangeRange, bytes: Buffer): void {
    if (!this.#hasCaughtUp) return
    this.#position = Math.max(this.#position, range.to)
    if (bytes.length > 0 && !this.#res.write(bytes)) this.#catchUp()
  }

  /** Keeps proxies from closing the connection, and tells the client the position even without events for it. */
  sendHeartbeat(): void {
    if (!this.#res.writableNeedDrain) this.#res.write(`: heartbeat\nid: ${this.#position}\n\n`)
  }

  /** Ends the response cleanly, after which the client reconnects. */
  end(): void {
    this.#closed.abort()
    this.#res.end()
  }

  #catchUp(): void {
    this.#hasCaughtUp = false
    // The client has disconnected, or the store does not answer: the client reconnects with the number of its last
    // event.
    this.#readMissed().catch(() => this.#res.writableEnded || this.#res.destroy())
  }

  async #readMissed(): Promise<void> {
    for (;;) {
      await this.#drained()
      // Nothing is awaited after this `break`, so later changes are sent as they arrive.
      if (this.#position >= this.#source.position) break
      const { to, frames } = await this.#source.read(this.subscription, this.#position)
      this.#closed.signal.throwIfAborted()
      if (to <= this.#position) throw new Error('The newest change is older than it was')
      for (const { change, bytes } of frames.filter(this.#isSubscribed)) {
        this.#position = change
        if (!this.#res.write(bytes)) await this.#drained()
      }
      this.#position = to
    }
    this.#hasCaughtUp = true
  }

  async #drained(): Promise<void> {
    const { signal } = this.#closed
    signal.throwIfAborted()
    if (!this.#res.writableNeedDrain) return
    const waited = new AbortController()
    const late = delay(maxBlockedMilliseconds, 'late', { signal: AbortSignal.any([signal, waited.signal]) })
    late.catch(() => undefined) // aborted
    const result = await Promise.race([once(this.#res, 'drain', { signal }), late])
    waited.abort()
    if (result !== 'late') return
    this.#wasCut = true
    throw new Error('The client is too slow')
  }
}
