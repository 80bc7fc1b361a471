import type { Kysely } from 'kysely'
import { Authentication } from './authentication.ts'
import { fileOf, openStore, type OpenedStore, type StoreLocation } from '../dialect/open-store.ts'
import { DatabaseUnavailableError } from '../dialect/unavailable.ts'
import { Keys } from './keys.ts'
import { accountMigrations } from './migrations.ts'
import { Owners } from './owners.ts'
import { Sessions } from './sessions.ts'
import type { KeyState } from './key-state-cache.ts'
import type { AccountTables } from './tables.ts'
import { Usage } from './usage.ts'

export { maxKeyAgeMilliseconds } from './authentication.ts'
export type { KeyState } from './key-state-cache.ts'
export type { Scope } from './scopes.ts'

export const accountStore = { name: 'accounts', migrations: accountMigrations }
export const accountsFile = fileOf(accountStore)

/** Share of the connections that a process may have. */
const share = 0.25

export interface AccountsOptions {
  /** Interval in which counts of uses are written; 5 s by default. */
  flushMilliseconds?: number
  /** Called if counts could not be written. They stay in memory, and the next flush tries again. */
  onFlushError?: (error: unknown) => void
  /** Called after this process has changed keys or owners. */
  onChange?: () => void
}

/** The store of owners, keys, sessions and usage. Several processes may have it open, each of them once. */
export class Accounts {
  readonly owners: Owners
  readonly keys: Keys
  readonly sessions: Sessions
  readonly usage: Usage
  readonly #db: Kysely<AccountTables>
  readonly #authentication: Authentication
  readonly #timer: NodeJS.Timeout
  readonly #onFlushError: (error: unknown) => void
  #closed: Promise<void> | undefined

  private constructor(opened: OpenedStore<AccountTables>, options: AccountsOptions) {
    const { db } = opened
    const { flushMilliseconds = 5000, onFlushError = () => undefined, onChange } = options
    const changed = () => {
      this.clearKeyCache()
      onChange?.()
    }
    this.#db = db
    this.#authentication = new Authentication(opened)
    this.owners = new Owners(db, changed)
    this.keys = new Keys(db, changed)
    this.sessions = new Sessions(db)
    this.usage = new Usage(db)
    this.#onFlushError = onFlushError
    this.#timer = setInterval(() => void this.usage.flush().catch(onFlushError), flushMilliseconds).unref()
  }

  /** Opens the store with `openStore`. */
  static async open(location: StoreLocation, options: AccountsOptions = {}): Promise<Accounts> {
    return new Accounts(await openStore<AccountTables>(location, accountStore, { access: 'write', share }), options)
  }

  /**
   * Returns the current state of a key. In PostgreSQL, changes by other processes may take a second to be seen. Returns at
   * once and without a query if the key was seen before and nothing has changed. Rejects with `DatabaseUnavailableError` if
   * the key cannot be looked up and was not seen in the last minute.
   */
  authenticate(key: string): KeyState | Promise<KeyState> {
    return this.#authentication.authenticate(key)
  }

  /** Drops cached states of keys; to be called when another process has changed keys or owners. */
  clearKeyCache(): void {
    this.#authentication.clearCache()
  }

  /** Counts a request with a key. */
  countUse(keyId: number): void {
    this.usage.count(keyId)
  }

  /** Writes pending counts and closes the store. Later calls return the promise of the first one. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close())
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer)
    try {
      await this.usage.flush(true)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      this.#onFlushError(error)
    } finally {
      await this.#db.destroy()
    }
  }
}
