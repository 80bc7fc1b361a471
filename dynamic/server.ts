import http, { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Express } from 'express'
import type { Logger } from 'pino'
import { Problem, problemAnswer, type ProblemCode } from '../data/api/errors.ts'
import { logRequest } from './access-log.ts'
import type { ServedCatalog } from './served-catalog.ts'
import { requestIdOf } from './request-id.ts'
import { sendAnswer } from './send.ts'

const limits = { headersMilliseconds: 5000, requestMilliseconds: 10_000, checkMilliseconds: 1000, connections: 10_000 }
const connectionsPerAddress = 512

export interface ServerOptions {
  app: Express
  served: ServedCatalog
  log: Logger
  /** Behind a proxy every socket has the proxy's address, so none is capped. */
  trustProxy: number
}

/** The public listener: hot answers and rendered files at once, everything else through Express. */
export function createServer({ app, served, log, trustProxy }: ServerOptions): http.Server {
  const server = http.createServer(
    {
      ...expressClasses(app),
      headersTimeout: limits.headersMilliseconds,
      requestTimeout: limits.requestMilliseconds,
      connectionsCheckingInterval: limits.checkMilliseconds,
    },
    (req, res) => {
      logRequest(log, req, res)
      const answer = readable(req) ? quickAnswer(served, req.url ?? '') : undefined
      if (answer) void sendAnswer(req, res, answer, requestIdOf(req))
      else app(req, res)
    },
  )
  server.maxConnections = limits.connections
  server.on('clientError', answerClientError)
  if (trustProxy === 0) capPerAddress(server)
  return server
}

const readable = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && headers.prefer === undefined

function quickAnswer(served: ServedCatalog, target: string) {
  const { current } = served
  return current.hot(target) ?? (/^\/v[12]\//.test(target) ? current.file(target) : undefined)
}

/** Express gives each request and response its own prototypes, which costs most of a request; these are born with them. */
function expressClasses(app: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request) as typeof app.request
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response) as typeof app.response
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
}

const clientErrors: Readonly<Record<string, [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['header_too_large', 'The headers of a request may have 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
}

/** What Node refuses before there is a request is answered in our shape too. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
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
