import session, { type SessionData } from 'express-session'
import type { Sessions } from '../../data/store/accounts/sessions.ts'

/** How long sessions live. */
export interface SessionLimits {
  /** Maximum time between two requests of a signed-in user. */
  readonly idleSeconds: number
  /** Maximum time since sign-in. */
  readonly maxAgeSeconds: number
  /** Maximum time from the start of a sign-in to the return from the provider. */
  readonly signInSeconds: number
}

declare module 'express-session' {
  interface SessionData {
    ownerId?: number
    /** Milliseconds since 1970. */
    signedInAt?: number
    /** A started sign-in. */
    signIn?: { state: string; verifier: string; returnTo: string; begunAt: number }
    /**
     * Set on a session that was read from the store: saving it does not restore a session that was removed meanwhile.
     */
    isStored?: true
  }
}

const ignore = () => undefined

/**
 * The store of express-session in the database of accounts. It enforces the lifetimes of sessions, independently of the
 * cookie.
 */
export class SessionStore extends session.Store {
  readonly #sessions: Sessions
  readonly #limits: SessionLimits

  constructor(sessions: Sessions, limits: SessionLimits) {
    super()
    this.#sessions = sessions
    this.#limits = limits
  }

  override get(id: string, callback: (error: unknown, session?: SessionData | null) => void): void {
    this.#sessions
      .read(id)
      .then(
        (data) => callback(null, data === undefined ? null : { ...(JSON.parse(data) as SessionData), isStored: true }),
        callback,
      )
  }

  override set(id: string, session: SessionData, callback: (error?: unknown) => void = ignore): void {
    const { isStored, ...data } = session
    const stored = { ownerId: data.ownerId, data: JSON.stringify(data), ...this.#ends(session) }
    const written = isStored ? this.#sessions.rewrite(id, stored) : this.#sessions.write(id, stored)
    written.then(() => callback(), callback)
  }

  override touch(id: string, data: SessionData, callback: (error?: unknown) => void = ignore): void {
    this.#sessions.touch(id, this.#ends(data).idleUntil).then(() => callback(), callback)
  }

  override destroy(id: string, callback: (error?: unknown) => void = ignore): void {
    this.#sessions.remove(id).then(() => callback(), callback)
  }

  #ends({ signedInAt, signIn }: SessionData): { idleUntil: number; endsAt: number } {
    const { idleSeconds, maxAgeSeconds, signInSeconds } = this.#limits
    const now = Date.now()
    if (signedInAt === undefined) {
      const endsAt = (signIn?.begunAt ?? now) + signInSeconds * 1000
      return { idleUntil: endsAt, endsAt }
    }
    return { idleUntil: now + idleSeconds * 1000, endsAt: signedInAt + maxAgeSeconds * 1000 }
  }
}
