// A client that sends many requests on one connection without waiting for answers (pipelining). Sent one by one, a
// million requests would spend most of the processor time on sending.
import { connect, type Socket } from 'node:net'
import { Reply } from '../../fixtures/test-client.ts'
import { AnswerParser } from './answer-parser.ts'
import type { GeneratedRequest } from './generated-requests.ts'

/** Serializes a request. Methods that may have a body get a `content-length` even without one, as clients send it. */
function textOf({ method, target, headers, body = '' }: GeneratedRequest, port: number): string {
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = method.startsWith('P') || body !== '' ? `content-length: ${body.length}\r\n` : ''
  return `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${length}${own.join('')}\r\n${body}`
}

/** A client of a service on this machine. */
export class PipelinedClient {
  readonly #port: number
  readonly #patienceMilliseconds: number
  #socket: Socket | undefined

  constructor(port: number, patienceMilliseconds = 60_000) {
    this.#port = port
    this.#patienceMilliseconds = patienceMilliseconds
  }

  /**
   * Resolves to the answers in the order of the requests. Requests that a closed connection leaves unanswered are sent
   * again on a new one. Rejects if a response is invalid, or does not come in time or on a new connection.
   */
  async ask(requests: readonly GeneratedRequest[]): Promise<Reply[]> {
    const replies: Reply[] = []
    while (replies.length < requests.length) {
      // A connection that was closed while idle does not report that writing to it fails.
      if (this.#socket?.destroyed) this.#socket = undefined
      const isNew = this.#socket === undefined
      const got = await this.#send(requests.slice(replies.length))
      // An idle connection may be closed without an answer, a new one may not.
      if (got.length === 0 && isNew) {
        const { method, target } = requests[replies.length] ?? {}
        throw new Error(`${method} ${target} was not answered`)
      }
      replies.push(...got)
    }
    return replies
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  /** Sends the requests on the current or a new connection; resolves to the answers that came before it ended. */
  #send(requests: readonly GeneratedRequest[]): Promise<Reply[]> {
    const socket = (this.#socket ??= connect({ port: this.#port, host: '127.0.0.1', noDelay: true }))
    const parser = new AnswerParser(requests.map(({ method }) => method))
    return new Promise((resolve, reject) => {
      const end = (keep: boolean, error?: Error) => {
        socket.removeAllListeners()
        if (!keep) this.close()
        socket.on('error', () => undefined)
        if (error) reject(error)
        else resolve(parser.replies)
      }
      const patience = this.#patienceMilliseconds
      socket.setTimeout(patience, () => {
        const { method, target } = requests[parser.replies.length] ?? {}
        end(false, new Error(`${method} ${target} was not answered within ${patience / 1000} s`))
      })
      socket.on('data', (chunk) => {
        try {
          parser.push(chunk)
        } catch (error) {
          return end(false, error instanceof Error ? error : new Error(String(error)))
        }
        if (parser.isClosing) end(false)
        else if (parser.replies.length === requests.length) end(true)
      })
      socket.once('error', () => end(false))
      socket.once('close', () => end(false))
      socket.write(requests.map((one) => textOf(one, this.#port)).join(''), 'latin1')
    })
  }
}
