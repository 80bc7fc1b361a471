import type { ErrorRequestHandler, Express, Request, Response, Router } from 'express'
import express from 'express'
import type { Logger } from 'pino'
import { corsHeaders } from '../../data/api/answer/api-headers.ts'
import type { Api } from '../../data/api/model/api.ts'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { LiveStore } from '../../data/api/model/live-store.ts'
import { methodNotAllowed } from '../../data/api/answer/methods.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import type { Gate } from '../gate/gate.ts'
import { loadInBackground } from '../http/load-in-background.ts'
import { problemOf } from '../http/log-failure.ts'
import type { ServedCatalog } from '../catalog/served-catalog.ts'
import { contextOf, type RequestContext } from '../http/request-context.ts'
import { sendAnswer, sendProblem } from '../http/send.ts'
import { sitePages, type ServedSite } from '../pages/site-pages.ts'
import { tooltipsScript } from '../pages/tooltips-script.ts'

interface AppOptions {
  api: Api
  gate: Gate
  served: ServedCatalog
  live: LiveStore
  log: Logger
  /** Sign-in and keys; without it there is no `/account`. */
  account?: Router
  /** The site; without it there is only the API. */
  site?: ServedSite
  /** False once the service is shutting down. */
  isOpen: () => boolean
}

/**
 * Creates the Express app: account, health checks, the npm package, the tooltips script and the site. Requests of the
 * API do not reach it (`server.ts`).
 */
export function createApp({ api, gate, served, live, log, account, site, isOpen }: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.enable('strict routing')
  app.enable('case sensitive routing')
  addHealth(app, served, live, isOpen)
  if (account)
    app.use('/account/sign-in', (req, _res, next) => void gate.limitSignIn(contextOf(req)).then(() => next(), next))
  if (account) app.use(account)
  addBundles(app, api)
  if (site) app.get('/favicon.ico', redirectToIcon)
  if (site) app.use(sitePages(site, { api, served, live, log }))
  app.use(refuse)
  app.use(handleError(log))
  return app
}

/**
 * Adds the files that esbuild builds at the first request for them. The code that makes the package is loaded while the
 * service starts, which takes 30 ms of its thread.
 */
function addBundles(app: Express, api: Api): void {
  const clientArchive = loadInBackground(async () => (await import('../pages/client-archive.ts')).clientArchive)
  app.get('/tooltips.js', async (req) => sendAnswer(contextOf(req), await tooltipsScript()))
  app.get('/client.tgz', async (req) => sendAnswer(contextOf(req), await clientArchive(api)))
}

/** Browsers request `/favicon.ico` if they have not read a page, which names the icon. */
function redirectToIcon(_req: Request, res: Response): void {
  res.set({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' }).redirect(301, '/_icon.svg')
}

/** Refuses any other request: method and target are checked before the path. */
function refuse({ method, url }: Request): never {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method)
  parseTarget(url)
  throw new Problem('not_found', 'There is nothing at this path.')
}

function targetError(target: string): unknown {
  try {
    parseTarget(target)
  } catch (problem) {
    return problem
  }
  return new Problem('bad_request', 'The request target is malformed.')
}

function addHealth(app: Express, served: ServedCatalog, live: LiveStore, isOpen: () => boolean): void {
  const headers = { ...corsHeaders, 'cache-control': 'no-store' }
  app.get('/health/live', (_req, res) => void res.set(headers).json({ status: 'ok' }))
  app.get('/health/ready', async (_req, res) => {
    if (!isOpen())
      throw new Problem('unavailable', 'The service is shutting down.', { headers: { 'retry-after': '5' } })
    const { catalog, hasFiles } = served.current
    catalog.check()
    await live.newest().catch(() => {
      throw new Problem('unavailable', 'The live store does not answer.', { headers: { 'retry-after': '5' } })
    })
    res.set(headers).json({ status: 'ok', patches: catalog.patches.all.length, files: hasFiles })
  })
}

/**
 * Returns a function that sends an error as a problem (`problemOf`), or closes the connection if the response has
 * already begun.
 */
export function errorSender(log: Logger): (context: RequestContext, error: unknown) => void {
  return (context, error) => {
    // Express throws a URIError if it cannot decode a path parameter.
    const known = error instanceof URIError ? targetError(context.target) : error
    const problem = problemOf(log, context, known)
    if (context.res.headersSent) context.res.destroy()
    else sendProblem(context, problem)
  }
}

function handleError(log: Logger): ErrorRequestHandler {
  const fail = errorSender(log)
  return (error: unknown, req, res, next) => (res.headersSent ? next(error) : fail(contextOf(req), error))
}
