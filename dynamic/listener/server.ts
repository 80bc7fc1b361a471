import http, { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Express } from 'express'
import type { Logger } from 'pino'
import { isAccountTarget, isMcpTarget } from '../../data/api/answer/cors.ts'
import { Problem, problemAnswer, type ProblemCode } from '../../data/api/model/values/errors.ts'
import type { AccessLog } from '../http/access-log.ts'
import { peerNetwork } from '../gate/client-address.ts'
import type { LoadShedder } from '../gate/load-shedder.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { attachContext, RequestContext } from '../http/request-context.ts'
import { sendPreflight, sendProblem } from '../http/send.ts'
import { isApiTarget, type ApiRequests } from './api-requests.ts'
import { errorSender } from './app.ts'

const limits = { headersMilliseconds: 5000, requestMilliseconds: 10_000, checkMilliseconds: 1000, connections: 10_000 }
const maxConnectionsPerNetwork = 512
/**
 * Longer than the usual 60 s of proxies, which thus close idle connections first: the side that closes last never loses
 * a request.
 */
const keepAliveMilliseconds = 65_000
/**
 * Requests without a body are read to their end before they are handled, which saves a microsecond per request. Node 22
 * does not have this option.
 */
const emptyRequests = { optimizeEmptyRequests: true }
/**
 * Connections without traffic for this long are closed, such as those of clients that do not read. Streams of events
 * send a heartbeat every 15 s.
 */
const idleMilliseconds = 60_000

interface ServerOptions {
  /** Handles everything but the API: account, health, the site. */
  app: Express
  apiRequests: ApiRequests
  /** Answers the messages of assistants. */
  mcp: (context: RequestContext) => Promise<void>
  load: LoadShedder
  log: Logger
  accessLog: AccessLog
  metrics: Metrics
  /** Behind a proxy every socket has the proxy's address, so there is no limit per address. */
  trustProxy: number
}

/** Creates the public listener. It handles requests of the API and of assistants; Express handles everything else. */
export function createServer(options: ServerOptions): http.Server {
  const { app, apiRequests, mcp, load, log, accessLog, metrics, trustProxy } = options
  const fail = errorSender(log)
  const serveElse = (context: RequestContext): void | Promise<void> => {
    if (isMcpTarget(context.target)) return mcp(context)
    attachContext(context)
    app(context.req, context.res)
  }
  const serve = (context: RequestContext): void | Promise<void> => {
    const { req, target } = context
    accessLog.follow(context)
    if (req.headers.host === undefined && req.httpVersion === '1.1')
      return sendProblem(context, new Problem('bad_request', 'The request names no host.'))
    if (context.method === 'OPTIONS' && !isAccountTarget(target)) return sendPreflight(context)
    if (!target.startsWith('/')) return sendProblem(context, new Problem('bad_request', notAPath))
    if (isApiTarget(target)) return apiRequests(context)
    const waiting = isHealthTarget(target) ? undefined : load.admit()
    if (!waiting) return serveElse(context)
    return waiting.then(() => (req.socket.destroyed ? undefined : serveElse(context)))
  }
  const server = http.createServer(
    {
      ...expressClasses(app),
      ...emptyRequests,
      requireHostHeader: false, // Node's own 400 has no body: `serve` refuses such requests
      headersTimeout: limits.headersMilliseconds,
      requestTimeout: limits.requestMilliseconds,
      connectionsCheckingInterval: limits.checkMilliseconds,
      keepAliveTimeout: keepAliveMilliseconds,
    },
    (req, res) => {
      const context = new RequestContext(req, res)
      try {
        serve(context)?.catch((error: unknown) => fail(context, error))
      } catch (error) {
        fail(context, error)
      }
    },
  )
  server.timeout = idleMilliseconds
  server.maxConnections = limits.connections
  // Each pipelined response that waits for an earlier one adds listeners to the socket.
  server.on('connection', (socket) => socket.setMaxListeners(0))
  answerClientErrors(server, metrics)
  if (trustProxy === 0) limitPerNetwork(server)
  return server
}

const notAPath = 'The request target is not a path: it must begin with a slash.'

/** Health checks never wait: an instance that is busy must not be taken for dead. */
const isHealthTarget = (target: string) => target.startsWith('/health/')

/**
 * Express sets the prototype of each request and response, which is most of the cost of a request. Instances of these
 * classes have it from the start.
 */
function expressClasses(app: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request) as typeof app.request
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response) as typeof app.response
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
}

const clientErrors: Readonly<Record<string, [ProblemCode, string]>> = {
  HPE_INVALID_URL: [
    'bad_request',
    'The request target is malformed: it has characters that have to be percent-encoded, such as those beyond ASCII.',
  ],
  HPE_HEADER_OVERFLOW: ['header_too_large', 'The headers of a request may have 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
}

/**
 * `_httpMessage` is the response that a socket is sending. It is not documented, but Node's own handler of client
 * errors reads it.
 */
type SendingSocket = Socket & { readonly _httpMessage?: ServerResponse | null }

/**
 * Answers with a problem, and counts, what Node does not emit as a request: malformed requests, and CONNECT, whose
 * connection Node would close without a response. Nothing is written into a response that has begun.
 */
export function answerClientErrors(server: http.Server, metrics: Pick<Metrics, 'countProblem'>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: SendingSocket) => {
    const code = answerClientError(error, socket)
    if (code !== undefined) metrics.countProblem(code)
  })
  server.on('connect', (_req, socket: SendingSocket) => {
    socket.on('error', () => socket.destroy())
    if (socket._httpMessage) return void socket.destroy()
    sendRawProblem(socket, 'bad_request', 'CONNECT is for proxies, which this service is not.')
    metrics.countProblem('bad_request')
    socket.resume().destroySoon()
  })
}

/** Returns the code of the problem, or undefined if none could be sent. */
function answerClientError(error: NodeJS.ErrnoException, socket: SendingSocket): ProblemCode | undefined {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return undefined
  }
  const [code, detail] = clientErrors[error.code ?? ''] ?? ['bad_request', 'The request is not HTTP/1.1.']
  sendRawProblem(socket, code, detail)
  return code
}

function sendRawProblem(socket: Socket, code: ProblemCode, detail: string): void {
  const { status, headers, body } = problemAnswer(new Problem(code, detail))
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' })
  const head = [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Closes connections beyond the limit of their network. */
function limitPerNetwork(server: http.Server): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = peerNetwork(socket)
    const count = (open.get(network) ?? 0) + 1
    if (count > maxConnectionsPerNetwork) {
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
