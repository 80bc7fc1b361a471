// Connections to PostgreSQL. All errors that mean that the server is away or does not answer in time become a
// `DatabaseUnavailableError`.
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Client as PgClient, DatabaseError, Pool, TypeOverrides, types, type PoolClient, type QueryResultRow } from 'pg'
import { messageOf } from './message-of.ts'
import { ServerHealth } from './server-health.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/** Settings of a process. */
export interface PostgresSettings {
  /** `postgres://user:password@host:port/database?sslmode=verify-full` */
  readonly url: string
  /** Number of connections of all pools together. */
  readonly poolSize: number
  /** Limit for a statement. A server that is silent for a tenth of it is checked. */
  readonly timeoutMilliseconds: number
  /** Limit for statements that no request waits for; by default the same. */
  readonly statementMilliseconds?: number
}

const keepAliveMilliseconds = 5000
/** The server cancels a statement that takes too long; if that fails, the client gives up this much later (ms). */
const lateMilliseconds = 500
/** A server is checked if it is silent for this share of the time-out, but for no less than the minimum. */
const [silentShare, minSilentMilliseconds] = [0.1, 500]

/**
 * Classes of errors that mean that a server cannot answer now: connections, resources, shutdown and time-outs, disk.
 */
const unavailableClasses = ['08', '53', '57', '58']
/** Codes of errors with the same meaning: a read-only standby, and a lock that was not available in time. */
const unavailableCodes = ['25006', '55P03']

const parsers = new TypeOverrides()
parsers.setTypeParser(types.builtins.INT8, Number)

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true
  const { code = '' } = error
  return unavailableCodes.includes(code) || unavailableClasses.includes(code.slice(0, 2))
}

/** Makes the error of an unavailable database. Its cause has a message for operators. */
export const unavailableError = (why: unknown): DatabaseUnavailableError =>
  new DatabaseUnavailableError('The database does not answer.', { cause: understandable(why) })

function understandable(why: unknown): unknown {
  if (why instanceof AggregateError) return new Error(messageOf(why))
  const lacksPassword = why instanceof Error && /^SASL: .*password must be/.test(why.message)
  return lacksPassword ? new Error('it asks for a password, and its URL has none') : why
}

/** Replaces zero characters, which PostgreSQL cannot store in texts. */
const withoutZeros = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

/** Closes its socket if the login fails. The pool does not, and an open socket keeps a command from ending. */
class LoginClient extends PgClient {
  override connect(): Promise<PgClient>
  override connect(callback: LoginCallback): void
  override connect(callback?: LoginCallback): Promise<PgClient> | undefined {
    if (!callback) return super.connect()
    super.connect((error: Error | null) => {
      if (error) this.connection.stream.destroy()
      ;(callback as (error: Error | null, client: PgClient) => void)(error, this)
    })
    return undefined
  }
}
type LoginCallback = ((error: Error) => void) | ((error: null, client: PgClient) => void)

class Client implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #pool: ClientPool
  #isBroken = false

  constructor(client: PoolClient, pool: ClientPool) {
    this.#client = client
    this.#pool = pool
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('There are no cursors.')
    return this.#query<R>(text, parameters)
  }

  async #query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#isBroken) throw unavailableError(this.#pool.health.why)
    try {
      const answer = this.#client.query<R & QueryResultRow>(text, parameters.map(withoutZeros))
      const result = await this.#pool.health.unlessSilent(answer)
      // The same result; Kysely's type names the commands that it knows.
      return result as PostgresQueryResult<R>
    } catch (error) {
      if (!isUnavailable(error)) throw error
      this.#isBroken = !(error instanceof DatabaseError)
      if (this.#isBroken) this.#pool.health.wentAway(error)
      throw unavailableError(error)
    }
  }

  release(isDiscarded = false): void {
    this.#pool.release(this.#client, this.#isBroken || isDiscarded)
  }
}

/** Limits concurrency. Further calls wait in their order. */
class Slots {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  async acquire(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

/** A pool of connections, which can be used once `prepare` has succeeded. */
export class ClientPool implements PostgresPool {
  readonly options = {}
  readonly health: ServerHealth
  readonly #pool: Pool
  readonly #prepare: () => Promise<void>
  #prepared: Promise<void> | undefined
  readonly #slots: Slots
  #ended: Promise<void> | undefined

  constructor(
    { url, timeoutMilliseconds, statementMilliseconds = timeoutMilliseconds }: PostgresSettings,
    max: number,
    prepare = () => Promise.resolve(),
  ) {
    this.#prepare = prepare
    this.#slots = new Slots(max)
    const connection = { connectionString: url, application_name: 'deepledger' }
    const silent = Math.max(minSilentMilliseconds, timeoutMilliseconds * silentShare)
    this.health = new ServerHealth(connection, silent)
    this.#pool = new Pool({
      ...connection,
      Client: LoginClient,
      max,
      connectionTimeoutMillis: 2 * silent,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMilliseconds,
      statement_timeout: statementMilliseconds,
      query_timeout: statementMilliseconds + lateMilliseconds,
      idle_in_transaction_session_timeout: statementMilliseconds,
      types: parsers,
    })
    // An idle connection that the server ends is replaced by the next one.
    this.#pool.on('error', () => undefined)
    // If one in use is ended, its next query reports it.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /**
   * Opens a connection or reuses one. Rejects with `DatabaseUnavailableError`, at once while the server is known to be
   * away.
   */
  async connect(): Promise<Client> {
    await this.#slots.acquire()
    try {
      return await this.#connect()
    } catch (error) {
      this.#slots.release()
      throw error
    }
  }

  async #connect(): Promise<Client> {
    if (this.health.isAway) throw unavailableError(this.health.why)
    await this.prepared()
    try {
      return new Client(await this.#opened(), this)
    } catch (error) {
      this.health.wentAway(error)
      throw unavailableError(error)
    }
  }

  /** Tries twice, because on a busy machine one connection may take too long while the server answers others. */
  async #opened(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (error instanceof DatabaseError || !(await this.health.answers())) throw error
      return this.#pool.connect()
    }
  }

  release(client: PoolClient, isDiscarded: boolean): void {
    client.release(isDiscarded)
    this.#slots.release()
  }

  /** Resolves once `prepare` has succeeded. Rejects with its error; the next call tries again. */
  async prepared(): Promise<void> {
    this.#prepared ??= this.#prepare()
    await this.#prepared.catch((error: unknown) => {
      this.#prepared = undefined
      if (error instanceof DatabaseUnavailableError) this.health.wentAway(error.cause)
      throw error
    })
  }

  end(): Promise<void> {
    this.health.close()
    return (this.#ended ??= this.#pool.end())
  }
}
