// Sessions are stored on the server; a cookie holds the id.
import type { CookieOptions, Request, RequestHandler, Response } from 'express'
import session from 'express-session'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Accounts } from '../../data/store/accounts/accounts.ts'
import type { Owner } from '../../data/store/accounts/owners.ts'
import { SessionStore, type SessionLimits } from './session-store.ts'

interface SessionCookieOptions {
  readonly accounts: Accounts
  /** URL at which browsers reach the service. With https, the cookie is secure and has another name. */
  readonly publicUrl: string
  readonly secret: string
  readonly limits: SessionLimits
}

const challenge = { 'www-authenticate': 'Session realm="account"' }

/**
 * Returns the session cookie for a public URL. Browsers accept the prefix `__Host-` only for this host and over https.
 */
function sessionCookie(publicUrl: string): { name: string; options: CookieOptions } {
  const secure = new URL(publicUrl).protocol === 'https:'
  return {
    name: secure ? '__Host-session' : 'session',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  }
}

/**
 * Creates the middleware that attaches a session to each request. A session is stored only once something is written to
 * it.
 */
export function sessionMiddleware({ accounts, publicUrl, secret, limits }: SessionCookieOptions): RequestHandler {
  const { name, options } = sessionCookie(publicUrl)
  const withSession = session({
    name,
    secret,
    store: new SessionStore(accounts.sessions, limits),
    cookie: { ...options, maxAge: limits.maxAgeSeconds * 1000 },
    resave: false,
    saveUninitialized: false,
  })
  return (req, res, next) => {
    // A proxy terminates TLS. Without this, express-session would silently not send a secure cookie.
    if (options.secure) Object.defineProperty(req, 'secure', { value: true })
    withSession(req, res, next)
  }
}

/** Resolves to the signed-in user. Rejects with `unauthenticated`. */
export async function signedInOwner(req: Request, accounts: Accounts): Promise<Owner> {
  const { ownerId } = req.session
  const owner = ownerId === undefined ? undefined : await accounts.owners.byId(ownerId)
  if (owner) return owner
  throw new Problem('unauthenticated', 'Nobody is signed in: go to /account/sign-in.', { headers: challenge })
}

/** Starts a session under a new id, against session fixation. */
export const renewSession = (req: Request): Promise<void> => settle((done) => req.session.regenerate(done))

export const saveSession = (req: Request): Promise<void> => settle((done) => req.session.save(done))

/** Deletes the session on the server and its cookie. */
export async function endSession(req: Request, res: Response, publicUrl: string): Promise<void> {
  await settle((done) => req.session.destroy(done))
  const { name, options } = sessionCookie(publicUrl)
  res.clearCookie(name, options)
}

const settle = (work: (done: (error?: Error | null) => void) => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => (error ? reject(error) : resolve()))
  })
