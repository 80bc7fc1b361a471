import http, { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Express } from 'express'
import type { Logger } from 'pino'
import { Problem, problemAnswer, type ProblemCode } from '../data/api/errors.ts'
import { isMetered } from '../data/api/metered.ts'
import { parseTarget } from '../data/api/target.ts'
import type { AccessLog } from './access-log.ts'
import { errorSender } from './app.ts'
import type { Gate } from './gate.ts'
import type { PreparedAnswer } from './prepared-answer.ts'
import type { ServedCatalog } from './served-catalog.ts'
import { sendAnswer, sendProblem } from './send.ts'

const limits = { headersMilliseconds: 5000, requestMilliseconds: 10_000, checkMilliseconds: 1000, connections: 10_000 }
const connectionsPerAddress = 512

export interface ServerOptions {
  app: Express
  gate: Gate
  served: ServedCatalog
  log: Logger
  accessLog: AccessLog
  /** Behind a proxy every socket has the proxy's address, so none is capped. */
  trustProxy: number
}

/** The public listener: hot answers and rendered files at once, everything else through Express. */
export function createServer({ app, gate, served, log, accessLog, trustProxy }: ServerOptions): http.Server {
  const fail = errorSender(log)
  const serve = (req: IncomingMessage, res: ServerResponse): void | Promise<void> => {
    accessLog.follow(req, res)
    if (req.headers.host === undefined && req.httpVersion === '1.1')
      return sendProblem(req, res, new Problem('bad_request', 'The request names no host.'))
    const answer = readable(req) ? quickAnswer(served, req.url ?? '') : undefined
    if (!answer?.free || req.headers['x-api-key'] !== undefined) return serveGated(req, res, answer)
    gate.showStanding(req)
    return sendAnswer(req, res, answer)
  }
  const serveGated = async (req: IncomingMessage, res: ServerResponse, answer: PreparedAnswer | undefined) => {
    const refusal =
      req.method !== 'OPTIONS' && isMetered(req.url ?? '')
        ? await refusalOf(gate, req, answer?.free ?? false)
        : undefined
    if (refusal && readableTarget(req)) fail(req, res, refusal)
    else if (answer) await sendAnswer(req, res, answer)
    else app(req, res)
  }
  const server = http.createServer(
    {
      ...expressClasses(app),
      requireHostHeader: false, // Node's own 400 has no body: it is refused below
      headersTimeout: limits.headersMilliseconds,
      requestTimeout: limits.requestMilliseconds,
      connectionsCheckingInterval: limits.checkMilliseconds,
    },
    (req, res) => {
      try {
        serve(req, res)?.catch((error: unknown) => fail(req, res, error))
      } catch (error) {
        fail(req, res, error)
      }
    },
  )
  server.maxConnections = limits.connections
  server.on('clientError', answerClientError)
  if (trustProxy === 0) capPerAddress(server)
  return server
}

const refusalOf = (gate: Gate, req: IncomingMessage, free: boolean): Promise<unknown> =>
  gate.admit(req, free).then(
    () => undefined,
    (reason: unknown) => reason,
  )

/** Method and target are judged before key and quota: what is wrong with them Express tells. */
function readableTarget({ method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  try {
    parseTarget(url)
    return true
  } catch {
    return false
  }
}

const readable = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && headers.prefer === undefined

function quickAnswer(served: ServedCatalog, target: string) {
  const { current } = served
  return current.hot(target) ?? (/^\/v[12]\//.test(target) ? current.file(target) : undefined)
}

/**
 * Express gives each request and response its own prototypes, which costs most of a request; these are born with them.
 * In a list, for there the classes stay nameless: the names that tsx gives others slow each `new` down.
 */
function expressClasses(app: Express) {
  const [request, response] = [class extends IncomingMessage {}, class extends ServerResponse {}] as const
  app.request = Object.setPrototypeOf(request.prototype, app.request) as typeof app.request
  app.response = Object.setPrototypeOf(response.prototype, app.response) as typeof app.response
  return { IncomingMessage: request, ServerResponse: response }
}

const clientErrors: Readonly<Record<string, [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['header_too_large', 'The headers of a request may have 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
}

/** What Node refuses before there is a request is answered in our shape too. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [code, detail] = clientErrors[error.code ?? ''] ?? ['bad_request', 'The request is no HTTP/1.1.']
  const { status, headers, body } = problemAnswer(new Problem(code, detail))
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' })
  const head = [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function capPerAddress(server: http.Server): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    if (count > connectionsPerAddress) {
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}
