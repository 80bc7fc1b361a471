import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, Express, Request, Response, Router } from 'express'
import express from 'express'
import type { Logger } from 'pino'
import type { Api } from '../data/api/api.ts'
import { Problem } from '../data/api/errors.ts'
import type { LiveStore } from '../data/api/live/live-store.ts'
import { isLenient, methodNotAllowed, preflightHeaders } from '../data/api/methods.ts'
import { parseTarget } from '../data/api/target.ts'
import type { Gate } from './gate.ts'
import { logFailure } from './log-failure.ts'
import type { ServedCatalog } from './served-catalog.ts'
import { requestIdOf } from './request-id.ts'
import { sendAnswer, sendProblem } from './send.ts'
import { sitePages, type ServedSite } from './site-pages.ts'
import { tooltipsScript } from './tooltips-script.ts'

export interface AppOptions {
  api: Api
  gate: Gate
  served: ServedCatalog
  live: LiveStore
  log: Logger
  /** Sign-in and keys; without it there is no `/account`. */
  account?: Router
  /** Pages for people; without it there is the API alone. */
  site?: ServedSite
  /** False once the service is shutting down. */
  isOpen: () => boolean
}

/** The Express app: one loop over the table, health, and one place for errors. Files were answered before (`server.ts`). */
export function createApp({ api, gate, served, live, log, account, site, isOpen }: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.enable('strict routing')
  app.enable('case sensitive routing')
  addHealth(app, served, live, isOpen)
  if (account) app.use('/account/sign-in', (req, _res, next) => void gate.admitStranger(req).then(() => next(), next))
  if (account) app.use(account)
  app.get('/tooltips.js', async (req, res) => sendAnswer(req, res, await tooltipsScript()))
  const reply = answerer(api, gate, served, live)
  for (const { path } of api.endpoints) {
    for (const version of path.startsWith('/v2/') ? ['v2', 'v1'] : ['v1']) {
      const route = app.route(path.replace(/^\/v\d/, `/${version}`).replace(/\{(\w+)\}/g, ':$1'))
      route.get(reply)
      route.options((_req, res) => void res.writeHead(204, preflightHeaders).end())
      route.all(refuseMethod)
    }
  }
  if (site) app.use(sitePages(site, { api, served, live, log }))
  app.use((req, res) => {
    if (req.method === 'OPTIONS') return void res.writeHead(204, preflightHeaders).end()
    return reply(req, res)
  })
  app.use(handleError(log))
  return app
}

/** Judges scope and origin by the endpoint that the decoded target means, whatever Express made of it, and answers. */
function answerer(api: Api, gate: Gate, served: ServedCatalog, live: LiveStore) {
  return async (req: Request, res: Response): Promise<void> => {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(req.method)
    const keyScope = api.match(parseTarget(req.url).segments)?.endpoint.keyScope
    if (keyScope) gate.requireScope(req, keyScope)
    const lenient = isLenient(req.get('prefer') ?? '')
    await sendAnswer(req, res, await served.current.respond(req.url, { live, lenient, keeps: true }))
  }
}

function refuseMethod(req: Request): never {
  throw methodNotAllowed(req.method)
}

function faultOfTarget(target: string): unknown {
  try {
    parseTarget(target)
  } catch (problem) {
    return problem
  }
  return new Problem('bad_request', 'The request target is malformed.')
}

function addHealth(app: Express, served: ServedCatalog, live: LiveStore, isOpen: () => boolean): void {
  app.get('/health/live', (_req, res) => void res.set('cache-control', 'no-store').json({ status: 'ok' }))
  app.get('/health/ready', async (_req, res) => {
    if (!isOpen())
      throw new Problem('unavailable', 'The service is shutting down.', { headers: { 'retry-after': '5' } })
    const { catalog, hasFiles } = served.current
    catalog.check()
    await live.newest().catch(() => {
      throw new Problem('unavailable', 'The live store does not answer.', { headers: { 'retry-after': '5' } })
    })
    res.set('cache-control', 'no-store').json({ status: 'ok', patches: catalog.patches.all.length, files: hasFiles })
  })
}

/** Problems are shown as they are; whatever else is thrown is logged in full and shown as nothing. */
export function errorSender(log: Logger): (req: IncomingMessage, res: ServerResponse, error: unknown) => void {
  return (req, res, error) => {
    if (res.headersSent) return void res.destroy()
    // Express decodes path parameters before there is a request to read.
    const known = error instanceof URIError ? faultOfTarget(req.url ?? '') : error
    if (known instanceof Problem) return sendProblem(req, res, known)
    logFailure(log, req, error)
    sendProblem(req, res, new Problem('internal_error', `Tell us the request id ${requestIdOf(req)}.`))
  }
}

function handleError(log: Logger): ErrorRequestHandler {
  const fail = errorSender(log)
  return (error: unknown, req, res, next) => (res.headersSent ? next(error) : fail(req, res, error))
}
