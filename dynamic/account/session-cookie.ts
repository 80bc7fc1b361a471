// Who is signed in: a session on the server, its id in a cookie.
import type { CookieOptions, Request, RequestHandler, Response } from 'express'
import session from 'express-session'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Accounts } from '../../data/store/accounts/accounts.ts'
import type { Owner } from '../../data/store/accounts/owners.ts'
import { SessionStore, type SessionLimits } from './session-store.ts'

export interface SessionCookieOptions {
  readonly accounts: Accounts
  /** Where browsers reach the service: https decides how the cookie is called. */
  readonly publicUrl: string
  readonly secret: string
  readonly limits: SessionLimits
}

const challenge = { 'www-authenticate': 'Session realm="account"' }

/** The cookie of a public URL. `__Host-` binds it to this host and to https; browsers take it in no other way. */
export function sessionCookie(publicUrl: string): { name: string; options: CookieOptions } {
  const secure = new URL(publicUrl).protocol === 'https:'
  return {
    name: secure ? '__Host-session' : 'session',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  }
}

/** Gives each request its session, which is stored only once something is written into it. */
export function sessionMiddleware({ accounts, publicUrl, secret, limits }: SessionCookieOptions): RequestHandler {
  const { name, options } = sessionCookie(publicUrl)
  const withSession = session({
    name,
    secret,
    store: new SessionStore(accounts.sessions, limits),
    cookie: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: options.secure,
      maxAge: limits.maxAgeSeconds * 1000,
    },
    resave: false,
    saveUninitialized: false,
  })
  return (req, res, next) => {
    // The public URL says that TLS ends in front of us; without this a secure cookie would silently not be sent.
    if (options.secure) Object.defineProperty(req, 'secure', { value: true })
    withSession(req, res, next)
  }
}

/** Whoever is signed in. Throws `unauthenticated`. */
export async function signedInOwner(req: Request, accounts: Accounts): Promise<Owner> {
  const { ownerId } = req.session
  const owner = ownerId === undefined ? undefined : await accounts.owners.byId(ownerId)
  if (owner) return owner
  throw new Problem('unauthenticated', 'Nobody is signed in: go to /account/sign-in.', { headers: challenge })
}

/** Starts a session under a new id, against session fixation. */
export const renewSession = (req: Request): Promise<void> => settle((done) => req.session.regenerate(done))

export const saveSession = (req: Request): Promise<void> => settle((done) => req.session.save(done))

/** Ends the session here and in the browser. */
export async function endSession(req: Request, res: Response, publicUrl: string): Promise<void> {
  await settle((done) => req.session.destroy(done))
  const { name, options } = sessionCookie(publicUrl)
  res.clearCookie(name, options)
}

const settle = (work: (done: (error?: Error | null) => void) => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => (error ? reject(error) : resolve()))
  })
