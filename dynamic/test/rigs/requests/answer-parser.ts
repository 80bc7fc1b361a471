// Parses consecutive HTTP/1.1 responses on a connection strictly: anything else is an error.
import type { IncomingHttpHeaders } from 'node:http'
import { Reply } from '../../fixtures/test-client.ts'

interface Head {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Offset at which the body begins. */
  readonly end: number
}

const blankLine = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')

/** Parses the responses to requests that were sent on one connection. */
export class AnswerParser {
  /** The responses that are complete so far. */
  readonly replies: Reply[] = []
  readonly #methods: readonly string[]
  #received: Buffer = Buffer.alloc(0)
  #head: Head | undefined
  /** Whether no other response follows, because of `Connection: close` or because the response is an endless stream. */
  isClosing = false

  /** `methods` are the methods of the requests, in their order. */
  constructor(methods: readonly string[]) {
    this.#methods = methods
  }

  /** Throws if the bytes are not a valid response, or more than was requested. */
  push(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    while (!this.isClosing && this.#readOne());
    if (!this.isClosing && this.replies.length === this.#methods.length && this.#received.length > 0)
      throw new Error(`bytes that no request asked for: ${this.#received.toString('latin1', 0, 200)}`)
  }

  /** Reads a response if it is complete; returns whether it was. */
  #readOne(): boolean {
    const method = this.#methods[this.replies.length]
    if (method === undefined) return false
    this.#head ??= this.#readHead()
    if (!this.#head) return false
    const { status, headers, end } = this.#head
    const isStream = headers['content-type']?.startsWith('text/event-stream') === true
    const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
    const body = hasBody ? this.#readBody(headers, end, isStream) : { bytes: Buffer.alloc(0), end }
    if (!body) return false
    this.replies.push(new Reply(status, headers, body.bytes))
    this.#received = this.#received.subarray(body.end)
    this.#head = undefined
    this.isClosing = headers.connection === 'close' || (isStream && hasBody)
    return true
  }

  #readHead(): Head | undefined {
    const end = this.#received.indexOf(blankLine)
    if (end === -1) return undefined
    const [first = '', ...lines] = this.#received.toString('latin1', 0, end).split('\r\n')
    const status = /^HTTP\/1\.1 ([2-5]\d\d)( |$)/.exec(first)?.[1]
    if (status === undefined) throw new Error(`no answer of HTTP/1.1: ${first.slice(0, 200)}`)
    const headers: Record<string, string> = {}
    for (const line of lines) {
      const mark = line.indexOf(':')
      if (mark < 1) throw new Error(`no header: ${line.slice(0, 200)}`)
      const name = line.slice(0, mark).toLowerCase()
      const value = line.slice(mark + 1).trim()
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
    }
    return { status: Number(status), headers, end: end + blankLine.length }
  }

  #readBody(headers: IncomingHttpHeaders, from: number, isStream: boolean) {
    if (headers['transfer-encoding'] === 'chunked') return this.#readChunks(from, isStream)
    if (!/^\d+$/.test(headers['content-length'] ?? '')) throw new Error('an answer does not say how long it is')
    const end = from + Number(headers['content-length'])
    return this.#received.length < end ? undefined : { bytes: this.#received.subarray(from, end), end }
  }

  /** Reads all chunks, or only the first chunk of a stream; undefined if they are not complete yet. */
  #readChunks(from: number, isStream: boolean) {
    const chunks: Buffer[] = []
    for (let at = from; ;) {
      const lineAt = this.#received.indexOf(lineEnd, at)
      if (lineAt === -1) return undefined
      const line = this.#received.toString('latin1', at, lineAt)
      if (!/^[0-9a-f]+$/i.test(line)) throw new Error(`no length of a chunk: ${line.slice(0, 200)}`)
      const begin = lineAt + lineEnd.length
      const end = begin + Number.parseInt(line, 16)
      if (this.#received.length < end + lineEnd.length) return undefined
      if (end > begin) chunks.push(this.#received.subarray(begin, end))
      at = end + lineEnd.length
      if (end === begin || isStream) return { bytes: Buffer.concat(chunks), end: at }
    }
  }
}
