import { LRUCache } from 'lru-cache'
import type { Scope } from './scopes.ts'

/** The state of a key. `scopes` are those of the key that its owner may still delegate. */
export type KeyState =
  | {
      readonly kind: 'good'
      readonly keyId: number
      readonly ownerId: number
      readonly scopes: ReadonlySet<Scope>
      /** Patterns for `originAllowed`; an empty list allows all origins. */
      readonly origins: readonly string[]
      readonly tier: string
    }
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'unknown' | 'revoked' | 'expired' }

/** The state of a key without regard to its expiry. */
export interface CachedKeyState {
  /** When the state was read, by `performance.now`. */
  readonly verifiedAt: number
  readonly keyState: KeyState
  /** In ms since 1970; Infinity if the key does not expire. */
  readonly expiresAt: number
}

export const refusedStates = {
  malformed: { kind: 'refused', reason: 'malformed' },
  unknown: { kind: 'refused', reason: 'unknown' },
  revoked: { kind: 'refused', reason: 'revoked' },
  expired: { kind: 'refused', reason: 'expired' },
} as const satisfies Record<string, KeyState>

/** The state of a key now: it is refused once it has expired. */
export const currentKeyState = ({ keyState, expiresAt }: CachedKeyState): KeyState =>
  keyState.kind === 'good' && Date.now() >= expiresAt ? refusedStates.expired : keyState

/**
 * Caches key states by the hash of the key, for one state of the database. A change of that state empties the cache.
 */
export class KeyStateCache {
  readonly #cache = new LRUCache<string, CachedKeyState>({ max: 10_000 })
  #state: string | number | undefined

  get(state: string | number, hash: string): CachedKeyState | undefined {
    if (state !== this.#state) {
      this.#cache.clear()
      this.#state = state
    }
    return this.#cache.get(hash)
  }

  /** `state` is that of before the database was read; results of an older state are not cached. */
  put(state: string | number, hash: string, found: CachedKeyState): void {
    if (state === this.#state) this.#cache.set(hash, found)
  }
}
