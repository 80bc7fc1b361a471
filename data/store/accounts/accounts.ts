// accounts.db: who may ask for more than anybody may.
import { timingSafeEqual } from 'node:crypto'
import { Kysely } from 'kysely'
import { openDatabase, type OpenedDatabase } from '../dialect/dialect.ts'
import { hashKey, looksLikeKey, prefixOfKey } from './key-text.ts'
import { Keys } from './keys.ts'
import { migrate } from '../dialect/migrate.ts'
import { accountMigrations } from './migrations.ts'
import { Owners } from './owners.ts'
import type { Scope } from './scopes.ts'
import { Sessions } from './sessions.ts'
import { refusedStates, currentKeyState, KeyStateCache, type KeyState, type CachedKeyState } from './key-state-cache.ts'
import { listOf, type AccountTables } from './tables.ts'
import { Usage } from './usage.ts'

export type { KeyState } from './key-state-cache.ts'
export type { Scope } from './scopes.ts'

export const accountsFile = 'accounts.db'

export interface AccountsOptions {
  flushMilliseconds?: number
  /** Called when counts could not be written; they stay in memory, and the next flush tries again. */
  onFlushError?: (error: unknown) => void
  /** Called after keys or owners were changed here. */
  onChange?: () => void
}

/** Owners, their keys, sessions and usage. Any number of processes may have the file open, each of them once. */
export class Accounts {
  readonly owners: Owners
  readonly keys: Keys
  readonly sessions: Sessions
  readonly usage: Usage
  readonly #db: Kysely<AccountTables>
  readonly #foreignChanges: () => number
  readonly #keyStates = new KeyStateCache()
  readonly #timer: NodeJS.Timeout
  #ownChanges = 0
  #closed: Promise<void> | undefined

  private constructor(db: Kysely<AccountTables>, { foreignChanges }: OpenedDatabase, options: AccountsOptions) {
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
    this.#timer = setInterval(() => void this.usage.flush().catch(onFlushError), flushMilliseconds).unref()
  }

  /** Opens the file, made when it is not there, and brings its tables up to date. */
  static async open(file: string, options: AccountsOptions = {}): Promise<Accounts> {
    const opened = openDatabase(file)
    const db = new Kysely<AccountTables>({ dialect: opened.dialect })
    try {
      await migrate(db, accountsFile, accountMigrations)
    } catch (error) {
      await db.destroy()
      throw error
    }
    return new Accounts(db, opened, options)
  }

  /** What a key may do now. At once and without a query for a key seen before, while nothing has changed in the file. */
  authenticate(key: string): KeyState | Promise<KeyState> {
    if (!looksLikeKey(key)) return refusedStates.malformed
    const state = this.#state()
    const hash = hashKey(key)
    const known = this.#keyStates.get(state, hash)
    if (known) return currentKeyState(known)
    const prefix = prefixOfKey(key)
    return prefix === undefined ? refusedStates.malformed : this.#find(prefix, hash, state)
  }

  /** Keys or owners were changed by another process: what is known of keys is asked again. */
  changedElsewhere(): void {
    this.#ownChanges += 1
  }

  /** Counts one request of a key. */
  countUse(keyId: number): void {
    this.usage.count(keyId)
  }

  /** Writes what is not yet written and closes the file. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close())
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer)
    try {
      await this.usage.flush(true)
    } finally {
      await this.#db.destroy()
    }
  }

  #state(): string {
    return `${this.#foreignChanges()} ${this.#ownChanges}`
  }

  async #find(prefix: string, hash: string, state: string): Promise<KeyState> {
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
      expiresAt: row.expires_at === null ? Infinity : Date.parse(row.expires_at),
    }
    this.#keyStates.put(state, hash, found)
    return currentKeyState(found)
  }
}
