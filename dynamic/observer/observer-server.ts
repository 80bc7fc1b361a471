// The second listener, which is not public: observations and metrics.
import http, { type IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { Problem } from '../../data/api/model/values/errors.ts'
import { feeds, isFeed, type Feed } from '../../data/api/model/feeds/feeds.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import type { Accounts } from '../../data/store/accounts/accounts.ts'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import type { AccessLog } from '../http/access-log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { foreignHost } from '../gate/foreign-host.ts'
import { requireOrigin } from '../gate/gate.ts'
import { errorSender } from '../listener/app.ts'
import { RequestContext } from '../http/request-context.ts'
import { answerClientErrors } from '../listener/server.ts'
import { busyProblem, ingestRequest } from './intake.ts'

/** Maximum number of pending batches when a request begins. */
const maxPendingBatches = 8
const limits = {
  headersMilliseconds: 5000,
  idleMilliseconds: 30_000,
  requestMilliseconds: 600_000,
  restMilliseconds: 5000,
  connections: 200,
}

interface ObserverOptions {
  live: LiveIngest
  accounts: Pick<Accounts, 'authenticate' | 'countUse'>
  log: Logger
  accessLog: AccessLog
  metrics: Metrics
}

/** Creates the observer's listener: `POST /observations/<feed>` and `GET /metrics`. */
export function createObserverServer({ live, accounts, log, accessLog, metrics }: ObserverOptions): http.Server {
  const fail = errorSender(log)
  const serve = async (context: RequestContext) => {
    const { req } = context
    const { segments } = parseTarget(req.url ?? '')
    if (segments.join('/') === 'metrics') return sendMetrics(context, metrics)
    const feed = feedOf(segments)
    context.endpoint = 'observations'
    if (req.method !== 'POST') throw notAllowed(req, 'POST')
    await requireObserver(accounts, req)
    requireLines(req)
    if (live.pendingBatches >= maxPendingBatches) throw busyProblem()
    const receipt = await ingestRequest(live, feed, req, ({ accepted, duplicates: duplicate, rejected }) =>
      metrics.countLines(feed, { accepted, duplicate, rejected: rejected.length }),
    )
    send(context, JSON.stringify(receipt))
  }
  const server = http.createServer(
    { headersTimeout: limits.headersMilliseconds, requestTimeout: limits.requestMilliseconds },
    (req, res) => {
      const context = new RequestContext(req, res)
      context.noStore = true
      accessLog.follow(context)
      req.on('error', () => undefined) // `aborted` reports it
      serve(context).catch((error: unknown) => {
        fail(context, error)
        dropRest(req)
      })
    },
  )
  server.setTimeout(limits.idleMilliseconds)
  server.maxConnections = limits.connections
  answerClientErrors(server, metrics)
  return server
}

/** Discards the rest of a refused body for a while: closing a connection with unread bytes would lose the response. */
function dropRest(req: IncomingMessage): void {
  const timer = setTimeout(() => req.destroy(), limits.restMilliseconds)
  req.once('close', () => clearTimeout(timer))
  req.unpipe()
  req.resume()
}

function feedOf([root, feed = '', ...rest]: readonly string[]): Feed {
  if (root === 'observations' && isFeed(feed) && rest.length === 0) return feed
  const paths = feeds.map((one) => `/observations/${one}`).join(', ')
  throw new Problem('not_found', `There is nothing here: post to one of ${paths}.`)
}

const notAllowed = ({ method }: IncomingMessage, allowed: string) =>
  new Problem('method_not_allowed', `${method} is not allowed here: use ${allowed}.`, { headers: { allow: allowed } })

async function requireObserver(accounts: ObserverOptions['accounts'], req: IncomingMessage): Promise<void> {
  const given = req.headers['x-api-key']
  const key = given === undefined ? undefined : await accounts.authenticate(String(given))
  if (key?.kind !== 'good')
    throw new Problem('unauthenticated', 'Observations need a valid API key with the scope observe, in X-Api-Key.', {
      headers: { 'www-authenticate': 'ApiKey realm="observations"' },
    })
  if (!key.scopes.has('observe')) throw new Problem('insufficient_scope', 'The API key lacks the scope observe.')
  requireOrigin(key, req)
  accounts.countUse(key.keyId)
}

function requireLines(req: IncomingMessage): void {
  const [mediaType = ''] = (req.headers['content-type'] ?? '').split(';', 1)
  if (mediaType.trim().toLowerCase() === 'application/x-ndjson') return
  throw new Problem('unsupported_media_type', 'Send application/x-ndjson: one JSON object a line.')
}

async function sendMetrics(context: RequestContext, metrics: Metrics): Promise<void> {
  context.endpoint = 'metrics'
  if (context.method !== 'GET') throw notAllowed(context.req, 'GET')
  const host = foreignHost(context.req)
  if (host !== undefined)
    throw new Problem('bad_request', `Metrics are not available at ${host}: from this machine, use localhost.`)
  const { body, mediaType } = await metrics.text()
  send(context, body, mediaType)
}

function send({ res, id }: RequestContext, body: string, mediaType = 'application/json; charset=utf-8'): void {
  res.writeHead(200, {
    'content-type': mediaType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
  })
  res.end(body)
}
