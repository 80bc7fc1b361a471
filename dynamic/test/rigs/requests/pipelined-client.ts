// Requests to a service on this machine, many on one connection without waiting for the answers before: of a million
// requests, most of the processor time would be spent on sending each by itself.
import { connect, type Socket } from 'node:net'
import { Reply } from '../../fixtures/test-client.ts'
import { AnswerParser } from './answer-parser.ts'
import type { GeneratedRequest } from './generated-requests.ts'

/** What is written for a request. As clients do, those that may have a body say how long it is, even where they have none. */
function textOf({ method, target, headers, body = '' }: GeneratedRequest, port: number): string {
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = method.startsWith('P') || body !== '' ? `content-length: ${body.length}\r\n` : ''
  return `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${length}${own.join('')}\r\n${body}`
}

export class PipelinedClient {
  readonly #port: number
  readonly #patienceMilliseconds: number
  #socket: Socket | undefined

  constructor(port: number, patienceMilliseconds = 60_000) {
    this.#port = port
    this.#patienceMilliseconds = patienceMilliseconds
  }

  /** The answers to these requests, in their order. What a closed connection leaves unanswered is sent on another one. */
  async ask(requests: readonly GeneratedRequest[]): Promise<Reply[]> {
    const replies: Reply[] = []
    while (replies.length < requests.length) {
      // One that was closed while it was idle says nothing of what is written to it.
      if (this.#socket?.destroyed) this.#socket = undefined
      const isNew = this.#socket === undefined
      const got = await this.#send(requests.slice(replies.length))
      // The service may close a connection that was idle.
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

  /** Answers until all are there, or the connection ends. */
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
