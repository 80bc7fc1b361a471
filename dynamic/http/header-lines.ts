import { ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'

type Header = readonly [name: string, value: string]

/** Headers that several responses have, serialized once. */
export class SharedHeaders {
  readonly #headers: Readonly<Record<string, string>>
  readonly #areValid: boolean
  #lines: string | undefined

  /** `areValid` skips the validation of names and values, which takes a microsecond. */
  constructor(headers: Readonly<Record<string, string>>, areValid = false) {
    this.#headers = headers
    this.#areValid = areValid
  }

  /** Names and values alternating, for `writeHead`. */
  get flat(): readonly string[] {
    return Object.entries(this.#headers).flat()
  }

  /** The headers as `headerLines` returns them. Throws what Node throws for an invalid header, unless `areValid`. */
  get lines(): string {
    return (this.#lines ??= this.#areValid ? concatenated(this.#headers) : headerLines(Object.entries(this.#headers)))
  }
}

/** Serializes headers, each as a line that ends with CRLF. Throws what Node throws for an invalid header. */
export function headerLines(headers: readonly Header[]): string {
  for (const [name, value] of headers) if (lastValid.get(name) !== value) validate(name, value)
  return joined(headers)
}

/**
 * The last valid value of each header: most responses repeat it, and checking all 20 headers takes some microseconds.
 */
const lastValid = new Map<string, string>()

function validate(name: string, value: string): void {
  validateHeaderName(name)
  validateHeaderValue(name, value)
  lastValid.set(name, value)
}

/**
 * Uses `join`: V8 represents a text concatenated with `+` by its parts, which every response would have to copy one by
 * one.
 */
function joined(headers: readonly Header[]): string {
  const parts: string[] = []
  for (const [name, value] of headers) parts.push(name, ': ', value, '\r\n')
  return parts.join('')
}

/** Does the same as `joined` without arrays, for headers that few responses have. */
function concatenated(headers: Readonly<Record<string, string>>): string {
  let lines = ''
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`
  return lines
}

/** `writeHead` passes the status line to this method, which is not documented: some version of Node may lack it. */
type StoringResponse = ServerResponse & { _storeHeader(firstLine: string, headers: readonly string[]): void }

/** Whether this version of Node supports `writeHeadLines`. */
export const canWriteHeadLines = '_storeHeader' in ServerResponse.prototype

/**
 * Does the same as `writeHead` with headers that are serialized already (`headerLines`). `writeHead` checks and joins
 * each header of each response, which takes 5 of the 20 microseconds of a static read. Node still adds `Date`,
 * `Connection` and `Keep-Alive`. Requires `canWriteHeadLines`.
 */
export function writeHeadLines(res: ServerResponse, status: number, lines: string, contentLength: number): void {
  res.statusCode = status
  const firstLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}`
  ;(res as StoringResponse)._storeHeader(firstLine, ['content-length', String(contentLength)])
}
