import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Problem } from '../../data/api/model/values/errors.ts'
import { contentRange, rangeOf } from '../../data/api/answer/http/ranges.ts'
import type { RequestContext } from './request-context.ts'
import { disconnectWhenStalled, throwUnlessClientLeft } from './stream-parts.ts'

/** A file whose bytes are sent as they are, with the ETag and the other headers of its 200. */
interface SentFile {
  readonly path: string
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** Thrown where there is no such file, in place of what the disk reports. */
  readonly gone?: (() => Problem) | undefined
}

/**
 * Streams a file, or the requested range of it: 200, 206, or a thrown `range_not_satisfiable`. The file is kept open
 * until its end, even if it is renamed or removed; a client that takes nothing for a minute is disconnected. `complete`
 * adds headers of this request. Throws what the disk reports, also after the head was sent.
 */
export async function sendFile(
  { req, res, method }: RequestContext,
  { path, etag, headers, gone }: SentFile,
  complete: (head: readonly string[]) => string[],
): Promise<void> {
  const handle = await open(path).catch((error: unknown) => {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw isMissing && gone ? gone() : error
  })
  try {
    const { size } = await handle.stat()
    const conditions = { range: req.headers.range, ifRange: req.headers['if-range']?.toString() }
    const asked = method === 'GET' ? rangeOf(conditions, etag, size) : undefined
    const { first, last } = asked ?? { first: 0, last: size - 1 }
    const head = { ...headers, 'content-length': String(last - first + 1) }
    const part = asked && { 'content-range': contentRange(asked, size) }
    res.writeHead(asked ? 206 : 200, complete(Object.entries({ ...head, ...part }).flat()))
    if (method === 'HEAD' || size === 0) return void res.end()
    disconnectWhenStalled(res)
    const bytes = handle.createReadStream({ start: first, end: last, autoClose: false })
    await pipeline(bytes, res).catch(throwUnlessClientLeft)
  } finally {
    await handle.close()
  }
}
