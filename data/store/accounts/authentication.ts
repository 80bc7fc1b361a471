import { timingSafeEqual } from 'node:crypto'
import type { OpenedStore } from '../dialect/open-store.ts'
import { DatabaseUnavailableError } from '../dialect/unavailable.ts'
import { currentKeyState, KeyStateCache, refusedStates, type CachedKeyState, type KeyState } from './key-state-cache.ts'
import { hashKey, looksLikeKey, prefixOfKey } from './key-text.ts'
import type { Scope } from './scopes.ts'
import { parseList, type AccountTables } from './tables.ts'

/** How long the state of a key is cached if changes by other connections cannot be detected (ms). */
export const maxKeyAgeMilliseconds = 1000
/** How long the cached state of a key is used while the database is unavailable (ms). */
const maxAgeWhileUnavailableMilliseconds = 60_000

/** Authenticates keys, with a cache of their states. */
export class Authentication {
  readonly #db: OpenedStore<AccountTables>['db']
  readonly #foreignChanges: (() => number) | undefined
  readonly #keyStates = new KeyStateCache()
  #ownChanges = 0

  constructor({ db, foreignChanges }: OpenedStore<AccountTables>) {
    this.#db = db
    this.#foreignChanges = foreignChanges
  }

  /** See `Accounts.authenticate`. */
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
      if (!(error instanceof DatabaseUnavailableError) || ageOf(known) > maxAgeWhileUnavailableMilliseconds) throw error
      return currentKeyState(known)
    })
  }

  /** Drops all cached states; to be called when keys or owners have changed. */
  clearCache(): void {
    this.#ownChanges += 1
  }

  #state(): string {
    return [this.#foreignChanges?.(), this.#ownChanges].join()
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
    const permissions = parseList<Scope>(row.permissions)
    const good: KeyState = {
      kind: 'good',
      keyId: row.id,
      ownerId: row.owner_id,
      scopes: new Set(parseList<Scope>(row.scopes).filter((scope) => permissions.includes(scope))),
      origins: parseList(row.origins),
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
