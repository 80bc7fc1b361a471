import { setImmediate as turn } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'
import { Client, DatabaseError, type ClientConfig } from 'pg'

/** How a server reacts to a new connection: it answers queries, it refuses them, or it does not respond in time. */
type Reply = 'ready' | 'refused' | 'silent'

const pauseMilliseconds = 500

/**
 * Knows whether a server answers. Once it does not, it is away: all queries fail at once, and a single connection tries
 * again and again. What one pool of a process finds silent, the others ask at once, whatever thread they are in: a
 * request that needs several of them does not wait for each.
 */
export class ServerHealth {
  readonly #config: ClientConfig
  /** Pools of the process with the same server; a message says that it did not respond. */
  readonly #others: BroadcastChannel
  /** Queries that wait for their answer. */
  readonly #waiting = new Set<(why: Error) => void>()
  /** How long the server may be silent, in ms. */
  readonly #silentMilliseconds: number
  /** Until when queries ask at once, because another pool has found silence. */
  #suspectUntil = 0
  #isAway = false
  #isClosed = false
  #why: unknown
  #asking: Promise<Reply> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(config: ClientConfig, silentMilliseconds: number) {
    this.#config = { ...config, connectionTimeoutMillis: silentMilliseconds, query_timeout: silentMilliseconds }
    this.#silentMilliseconds = silentMilliseconds
    this.#others = new BroadcastChannel(`silence of ${config.connectionString}`)
    this.#others.onmessage = () => this.#suspect()
    this.#others.unref()
  }

  get isAway(): boolean {
    return this.#isAway
  }

  /** The last error by which the server was found to be away. */
  get why(): unknown {
    return this.#why
  }

  /**
   * Settles as the promise does, but rejects when the server has fallen silent meanwhile. A statement may take long
   * while the server answers others.
   */
  async unlessSilent<T>(answer: Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    const timer = setInterval(() => void this.#rejectIfSilent(), this.#silentMilliseconds)
    if (performance.now() < this.#suspectUntil) void this.#rejectIfSilent()
    try {
      return await Promise.race([answer, silence])
    } finally {
      clearInterval(timer)
      this.#waiting.delete(reject)
    }
  }

  /** Another pool has found silence, and this one may be the next that its request needs. */
  #suspect(): void {
    this.#suspectUntil = performance.now() + this.#silentMilliseconds
    void this.#rejectIfSilent()
  }

  /** The server is silent where it answers neither a new connection nor, meanwhile, any query that waits. */
  async #rejectIfSilent(): Promise<void> {
    // Data that arrived while this thread was busy is read first.
    await turn()
    const waiting = [...this.#waiting]
    // A question that was asked before a query was sent says nothing about its answer.
    if (waiting.length === 0 || this.#asking) return
    const isSilent = (await this.#reply()) === 'silent' && waiting.every((reject) => this.#waiting.has(reject))
    if (!isSilent) {
      this.#suspectUntil = 0
      return
    }
    const why = new Error('The server is silent.')
    if (!this.#isAway) this.#others.postMessage('silent')
    this.wentAway(why)
    for (const reject of waiting) reject(why)
  }

  /** Whether the server answers a query over a new connection in time. */
  async answers(): Promise<boolean> {
    return (await this.#reply()) === 'ready'
  }

  /** Call when a connection was lost or could not be established. */
  wentAway(why: unknown): void {
    this.#why = why
    if (this.#isAway) return
    this.#isAway = true
    this.#askLater()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#others.close()
    this.#isAway = true
    this.#isClosed = true
  }

  #askLater(): void {
    this.#timer = setTimeout(() => {
      void this.answers().then((answers) => {
        if (this.#isClosed) return
        if (answers) this.#isAway = false
        else this.#askLater()
      })
    }, pauseMilliseconds).unref()
  }

  /** Concurrent callers share a connection. */
  #reply(): Promise<Reply> {
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)))
  }

  async #ask(): Promise<Reply> {
    const client = new Client(this.#config)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return 'ready'
    } catch (error) {
      this.#why = error
      return error instanceof DatabaseError ? 'refused' : 'silent'
    } finally {
      client.end().catch(() => undefined)
    }
  }
}
