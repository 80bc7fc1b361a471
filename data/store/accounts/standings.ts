import { LRUCache } from 'lru-cache'
import type { Scope } from './scopes.ts'

/** What authentication finds out about a key. `scopes` are cut to what the owner may delegate now. */
export type KeyStanding =
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

/** A standing until the key expires (milliseconds since 1970). */
export interface StandingUntil {
  readonly standing: KeyStanding
  readonly until: number
}

export const refused = {
  malformed: { kind: 'refused', reason: 'malformed' },
  unknown: { kind: 'refused', reason: 'unknown' },
  revoked: { kind: 'refused', reason: 'revoked' },
  expired: { kind: 'refused', reason: 'expired' },
} as const satisfies Record<string, KeyStanding>

export const standingNow = ({ standing, until }: StandingUntil): KeyStanding =>
  standing.kind === 'good' && Date.now() >= until ? refused.expired : standing

/** Standings by key hash, of one state of the database: a change empties it. */
export class Standings {
  readonly #cache = new LRUCache<string, StandingUntil>({ max: 10_000 })
  #state: string | number | undefined

  get(state: string | number, hash: string): StandingUntil | undefined {
    if (state !== this.#state) {
      this.#cache.clear()
      this.#state = state
    }
    return this.#cache.get(hash)
  }

  /** `state` is the one before the database was read: what was found in an older one is not kept. */
  put(state: string | number, hash: string, found: StandingUntil): void {
    if (state === this.#state) this.#cache.set(hash, found)
  }
}
