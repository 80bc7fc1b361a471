import { setImmediate as turn } from 'node:timers/promises'
import { Client, DatabaseError, type ClientConfig } from 'pg'

/** How a server reacts to a new connection: it answers queries, it refuses them, or it does not respond in time. */
type Reply = 'ready' | 'refused' | 'silent'

const pauseMilliseconds = 500

/**
 * Knows whether a server answers. Once it does not, it is away: all queries fail at once, and a single connection tries
 * again and again.
 */
export class ServerHealth {
  readonly #config: ClientConfig
  /** How long the server may be silent, in ms. */
  readonly #silentMilliseconds: number
  #isAway = false
  #why: unknown
  #asking: Promise<Reply> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(config: ClientConfig, silentMilliseconds: number) {
    this.#config = { ...config, connectionTimeoutMillis: silentMilliseconds, query_timeout: silentMilliseconds }
    this.#silentMilliseconds = silentMilliseconds
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
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_resolve, reject) => {
      const ask = async () => {
        // Data that arrived while this thread was busy is read first.
        await turn()
        if ((await this.#reply()) !== 'silent') return
        const why = new Error('The server is silent.')
        this.wentAway(why)
        reject(why)
      }
      timer = setInterval(() => void ask(), this.#silentMilliseconds)
    })
    try {
      return await Promise.race([answer, silence])
    } finally {
      clearInterval(timer)
    }
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
    this.#isAway = true
  }

  #askLater(): void {
    this.#timer = setTimeout(() => {
      void this.answers().then((answers) => {
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
