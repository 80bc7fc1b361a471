// Owners of accounts and their keys.
import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fileOf, openStore, type OpenedStore, type StoreLocation } from '../dialect/open-store.ts'
import { DatabaseUnavailableError } from '../dialect/unavailable.ts'
import { hashKey, looksLikeKey, prefixOfKey } from './key-text.ts'
import { Keys } from './keys.ts'
import { accountMigrations } from './migrations.ts'
import { Owners } from './owners.ts'
import type { Scope } from './scopes.ts'
import { Sessions } from './sessions.ts'
import { refusedStates, currentKeyState, KeyStateCache, type KeyState, type CachedKeyState } from './key-state-cache.ts'
import { listOf, type AccountTables } from './tables.ts'
import { Usage } from './usage.ts'

export type { KeyState } from './key-state-cache.ts'
export type { Scope } from './scopes.ts'

export const accountStore = { name: 'accounts', migrations: accountMigrations }
export const accountsFile = fileOf(accountStore)

/** How long the state of a key is cached where changes by other connections are not announced, in ms. */
export const maxKeyAgeMilliseconds = 1000
/** How long the cached state of a key is used while the database is away, in ms. */
const maxAgeWhileAwayMilliseconds = 60_000
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
  readonly #foreignChanges: (() => number) | undefined
  readonly #keyStates = new KeyStateCache()
  readonly #timer: NodeJS.Timeout
  readonly #onFlushError: (error: unknown) => void
  #ownChanges = 0
  #closed: Promise<void> | undefined

  private constructor({ db, foreignChanges }: OpenedStore<AccountTables>, options: AccountsOptions) {
    const { flushMilliseconds = 5000, onFlushError = () => undefined, onChange } = options
    const changed = () => {
      this.changedElsewhere()
      onChange?.()
    }
    this.#db = db
    this.#foreignChanges = foreignChanges
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
   * What a key may do now; of another process's changes in PostgreSQL, a second ago. At once and without a query for a key seen before,
   * while nothing has changed. Rejects with `DatabaseUnavailableError` when a key was not seen in the last minute and cannot be looked up.
   */
  authenticate(key: string): KeyState | Promise<KeyState> {
    if (!looksLikeKey(key)) return refusedStates.malformed
    const state = this.#state()
    const hash = hashKey(key)
    const known = this.#keyStates.get(state, hash)
    if (known && (this.#foreignChanges || ageOf(known) < maxKeyAgeMilliseconds)) return currentKeyState(known)
    const prefix = prefixOfKey(key)
    if (prefix === undefined) return refusedStates.malformed
    const found = this.#find(prefix, hash, state)
    if (!known) return found
    return found.catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailableError) || ageOf(known) > maxAgeWhileAwayMilliseconds) throw error
      return currentKeyState(known)
    })
  }

  /** Call when another process changed keys or owners: cached states are dropped. */
  changedElsewhere(): void {
    this.#ownChanges += 1
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

  #state(): string {
    return `${this.#foreignChanges?.() ?? ''} ${this.#ownChanges}`
  }

  async #find(prefix: string, hash: string, state: string): Promise<KeyState> {
    const verifiedAt = performance.now()
    const row = await this.#db
      .selectFrom('api_keys')
      .innerJoin('owners', 'owners.id', 'api_keys.owner_id')
      .selectAll('api_keys')
      .select(['owners.permissions', 'owners.tier'])
      .where('api_keys.prefix', '=', prefix)
      .executeTakeFirst()
    if (!row || !timingSafeEqual(Buffer.from(row.hash, 'hex'), Buffer.from(hash, 'hex'))) return refusedStates.unknown
    const permissions = listOf<Scope>(row.permissions)
    const good: KeyState = {
      kind: 'good',
      keyId: row.id,
      ownerId: row.owner_id,
      scopes: new Set(listOf<Scope>(row.scopes).filter((scope) => permissions.includes(scope))),
      origins: listOf(row.origins),
      tier: row.tier,
    }
    const found: CachedKeyState = {
      keyState: row.revoked_at === null ? good : refusedStates.revoked,
      verifiedAt,
      expiresAt: row.expires_at === null ? Infinity : Date.parse(row.expires_at),
    }
    this.#keyStates.put(state, hash, found)
    return currentKeyState(found)
  }
}

const ageOf = ({ verifiedAt }: CachedKeyState): number => performance.now() - verifiedAt
