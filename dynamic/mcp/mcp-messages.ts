import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { McpServer } from '@modelcontextprotocol/server'
import type { Api } from '../../data/api/model/api.ts'
import { mcpMethods } from '../../data/api/answer/methods.ts'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Gate } from '../gate/gate.ts'
import { logFailure } from '../http/log-failure.ts'
import { BufferedAnswer } from '../http/prepared-answer.ts'
import type { RequestContext } from '../http/request-context.ts'
import { sendAnswer } from '../http/send.ts'
import { callTool, type CallOptions } from './call-tool.ts'
import { mcpServers } from './mcp-server.ts'
import { readBody } from './read-body.ts'

interface McpOptions extends CallOptions {
  readonly api: Api
  readonly gate: Gate
  /** Version of this program, which servers report. */
  readonly version?: string | undefined
}

const maxBodyBytes = 64 * 1024

/**
 * Answers `POST /mcp`: messages of the Model Context Protocol over streamable HTTP, each on its own, without sessions
 * and streams. A key is verified first; the API requests of a message count against the quota, the message itself does
 * not. Rejects with a `Problem` for errors of HTTP. Like the API it accepts any host and any origin: there are no
 * cookies, and nothing here that the sender could not read anyway.
 */
export function mcpMessages({ api, gate, version = '0', ...options }: McpOptions) {
  const createServer = mcpServers(api, version)
  return async (context: RequestContext): Promise<void> => {
    context.endpoint = 'mcp'
    context.noStore = true
    if (context.method !== 'POST') throw methodNotAllowed(context.method)
    await gate.verify(context)
    const sent = await readBody(context.req, maxBodyBytes)
    // One message can request many rows. A batch, which one revision of the protocol from 2025 allows, could request
    // many times as many.
    if (sent.toString().trimStart().startsWith('['))
      throw new Problem('bad_request', 'Messages are sent one by one: batches are not accepted.')
    const request = toRequest(context, sent)
    const serverOf = () => createServer((tool, args) => callTool(tool, args, context, options))
    const errors: unknown[] = []
    const response = await answerMessage(request, serverOf, (error) => errors.push(error))
    // Errors of clients are returned to them. Failures of tools are logged by `callTool`.
    if (response.status >= 500) for (const error of errors) logFailure(options.log, context, error)
    const headers = { ...headersOf(response), 'cache-control': 'no-store' }
    const body = Buffer.from(await response.arrayBuffer())
    await sendAnswer(context, new BufferedAnswer({ status: response.status, headers, body }))
  }
}

function methodNotAllowed(method: string): Problem {
  const detail = `${method} is not allowed here: messages of the Model Context Protocol are sent by POST, and no stream is opened.`
  return new Problem('method_not_allowed', detail, { headers: { allow: mcpMethods } })
}

function toRequest({ req }: RequestContext, body: Buffer): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) if (value !== undefined) headers.set(name, String(value))
  return new Request('http://localhost/mcp', { method: 'POST', headers, body: new Uint8Array(body) })
}

/**
 * Answers a message by the revision of the protocol that it names: 2026, or 2025 and earlier, which began with a
 * handshake.
 */
async function answerMessage(
  request: Request,
  createServer: () => McpServer,
  onError: (error: unknown) => void,
): Promise<Response> {
  if (!(await isLegacyRequest(request)))
    return createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request)
  const server = createServer()
  server.server.onerror = onError
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request)
  } finally {
    await server.close()
  }
}

const headersOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name === 'content-type' || name.startsWith('mcp-')))
