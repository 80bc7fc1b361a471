// Connections to PostgreSQL. Whatever says that the server is away or does not answer in time is a `DatabaseUnavailableError`.
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { DatabaseError, Pool, TypeOverrides, types, type PoolClient, type QueryResultRow } from 'pg'
import { DatabaseUnavailableError } from './unavailable.ts'

/** Of one process. */
export interface PostgresSettings {
  /** `postgres://user:password@host:port/database?sslmode=verify-full` */
  readonly url: string
  /** Connections of all pools together. */
  readonly poolSize: number
  /** How long a statement may take. */
  readonly timeoutMilliseconds: number
}

const connectMilliseconds = 2000
const keepAliveMilliseconds = 5000
/** The server ends a statement that takes too long; where the server itself is silent, the client gives up so much later. */
const silentMilliseconds = 500
/** After a failure nobody else waits for the server for so long. */
const pauseMilliseconds = 500
/** Classes of errors by which a server says that it cannot answer now: connection, resources, stopping and time-outs, disk. */
const unavailableClasses = ['08', '53', '57', '58']
/** A standby that cannot be written; a lock that was not to be had in time. */
const unavailableCodes = ['25006', '55P03']

const parsers = new TypeOverrides()
parsers.setTypeParser(types.builtins.INT8, Number)

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true
  const { code = '' } = error
  return unavailableCodes.includes(code) || unavailableClasses.includes(code.slice(0, 2))
}

const unavailable = (cause: unknown) => new DatabaseUnavailableError('The database does not answer.', { cause })

/** Texts of PostgreSQL have no zero characters. */
const withoutZeros = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

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
    if (this.#isBroken) throw unavailable(undefined)
    try {
      const result = await this.#client.query<R & QueryResultRow>(text, parameters.map(withoutZeros))
      // The same result; Kysely's type names the commands that it knows.
      return result as PostgresQueryResult<R>
    } catch (error) {
      if (!isUnavailable(error)) throw error
      this.#isBroken = !(error instanceof DatabaseError)
      if (this.#isBroken) this.#pool.pause()
      throw unavailable(error)
    }
  }

  release(isDiscarded = false): void {
    this.#pool.release(this.#client, this.#isBroken || isDiscarded)
  }
}

/** So many at once; the others wait in turn. */
class Slots {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

/** A pool that `prepare` has to have succeeded for once before it gives connections. */
export class ClientPool implements PostgresPool {
  readonly options = {}
  readonly #pool: Pool
  readonly #prepare: () => Promise<void>
  #prepared: Promise<void> | undefined
  readonly #slots: Slots
  #failedAt = -Infinity

  constructor({ url, timeoutMilliseconds }: PostgresSettings, max: number, prepare = () => Promise.resolve()) {
    this.#prepare = prepare
    this.#slots = new Slots(max)
    this.#pool = new Pool({
      connectionString: url,
      max,
      application_name: 'deepledger',
      connectionTimeoutMillis: connectMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMilliseconds,
      statement_timeout: timeoutMilliseconds,
      query_timeout: timeoutMilliseconds + silentMilliseconds,
      idle_in_transaction_session_timeout: timeoutMilliseconds,
      types: parsers,
    })
    // An idle connection that the server ends is replaced by the next one.
    this.#pool.on('error', () => undefined)
    // The next query of one that is in use says it.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Rejects with `DatabaseUnavailableError`, for a moment after a failure at once. */
  async connect(): Promise<Client> {
    await this.#slots.take()
    try {
      return await this.#connect()
    } catch (error) {
      this.#slots.give()
      throw error
    }
  }

  async #connect(): Promise<Client> {
    if (performance.now() - this.#failedAt < pauseMilliseconds) throw unavailable(undefined)
    await this.prepared()
    try {
      return new Client(await this.#pool.connect(), this)
    } catch (error) {
      this.pause()
      throw unavailable(error)
    }
  }

  /** Nobody else waits for the server for a moment. */
  pause(): void {
    this.#failedAt = performance.now()
  }

  release(client: PoolClient, isDiscarded: boolean): void {
    client.release(isDiscarded)
    this.#slots.give()
  }

  /** Rejects with what `prepare` throws; the next call tries again. */
  async prepared(): Promise<void> {
    this.#prepared ??= this.#prepare()
    await this.#prepared.catch((error: unknown) => {
      this.#prepared = undefined
      throw error
    })
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
