// For suites: plain HTTP. Nothing is normalised, followed or decompressed on the way.
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export type Row = Readonly<Record<string, unknown>>

/** An answer as it came. */
export class Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  /** The request carried an API key, so the answer is nobody else's. */
  readonly keyed: boolean

  constructor(status: number, headers: IncomingHttpHeaders, bytes: Buffer, keyed = false) {
    this.keyed = keyed
    this.status = status
    this.headers = headers
    this.bytes = bytes
  }

  /** The bytes that the sender compressed, if it did. */
  get identity(): Buffer {
    const encoding = this.headers['content-encoding']
    if (encoding === 'br') return brotliDecompressSync(this.bytes)
    return encoding === 'gzip' ? gunzipSync(this.bytes) : this.bytes
  }

  get text(): string {
    return this.identity.toString()
  }

  get json(): unknown {
    return JSON.parse(this.text) as unknown
  }

  /** The body of an answer that is an object. */
  get object(): Row {
    return this.json as Row
  }

  /** The rows of a list, in either envelope. */
  get rows(): readonly Row[] {
    const { body, rows } = this.json as { body?: readonly Row[]; rows?: readonly Row[] }
    const found = body ?? rows
    if (!Array.isArray(found)) throw new Error(`no list: ${this.status} ${this.text.slice(0, 300)}`)
    return found as readonly Row[]
  }

  /** The row of a single answer in `body`. */
  get row(): Row {
    const { body } = this.json as { body?: Row }
    if (!body) throw new Error(`no body: ${this.status} ${this.text.slice(0, 300)}`)
    return body
  }

  /** Of a page list. */
  get total(): number {
    const { pagination } = this.json as { pagination?: { total: number } }
    if (!pagination) throw new Error(`no pagination: ${this.status} ${this.text.slice(0, 300)}`)
    return pagination.total
  }

  /** Target of `Link: <...>; rel="next"`. */
  get next(): string | undefined {
    return /<([^>]*)>; rel="next"/.exec(String(this.headers.link ?? ''))?.[1]
  }
}

const needsKey = /\/tooltip(\?|$)/
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export interface AskOptions {
  method?: string
  headers?: Readonly<Record<string, string>>
}

/** Asks a service on this machine, with its key where an endpoint needs one. Rejects when the connection breaks. */
export function ask(
  { port, key }: { readonly port: number; readonly key?: string | undefined },
  target: string,
  { method = 'GET', headers = {} }: AskOptions = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const keyed = key !== undefined && needsKey.test(target) ? { 'x-api-key': key, ...headers } : headers
    const sent = request({ host: '127.0.0.1', port, path: target, method, headers: keyed, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('error', reject)
      answer.once('end', () =>
        resolve(new Reply(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks), 'x-api-key' in headers)),
      )
    })
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // A kept connection that the service closed just then, for it had been idle.
      if (sent.reusedSocket && error.code === 'ECONNRESET')
        ask({ port, key }, target, { method, headers }).then(resolve, reject)
      else reject(error)
    })
    sent.end()
  })
}

/** A list's answers from this page to the last, by `Link`. */
export async function walk(
  service: { readonly port: number; readonly key?: string },
  target: string,
): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let at: string | undefined = target; at !== undefined; at = replies.at(-1)?.next) {
    if (replies.length > 1000) throw new Error(`${target} has no end`)
    const reply = await ask(service, at)
    if (reply.status !== 200) throw new Error(`${at}: ${reply.status} ${reply.text}`)
    replies.push(reply)
  }
  return replies
}

/** Writes bytes to a socket and reads what comes until it is closed; the answer is the first one. */
export function sendRaw({ port }: { readonly port: number }, given: string | Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(given))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('error', (error) => (chunks.length > 0 ? resolve(parseReply(Buffer.concat(chunks))) : reject(error)))
    socket.once('end', () => socket.end())
    socket.once('close', () => resolve(parseReply(Buffer.concat(chunks))))
  })
}

/** A request as text; the connection is closed after it. */
export const rawRequest = (line: string, ...headers: string[]): string =>
  [line, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')

function parseReply(received: Buffer): Reply {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) throw new Error(`no answer, but ${JSON.stringify(received.toString('latin1').slice(0, 200))}`)
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = lines.map((line) => {
    const mark = line.indexOf(':')
    return [line.slice(0, mark).toLowerCase(), line.slice(mark + 1).trim()] as const
  })
  return new Reply(Number(first.split(' ')[1]), Object.fromEntries(headers), received.subarray(end + 4))
}
