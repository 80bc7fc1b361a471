import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** A complete response, as a handler wrote it. */
export interface WholeResponse {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/**
 * Buffers a response until its handler has ended it, then passes the whole to `send`, with `res` as if nothing had been
 * written. Returns a function that stops buffering, so that another handler can write the response.
 */
export function collectResponse(res: ServerResponse, send: (whole: WholeResponse) => void): () => void {
  const chunks: Buffer[] = []
  const add = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const restore = () => {
    for (const name of ['writeHead', 'write', 'end'] as const) Reflect.deleteProperty(res, name)
  }
  Object.assign(res, {
    writeHead(status: number, ...rest: unknown[]) {
      res.statusCode = status
      const headers = rest.at(-1)
      if (headers !== null && typeof headers === 'object')
        for (const [name, value] of Object.entries(headers as Record<string, OutgoingHttpHeader | undefined>))
          if (value !== undefined) res.setHeader(name, value)
      return res
    },
    write(chunk: unknown, ...rest: unknown[]) {
      add(chunk, rest[0])
      const done = rest.at(-1)
      if (typeof done === 'function') queueMicrotask(() => (done as () => void)())
      return true
    },
    end(chunk?: unknown, encoding?: unknown) {
      add(chunk, encoding)
      restore()
      // Otherwise a response with another status would be sent with the reason phrase of this one.
      res.statusMessage = ''
      const whole = { status: res.statusCode, headers: res.getHeaders(), body: joined(chunks) }
      for (const name of res.getHeaderNames()) res.removeHeader(name)
      send(whole)
      return res
    },
  })
  return restore
}

/** Concatenates chunks; a single one is not copied. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first, ...others] = chunks
  return first && others.length === 0 ? first : Buffer.concat(chunks)
}
