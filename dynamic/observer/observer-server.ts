// The second listener: what the observer sends, and metrics. It is not meant for the public.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Problem } from '../../data/api/errors.ts'
import { feeds, isFeed, type Feed } from '../../data/api/live/feeds.ts'
import { parseTarget } from '../../data/api/target.ts'
import type { Accounts } from '../../data/store/accounts/accounts.ts'
import type { LiveIntake } from '../../data/store/live/live-intake.ts'
import type { AccessLog } from '../access-log.ts'
import type { Metrics } from '../metrics.ts'
import { errorSender } from '../app.ts'
import { setExtraHeaders } from '../extra-headers.ts'
import { requestIdOf } from '../request-id.ts'
import { answerClientError } from '../server.ts'
import { busy, takeRequest } from './intake.ts'

/** Batches that may wait when a request begins. */
const mostWaiting = 8
const limits = {
  headersMilliseconds: 5000,
  idleMilliseconds: 30_000,
  requestMilliseconds: 600_000,
  restMilliseconds: 5000,
  connections: 200,
}

export interface ObserverOptions {
  live: LiveIntake
  accounts: Pick<Accounts, 'authenticate' | 'countUse'>
  log: Logger
  accessLog: AccessLog
  metrics: Metrics
}

export function createObserverServer({ live, accounts, log, accessLog, metrics }: ObserverOptions): http.Server {
  const fail = errorSender(log)
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const { segments } = parseTarget(req.url ?? '')
    if (segments.join('/') === 'metrics') return sendMetrics(req, res, metrics)
    const feed = feedOf(segments)
    if (req.method !== 'POST') throw notAllowed(req, 'POST')
    await requireObserver(accounts, req)
    requireLines(req)
    if (live.pendingBatches >= mostWaiting) throw busy()
    const receipt = await takeRequest(live, feed, req, ({ accepted, duplicates: duplicate, rejected }) =>
      metrics.countLines(feed, { accepted, duplicate, rejected: rejected.length }),
    )
    send(req, res, 200, JSON.stringify(receipt))
  }
  const server = http.createServer(
    { headersTimeout: limits.headersMilliseconds, requestTimeout: limits.requestMilliseconds },
    (req, res) => {
      accessLog.follow(req, res)
      setExtraHeaders(req, { added: [], noStore: true })
      req.on('error', () => undefined) // `aborted` tells it
      serve(req, res).catch((error: unknown) => {
        fail(req, res, error)
        dropRest(req)
      })
    },
  )
  server.setTimeout(limits.idleMilliseconds)
  server.maxConnections = limits.connections
  server.on('clientError', answerClientError)
  return server
}

/** What is left of a refused body is read and dropped for a while: a connection that is closed with bytes unread loses the answer. */
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
  accounts.countUse(key.keyId)
}

function requireLines(req: IncomingMessage): void {
  const [mediaType = ''] = (req.headers['content-type'] ?? '').split(';', 1)
  if (mediaType.trim().toLowerCase() === 'application/x-ndjson') return
  throw new Problem('unsupported_media_type', 'Send application/x-ndjson: one JSON object a line.')
}

async function sendMetrics(req: IncomingMessage, res: ServerResponse, metrics: Metrics): Promise<void> {
  if (req.method !== 'GET') throw notAllowed(req, 'GET')
  const { body, mediaType } = await metrics.text()
  send(req, res, 200, body, mediaType)
}

function send(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  body: string,
  mediaType = 'application/json; charset=utf-8',
): void {
  res.writeHead(status, {
    'content-type': mediaType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestIdOf(req),
  })
  res.end(body)
}
