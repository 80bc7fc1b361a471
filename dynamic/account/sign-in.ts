import type { Request, RequestHandler } from 'express'
import { z } from 'zod'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Accounts } from '../../data/store/accounts/accounts.ts'
import type { Owner } from '../../data/store/accounts/owners.ts'
import { sendRedirect, sendNoContent } from './answers.ts'
import { readQuery } from './bodies.ts'
import { localPath } from './local-path.ts'
import { ConsentDeniedError, type SignInProvider } from './provider.ts'
import { endSession, renewSession, saveSession } from './session-cookie.ts'

/**
 * Maximum number of unfinished sign-ins. Beyond it, a new one replaces the oldest. If new ones were refused instead,
 * 10,000 requests in ten minutes would lock everybody out. As it is, a sign-in is lost only if as many begin during its
 * visit to the provider.
 */
const maxAnonymousSessions = 10_000

export interface SignInOptions {
  readonly accounts: Accounts
  /** Undefined if sign-in is off. */
  readonly provider: SignInProvider | undefined
  readonly publicUrl: string
  /** Default path after sign-in. */
  readonly homePath: string
  readonly signInSeconds: number
}

const signInQuery = z.strictObject({
  return_to: z
    .string()
    .transform((given, context) => {
      const path = localPath(given)
      if (path === undefined) context.addIssue('is not a path on this site')
      return path ?? '/'
    })
    .optional(),
})

/** `GET /account/sign-in`: redirects to the provider. `return_to` is the path to return to. */
export function beginSignIn({ accounts, provider, homePath }: SignInOptions): RequestHandler {
  return async (req, res) => {
    const chosen = requireProvider(provider)
    const { return_to: returnTo = homePath } = readQuery(req, signInQuery)
    if (req.session.signIn === undefined) await accounts.sessions.limitAnonymous(maxAnonymousSessions - 1)
    const { url, state, verifier } = await chosen.begin()
    req.session.signIn = { state, verifier, returnTo, begunAt: Date.now() }
    await saveSession(req)
    sendRedirect(req, res, url)
  }
}

/** `GET /account/callback`: the return from the provider. A started sign-in can be completed once, whatever the outcome. */
export function completeSignIn({ accounts, provider, publicUrl, signInSeconds }: SignInOptions): RequestHandler {
  return async (req, res) => {
    const chosen = requireProvider(provider)
    const attempt = req.session.signIn
    if (!attempt || Date.now() >= attempt.begunAt + signInSeconds * 1000)
      throw new Problem('bad_request', 'No sign-in is under way in this browser: begin again.')
    delete req.session.signIn
    await saveSession(req)
    try {
      const identity = await chosen.complete(new URL(req.originalUrl, publicUrl).searchParams, attempt)
      await signIn(req, await accounts.owners.signIn(identity))
      sendRedirect(req, res, attempt.returnTo)
    } catch (error) {
      if (req.session.ownerId === undefined) await endSession(req, res, publicUrl)
      if (!(error instanceof ConsentDeniedError)) throw error
      sendRedirect(req, res, withQuery(attempt.returnTo, 'sign_in', 'denied'))
    }
  }
}

/** `POST /account/sign-out`. */
export function signOut({ publicUrl }: SignInOptions): RequestHandler {
  return async (req, res) => {
    await endSession(req, res, publicUrl)
    sendNoContent(req, res)
  }
}

async function signIn(req: Request, { id }: Owner): Promise<void> {
  await renewSession(req)
  req.session.ownerId = id
  req.session.signedInAt = Date.now()
  await saveSession(req)
}

function requireProvider(provider: SignInProvider | undefined): SignInProvider {
  if (provider) return provider
  throw new Problem('not_found', 'Sign-in is off here.')
}

function withQuery(path: string, name: string, value: string): string {
  const url = new URL(path, 'http://local.invalid')
  url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}
