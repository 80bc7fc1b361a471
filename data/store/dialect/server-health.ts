import { setImmediate as turn } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'
import { Client, DatabaseError, type ClientConfig } from 'pg'

/** How a server reacts to a query over a new connection: it answers, it refuses it, or it does not respond in time. */
type Reply = 'ready' | 'refused' | 'silent'

const pauseMilliseconds = 500

/**
 * Tracks whether a server answers. Once it does not, it is away: all queries fail at once, and a single connection keeps
 * trying. When one pool of a process finds the server silent, the pools in all threads check it at once, so that a request
 * that needs several of them does not have to wait for each.
 */
export class ServerHealth {
  readonly #config: ClientConfig
  /** Channel to the other pools of the process with this server. A message says that the server is silent. */
  readonly #others: BroadcastChannel
  /** Rejects the queries that are waiting for an answer. */
  readonly #waiting = new Set<(why: Error) => void>()
  /** How long the server may be silent before it is checked (ms). */
  readonly #silentMilliseconds: number
  /** Until this instant, new queries check the server at once, because another pool has found it silent. */
  #suspectUntil = 0
  #isAway = false
  #isClosed = false
  #why: unknown
  #checking: Promise<Reply> | undefined
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
   * Settles like `answer`, but rejects if the server falls silent meanwhile. A statement may take long as long as the server
   * answers others.
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

  /** Checks the server, because another pool has found it silent and requests may need this one next. */
  #suspect(): void {
    this.#suspectUntil = performance.now() + this.#silentMilliseconds
    void this.#rejectIfSilent()
  }

  /** Rejects waiting queries if the server answers neither a new connection nor, meanwhile, any of these queries. */
  async #rejectIfSilent(): Promise<void> {
    // First lets Node read data that arrived while this thread was busy.
    await turn()
    const waiting = [...this.#waiting]
    // A check that began before a query was sent says nothing about its answer.
    if (waiting.length === 0 || this.#checking) return
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

  /** To be called when a connection was lost or could not be established. */
  wentAway(why: unknown): void {
    this.#why = why
    if (this.#isAway) return
    this.#isAway = true
    this.#checkLater()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#others.close()
    this.#isAway = true
    this.#isClosed = true
  }

  #checkLater(): void {
    this.#timer = setTimeout(() => {
      void this.answers().then((answers) => {
        if (this.#isClosed) return
        if (answers) this.#isAway = false
        else this.#checkLater()
      })
    }, pauseMilliseconds).unref()
  }

  /** Checks the server. Concurrent callers share one check. */
  #reply(): Promise<Reply> {
    return (this.#checking ??= this.#check().finally(() => (this.#checking = undefined)))
  }

  async #check(): Promise<Reply> {
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
