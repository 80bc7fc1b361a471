import type { ErrorRequestHandler, Express, Request, Response } from 'express'
import express from 'express'
import type { Logger } from 'pino'
import type { Api } from '../data/api/api.ts'
import { Problem } from '../data/api/errors.ts'
import type { ServedCatalog } from './served-catalog.ts'
import { requestIdOf } from './request-id.ts'
import { apiHeaders, sendAnswer, sendProblem } from './send.ts'

const methods = 'GET, HEAD, OPTIONS'
const preflight = {
  ...apiHeaders,
  allow: methods,
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'X-Api-Key, Prefer, If-None-Match, Accept-Encoding',
  'access-control-max-age': '86400',
}

export interface AppOptions {
  api: Api
  served: ServedCatalog
  log: Logger
  /** False once the service is shutting down. */
  isOpen: () => boolean
}

/** The Express app: one loop over the table, health, and one place for errors. Files were answered before (`server.ts`). */
export function createApp({ api, served, log, isOpen }: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.enable('strict routing')
  app.enable('case sensitive routing')
  addHealth(app, served, isOpen)
  for (const { path } of api.endpoints) {
    for (const version of path.startsWith('/v2/') ? ['v2', 'v1'] : ['v1']) {
      const route = app.route(path.replace(/^\/v\d/, `/${version}`).replace(/\{(\w+)\}/g, ':$1'))
      route.get((req, res) => answer(req, res, served))
      route.options((_req, res) => void res.writeHead(204, preflight).end())
      route.all(refuseMethod)
    }
  }
  app.use((req, res) => answer(req, res, served))
  app.use(handleError(log))
  return app
}

async function answer(req: Request, res: Response, served: ServedCatalog): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(req)
  const lenient = /(^|[\s,;])handling\s*=\s*"?lenient"?\s*($|[,;])/i.test(req.get('prefer') ?? '')
  await sendAnswer(req, res, served.current.respond(req.url, lenient), requestIdOf(req))
}

function refuseMethod(req: Request): never {
  throw methodNotAllowed(req)
}

const methodNotAllowed = (req: Request) =>
  new Problem('method_not_allowed', `${req.method} is not allowed here: this API is read-only.`, {
    headers: { allow: methods },
  })

function addHealth(app: Express, served: ServedCatalog, isOpen: () => boolean): void {
  app.get('/health/live', (_req, res) => void res.set('cache-control', 'no-store').json({ status: 'ok' }))
  app.get('/health/ready', (_req, res) => {
    if (!isOpen())
      throw new Problem('unavailable', 'The service is shutting down.', { headers: { 'retry-after': '5' } })
    const { catalog, hasFiles } = served.current
    catalog.check()
    res.set('cache-control', 'no-store').json({ status: 'ok', patches: catalog.patches.all.length, files: hasFiles })
  })
}

/** Problems are shown as they are; whatever else is thrown is logged in full and shown as nothing. */
function handleError(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error)
    const requestId = requestIdOf(req)
    if (!(error instanceof Problem)) log.error({ err: error, requestId, target: req.url }, 'a request failed')
    const problem =
      error instanceof Problem ? error : new Problem('internal_error', `Tell us the request id ${requestId}.`)
    sendProblem(req, res, problem, requestId)
  }
}
