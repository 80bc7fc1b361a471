// Owners of accounts and their keys.
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
  flushMilliseconds?: number
  /** Called when counts could not be written; they are kept in memory and retried by the next flush. */
  onFlushError?: (error: unknown) => void
  /** Called after this process changed keys or owners. */
  onChange?: () => void
}

/** Owners, their keys, sessions and usage. Any number of processes may have the store open, each of them once. */
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
      this.changedElsewhere()
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

  /** Opens the store as `openStore` does. */
  static async open(location: StoreLocation, options: AccountsOptions = {}): Promise<Accounts> {
    return new Accounts(await openStore<AccountTables>(location, accountStore, { access: 'write', share }), options)
  }

  /**
   * What a key may do now; of another process's changes in PostgreSQL, a second ago. At once and without a query for a
   * key seen before, while nothing has changed. Rejects with `DatabaseUnavailableError` when a key was not seen in the
   * last minute and cannot be looked up.
   */
  authenticate(key: string): KeyState | Promise<KeyState> {
    return this.#authentication.authenticate(key)
  }

  /** Call when another process changed keys or owners: cached states are dropped. */
  changedElsewhere(): void {
    this.#authentication.forget()
  }

  /** Counts one request of a key. */
  countUse(keyId: number): void {
    this.usage.count(keyId)
  }

  /** Writes what is not yet written and closes the store. */
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
