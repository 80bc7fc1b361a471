import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { subscriptionTest, type Subscription } from '../../data/api/live/events.ts'
import type { ChangedRow } from '../../data/api/model/live-store.ts'
import { whenClosed } from '../http/when-closed.ts'

/** A range of changes: those of all feeds after `from` up to `to`, with the bytes of each. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly frames: readonly Frame[]
}

export interface Frame extends ChangedRow {
  readonly bytes: Buffer
}

export interface EventSource {
  /** The change up to which live streams have been sent. */
  readonly position: number
  /** Changes of the subscribed feeds after a number. */
  read(subscription: Subscription, after: number): Promise<Stretch>
}

/** How long a client may take no data before it is disconnected. */
const maxBlockedMilliseconds = 10_000

/**
 * The stream of one client. While it is up to date it is sent each range as it arrives; else it reads what it lacks
 * from the store, only as fast as the client takes it, so a slow client costs no memory.
 */
export class EventStream {
  readonly subscription: Subscription
  /** Streams with the same key are sent the same bytes. */
  readonly key: string
  readonly #res: ServerResponse
  readonly #source: EventSource
  readonly #isMeant: (changed: ChangedRow) => boolean
  readonly #closed = new AbortController()
  #position: number
  #hasCaughtUp = false
  #wasCut = false

  constructor(res: ServerResponse, source: EventSource, subscription: Subscription, after: number) {
    this.subscription = subscription
    this.key = JSON.stringify(subscription)
    this.#isMeant = subscriptionTest(subscription)
    this.#res = res
    this.#source = source
    this.#position = after
    whenClosed(res, () => this.#closed.abort())
    res.on('error', () => this.#closed.abort())
  }

  /** The client did not take its events in time. */
  get wasCut(): boolean {
    return this.#wasCut
  }

  /** Sends everything after the position, until the client is gone. */
  start(): void {
    this.#res.write(`: open\nretry: 2000\nid: ${this.#position}\n\n`)
    this.#catchUp()
  }

  /** The bytes of a range for this stream, if the stream is up to date; the same for all with its key. */
  bytesOf(stretch: Stretch): Buffer {
    const meant = stretch.frames.filter((frame) => frame.change > this.#position && this.#isMeant(frame))
    return Buffer.concat(meant.map(({ bytes }) => bytes))
  }

  /** Whether the whole range is new to the stream. */
  isAt(position: number): boolean {
    return this.#hasCaughtUp && this.#position === position
  }

  /** Sends `bytes`, this stream's part of the next range; does nothing while the stream is behind. */
  tell(stretch: Stretch, bytes: Buffer): void {
    if (!this.#hasCaughtUp) return
    this.#position = Math.max(this.#position, stretch.to)
    if (bytes.length > 0 && !this.#res.write(bytes)) this.#catchUp()
  }

  /** Keeps proxies from closing the connection, and reports the position when there were no events for the stream. */
  beat(): void {
    if (!this.#res.writableNeedDrain) this.#res.write(`: heartbeat\nid: ${this.#position}\n\n`)
  }

  /** Ends it cleanly: its client reconnects. */
  end(): void {
    this.#closed.abort()
    this.#res.end()
  }

  #catchUp(): void {
    this.#hasCaughtUp = false
    // The client is gone or the store does not answer: the client reconnects with the number of its last event.
    this.#readOn().catch(() => this.#res.writableEnded || this.#res.destroy())
  }

  async #readOn(): Promise<void> {
    for (;;) {
      await this.#drained()
      // No await in between: later changes are sent as they arrive.
      if (this.#position >= this.#source.position) break
      const { to, frames } = await this.#source.read(this.subscription, this.#position)
      this.#closed.signal.throwIfAborted()
      if (to <= this.#position) throw new Error('The newest change is older than it was')
      for (const { change, bytes } of frames.filter(this.#isMeant)) {
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
    late.catch(() => undefined) // taken in time
    const result = await Promise.race([once(this.#res, 'drain', { signal }), late])
    waited.abort()
    if (result !== 'late') return
    this.#wasCut = true
    throw new Error('The client is too slow')
  }
}
