import { ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'

type Header = readonly [name: string, value: string]

/** Headers of several responses. */
export class SentHeaders {
  readonly #headers: Readonly<Record<string, string>>
  readonly #areValid: boolean
  #lines: string | undefined

  /** `areValid` where names and values are known to be, because to check them takes a microsecond. */
  constructor(headers: Readonly<Record<string, string>>, areValid = false) {
    this.#headers = headers
    this.#areValid = areValid
  }

  /** Names and values alternating, for `writeHead`. */
  get flat(): readonly string[] {
    return Object.entries(this.#headers).flat()
  }

  get lines(): string {
    return (this.#lines ??= this.#areValid ? concatenated(this.#headers) : headerLines(Object.entries(this.#headers)))
  }
}

/** Headers as the text that is sent. Throws what Node throws for an invalid header. */
export function headerLines(headers: readonly Header[]): string {
  for (const [name, value] of headers) if (valid.get(name) !== value) validate(name, value)
  return joined(headers)
}

/** The last valid value by name: most headers of most answers are the same, and to check all 20 takes some microseconds. */
const valid = new Map<string, string>()

function validate(name: string, value: string): void {
  validateHeaderName(name)
  validateHeaderValue(name, value)
  valid.set(name, value)
}

/** Joined, not added: V8 keeps a sum as its parts, which would be collected at each response. */
function joined(headers: readonly Header[]): string {
  const parts: string[] = []
  for (const [name, value] of headers) parts.push(name, ': ', value, '\r\n')
  return parts.join('')
}

/** The same for headers of few responses, without lists and pairs. */
function concatenated(headers: Readonly<Record<string, string>>): string {
  let lines = ''
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`
  return lines
}

/** What `writeHead` calls once it has the status line: not documented, so a version of Node may lack it. */
type StoringResponse = ServerResponse & { _storeHeader(firstLine: string, headers: readonly string[]): void }

export const canWriteHeadLines = '_storeHeader' in ServerResponse.prototype

/**
 * Like `writeHead`, with headers that are text already and stand behind the status line. `writeHead` checks and joins
 * each header of each response, which takes 5 of the 20 microseconds of a static read. Node still adds `Date`,
 * `Connection` and `Keep-Alive`. Only where
 * `canWriteHeadLines`.
 */
export function writeHeadLines(res: ServerResponse, status: number, lines: string, contentLength: number): void {
  res.statusCode = status
  const firstLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}`
  ;(res as StoringResponse)._storeHeader(firstLine, ['content-length', String(contentLength)])
}
