import { LRUCache } from 'lru-cache'
import type { Scope } from './scopes.ts'

/** What authentication finds out about a key. `scopes` are cut to what the owner may delegate now. */
export type KeyState =
  | {
      readonly kind: 'good'
      readonly keyId: number
      readonly ownerId: number
      readonly scopes: ReadonlySet<Scope>
      /** For `originAllowed`; empty: usable everywhere. */
      readonly origins: readonly string[]
      readonly tier: string
    }
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'unknown' | 'revoked' | 'expired' }

/** The state of a key until it expires (milliseconds since 1970). */
export interface CachedKeyState {
  /** On the clock of `performance.now`. */
  readonly verifiedAt: number
  readonly keyState: KeyState
  readonly expiresAt: number
}

export const refusedStates = {
  malformed: { kind: 'refused', reason: 'malformed' },
  unknown: { kind: 'refused', reason: 'unknown' },
  revoked: { kind: 'refused', reason: 'revoked' },
  expired: { kind: 'refused', reason: 'expired' },
} as const satisfies Record<string, KeyState>

export const currentKeyState = ({ keyState, expiresAt }: CachedKeyState): KeyState =>
  keyState.kind === 'good' && Date.now() >= expiresAt ? refusedStates.expired : keyState

/** Key states by key hash, for one state of the database: a change empties it. */
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

  /** `state` is the one before the database was read: results of an older state are not cached. */
  put(state: string | number, hash: string, found: CachedKeyState): void {
    if (state === this.#state) this.#cache.set(hash, found)
  }
}
