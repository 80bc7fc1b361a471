// /account: sign-in, and the JSON endpoints behind the dashboard. These are the only writes that the public listener
// accepts.
import { csrfSync } from 'csrf-sync'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express'
import type { Logger } from 'pino'
import { z } from 'zod'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Accounts } from '../../data/store/accounts/accounts.ts'
import { redactKeys } from '../../data/store/accounts/redact-keys.ts'
import { DatabaseUnavailableError } from '../../data/store/dialect/unavailable.ts'
import { foreignHost } from '../gate/foreign-host.ts'
import { databaseUnavailable } from '../http/log-failure.ts'
import { contextOf } from '../http/request-context.ts'
import { sendAccountProblem, sendJson } from './answers.ts'
import { jsonBody, readQuery } from './bodies.ts'
import { keyHandlers } from './key-handlers.ts'
import { DevelopmentProvider } from './development-provider.ts'
import { OAuthProvider, type ProviderOptions, type SignInProvider } from './provider.ts'
import { sessionMiddleware, signedInOwner } from './session-cookie.ts'
import type { SessionLimits } from './session-store.ts'
import { beginSignIn, completeSignIn, signOut, type SignInOptions } from './sign-in.ts'

export interface AccountRouterOptions {
  readonly accounts: Accounts
  /** URL at which browsers reach the service, without a path. */
  readonly publicUrl: string
  readonly sessionSecret: string
  /** The sign-in provider, or `'development'` for a page that accepts any name. Without it, sign-in is off. */
  readonly provider?: ProviderOptions | 'development'
  /** Default path after sign-in. */
  readonly homePath?: string
  readonly limits?: Partial<SessionLimits>
  readonly log: Logger
}

const hourSeconds = 3600
const defaultLimits = { idleSeconds: 12 * hourSeconds, maxAgeSeconds: 7 * 24 * hourSeconds, signInSeconds: 600 }
const usageQuery = z.strictObject({
  days: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .refine((days) => days <= 366, 'is 1 to 366')
    .default(30),
})

const { csrfSynchronisedProtection, generateToken } = csrfSync({ size: 32 })

/** Creates the router of `/account` and everything below it. Mount it at the root. */
export function accountRouter(options: AccountRouterOptions): Router {
  const { accounts, publicUrl, sessionSecret, homePath = '/' } = options
  const limits = { ...defaultLimits, ...options.limits }
  const provider = providerOf(options)
  const signIn: SignInOptions = { accounts, provider, publicUrl, homePath, signInSeconds: limits.signInSeconds }
  const keys = keyHandlers(accounts)
  // Sessions of development sign-in are not valid with a provider, or the other way round, even with the same data
  // folder.
  const secret = options.provider === 'development' ? `${sessionSecret} development` : sessionSecret
  const write = [requireOwner(accounts), csrfSynchronisedProtection, jsonBody]

  const router = express.Router({ strict: true, caseSensitive: true })
  if (options.provider === 'development') router.use('/account', refuseForeignHost)
  router.use('/account', sessionMiddleware({ accounts, publicUrl, secret, limits }))
  const routes: Record<
    string,
    Partial<Record<'get' | 'post' | 'patch' | 'delete', RequestHandler | RequestHandler[]>>
  > = {
    '/account': { get: showAccount(accounts, limits) },
    '/account/sign-in': { get: beginSignIn(signIn) },
    '/account/callback': { get: completeSignIn(signIn) },
    '/account/sign-out': { post: [...write, signOut(signIn)] },
    '/account/keys': { get: keys.list, post: [...write, keys.create] },
    '/account/keys/:prefix': { patch: [...write, keys.change], delete: [...write, keys.revoke] },
    '/account/keys/:prefix/rotate': { post: [...write, keys.rotate] },
    '/account/usage': { get: showUsage(accounts) },
  }
  for (const [path, methods] of Object.entries(routes)) {
    const route = router.route(path)
    for (const [method, handlers] of Object.entries(methods)) route[method as 'get'](handlers)
    route.all(refuseMethod(Object.keys(methods)))
  }
  router.use('/account', () => {
    throw new Problem('not_found', 'There is nothing here.')
  })
  router.use('/account', handleError(options.log))
  return router
}

function providerOf({ provider, publicUrl }: AccountRouterOptions): SignInProvider | undefined {
  if (provider === 'development') return new DevelopmentProvider()
  return provider && new OAuthProvider(provider, new URL('/account/callback', publicUrl).href)
}

/** Development sign-in accepts any name from users of this machine, so it must not be reachable by websites. */
const refuseForeignHost: RequestHandler = (req, _res, next) => {
  const host = foreignHost(req)
  if (host === undefined) return next()
  throw new Problem('bad_request', `Without an OAuth client, nobody can sign in at ${host}: use localhost.`)
}

/** `GET /account`: who is signed in, and the token that writes need in `X-CSRF-Token`. */
function showAccount(accounts: Accounts, { maxAgeSeconds }: SessionLimits): RequestHandler {
  return async (req, res) => {
    const { name, permissions, tier, created_at } = await signedInOwner(req, accounts)
    const ends = new Date((req.session.signedInAt ?? 0) + maxAgeSeconds * 1000).toISOString()
    const csrf_token = generateToken(req)
    sendJson(req, res, { name, permissions, tier, created_at, session_ends_at: ends, csrf_token })
  }
}

/** `GET /account/usage`: requests by UTC day and key, today last. */
function showUsage(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const { id } = await signedInOwner(req, accounts)
    sendJson(req, res, await accounts.usage.ofOwner(id, readQuery(req, usageQuery).days))
  }
}

function requireOwner(accounts: Accounts): RequestHandler {
  return async (req, _res, next) => {
    await signedInOwner(req, accounts)
    next()
  }
}

function refuseMethod(methods: readonly string[]): RequestHandler {
  const allow = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ')
  return (req: Request) => {
    throw new Problem('method_not_allowed', `${req.method} is not allowed here.`, { headers: { allow } })
  }
}

/** Sends an error as a problem. Logs unexpected errors and the causes of problems, with keys redacted. */
function handleError(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error)
    const requestId = contextOf(req).id
    const problem = problemOf(error, requestId)
    const unexpected = problem.code === 'internal_error' ? error : problem.cause
    if (unexpected !== undefined) {
      const { stack = String(unexpected) } = unexpected as Error
      log.error({ requestId, error: redactKeys(stack) }, 'a request to /account failed')
    }
    sendAccountProblem(req, res, problem)
  }
}

function problemOf(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseUnavailableError) return databaseUnavailable(error)
  if (error instanceof URIError) return new Problem('bad_request', 'The request target is malformed.')
  if ((error as { code?: unknown }).code === 'EBADCSRFTOKEN')
    return new Problem('bad_request', 'X-CSRF-Token is not the token that GET /account returns.')
  return new Problem('internal_error', `If the problem persists, send us the request id ${requestId}.`)
}
